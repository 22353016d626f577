import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { enteredLesson, signedInCoach, verifyEmail } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { testProduct } from '../support/product.ts'

const product = testProduct({ RATE_LIMITS: 'on' })
let maya: Awaited<ReturnType<typeof signedInCoach>>
beforeAll(async () => {
  maya = await signedInCoach(product)
  await verifyEmail(product, maya.userId)
})

const enter = (more: object, coach: typeof maya) => coach.post('/api/coach/lessons', enteredLesson(more))

describe('an unsolicited email', () => {
  const invite = (more: object, person = maya) =>
    enter(
      { student: { is: 'invited', name: 'Jo Newcomer', email: `${randomUUID()}@newcomers.test` }, ...more },
      person,
    )

  test('has no web address in the name or title', async () => {
    const name = { is: 'invited', name: 'Claim at evil.com', email: `${randomUUID()}@newcomers.test` }
    for (const more of [
      { student: name },
      { title: 'Prize: www.evil.example' },
      { title: 'Call 704 555 0199' },
    ])
      expect((await invite({ start: charlotteTime(5, 16), ...more })).status).toBe(400)
  })

  test('has no web address in why the lesson was cancelled', async () => {
    const made = await invite({ start: charlotteTime(6, 15) })
    const cancel = (message: string) =>
      maya.post(`/api/bookings/${made.json.bookingId}/cancellation`, { message })
    const refused = await cancel('Claim your prize at www.evil.example')
    expect([refused.status, refused.json.code]).toEqual([400, 'contact_in_message'])
    expect((await cancel('The range is closed.')).status).toBe(200)
  })

  test('is not sent for a coach with an unconfirmed address', async () => {
    const kim = await signedInCoach(product, 'Kim Unconfirmed')
    await product.query('update profiles set email_verified = false where id = $1', [kim.userId])
    const refused = await invite({ start: charlotteTime(5, 16) }, kim)
    expect([refused.status, refused.json.code]).toEqual([403, 'confirm_address_first'])
  })

  test('is limited to three a day per address, across all coaches', async () => {
    const student = { is: 'invited', name: 'Jo Newcomer', email: `${randomUUID()}@newcomers.test` }
    const statuses: number[] = []
    for (let hour = 9; hour < 13; hour++)
      statuses.push((await invite({ student, start: charlotteTime(7, hour) })).status)
    expect(statuses).toEqual([201, 201, 201, 429])
  })
})
