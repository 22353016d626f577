import { expect, test } from 'vitest'
import { findNotificationKind } from '#features/notifications/notification.ts'
import { subscribeAddress, unsubscribeAddress } from '#features/notifications/unsubscribe-links.ts'
import { testProduct } from '../support/product.ts'

const product = testProduct()

/** The link in an email of this kind. */
async function linkFor(kindId: string, to: { userId: string } | { email: string }) {
  const kind = findNotificationKind(product.services.messageKinds, kindId)
  if (!kind) throw new Error('no such kind')
  const userId = 'userId' in to ? to.userId : await subscribeAddress(product.services.db, to.email, kind)
  return unsubscribeAddress(product.services.env, { userId, kind }).replace('http://greenside.test', '')
}
/** Submits the form of the page behind a link, as a browser does before the page's scripts run. */
const submit = (link: string, fields: string) =>
  product.visitor().send('POST', link, fields, { 'content-type': 'application/x-www-form-urlencoded' })
const isOn = async (link: string) =>
  (await product.visitor().get(link.replace('/unsubscribe', '/api/email-subscription'))).json.isOn

test('a student stops emails and has them again with the page’s button, before its scripts run', async () => {
  const sam = await product.student()
  const link = await linkFor('lesson_reminder', sam)
  expect((await submit(link, 'List-Unsubscribe=One-Click')).text).toContain('no more emails of this kind')
  expect(await isOn(link)).toBe(false)
  expect((await submit(link, '')).status).toBe(400)
  expect(await isOn(link)).toBe(false)
  const resumed = await submit(link, 'again=yes')
  expect([resumed.status, resumed.text]).toEqual([200, 'Done. You will get emails of this kind again.'])
  expect(await isOn(link)).toBe(true)
})

test('so does a golfer without an account', async () => {
  const link = await linkFor('quiz_follow_up', { email: 'pat@golfers.test' })
  await submit(link, 'List-Unsubscribe=One-Click')
  expect(await isOn(link)).toBe(false)
  await submit(link, 'again=yes')
  expect(await isOn(link)).toBe(true)
})

test('a link that was changed resumes nothing', async () => {
  const sam = await product.student()
  const link = await linkFor('lesson_reminder', sam)
  await submit(link, 'List-Unsubscribe=One-Click')
  expect((await submit(link.replace('lesson_reminder', 'message'), 'again=yes')).status).toBe(404)
  expect(await isOn(link)).toBe(false)
})
