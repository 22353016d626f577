import type { Page } from '@playwright/test'
import pg from 'pg'
import { startCluster } from '#platform/embedded-postgres.ts'
import { projectRoot } from '../support/cluster.ts'
import { pageOfAnother } from './browser-contexts.ts'
import { newCoach } from './coach-support.ts'
import { newStudent } from './lesson-support.ts'
import { journeyDatabase, journeyPort } from './marketplace.ts'
import {
  chooseTime,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  payByCard,
  test,
  toCheckout,
} from './support.ts'

/** Moves a lesson two weeks back, to the same weekday and local time. */
async function letTwoWeeksPass(bookingId: string): Promise<void> {
  const cluster = await startCluster({ checkout: projectRoot, name: 'test', isThrowaway: true })
  const client = new pg.Client({ connectionString: cluster.url(journeyDatabase(journeyPort())) })
  await client.connect()
  await client.query(
    `update bookings set lesson_date = (lesson_date at time zone time_zone - interval '14 days') at time zone time_zone
     where id = $1`,
    [bookingId],
  )
  await client.end()
}

/** The page after the payment, once the processor's event has arrived. */
const confirmed = (checkout: Page) => checkout.getByRole('heading', { level: 1, name: /^Payment received/ })

const pays = (checkout: Page) => checkout.getByRole('button', { name: /^Pay \$/ })

test('a student keeps a card, and books and pays the second lesson with three clicks and no digit', {
  tag: '@phone',
}, async ({ page, browser }) => {
  test.slow()
  const coachPage = await pageOfAnother(browser)
  const { id: coachId } = await newCoach(coachPage.request)
  await newStudent(page.request)

  // The first lesson is paid with a typed card. Keeping it is a choice that is not made yet.
  await page.goto(`/instructor/${coachId}`)
  await hydrated(page)
  await chooseTime(page)
  const first = await toCheckout(page)
  const keep = first.getByRole('checkbox', { name: 'Keep this card for next time' })
  await expect(keep).not.toBeChecked()
  await expectAccessible(first, 'a checkout that may keep the card')
  await keep.check()
  await payByCard(first)
  await expect(confirmed(first)).toBeVisible({ timeout: 75_000 })
  if (first !== page) await first.close()
  const [{ id: firstId }] = await (await page.request.get('/api/bookings')).json()
  await letTwoWeeksPass(firstId)

  // The second: 'Book again', a time, pay.
  await page.goto('/lessons?when=past')
  await hydrated(page)
  let clicks = 0
  const click = async (target: ReturnType<Page['getByRole']>) => {
    clicks++
    await target.click()
  }
  await click(page.getByRole('link', { name: /^Book again with/ }))
  const dialog = page.getByRole('dialog', { name: 'Book a Lesson' })
  const times = dialog.getByRole('list', { name: 'The next open times' }).getByRole('button')
  await expect(times).toHaveCount(3)
  await expectAccessible(page, 'booking a lesson again')
  await expectNoSidewaysScroll(page)
  const second = await toCheckout(page, () => click(times.first()))
  await expect(second.getByRole('radio', { name: /Visa ending in/ })).toBeChecked()
  await expect(second.getByLabel('Card number')).toBeHidden()
  await expectAccessible(second, 'a checkout with a saved card')
  await expectNoSidewaysScroll(second)
  await click(pays(second))
  await expect(confirmed(second)).toBeVisible({ timeout: 75_000 })
  expect(clicks).toBeLessThanOrEqual(3)
  if (second !== page) await second.close()

  // From the profile, too: a time, confirm, pay.
  await page.goto(`/instructor/${coachId}`)
  await hydrated(page)
  await chooseTime(page)
  const third = await toCheckout(page)
  await pays(third).click()
  await expect(confirmed(third)).toBeVisible({ timeout: 75_000 })
  if (third !== page) await third.close()

  // The card is removed in the settings.
  await page.goto('/profile#cards')
  await hydrated(page)
  const cards = page.getByRole('region', { name: 'Saved cards' })
  await cards.getByRole('button', { name: /^Remove Visa ending in 4242/ }).click()
  await expectAccessible(page, 'removing a card')
  await page.getByRole('button', { name: 'Remove card' }).click()
  await expect(cards.getByText('No saved cards')).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test.describe('a saved card', () => {
  // The test processor refuses payments with 409.
  test.use({ expectedErrors: [/409 \(Conflict\)/] })

  test('that is declined, or that the bank asks about, loses nothing', async ({ page, browser }) => {
    test.slow()
    const coachPage = await pageOfAnother(browser)
    const { id: instructorId } = await newCoach(coachPage.request)
    await newStudent(page.request)
    const slots = await (
      await page.request.get(`/api/coaches/${instructorId}/slots?durationMinutes=60`)
    ).json()
    const starts: string[] = slots.days.flatMap((day: { slots: { start: string }[] }) =>
      day.slots.map(({ start }) => start),
    )
    const hold = async (start: string | undefined) => {
      const held = await page.request.post('/api/bookings', {
        data: { instructorId, start, durationMinutes: 60 },
      })
      expect(held.status(), await held.text()).toBe(201)
      return (await held.json()) as { bookingId: string; checkoutUrl: string }
    }
    const session = ({ checkoutUrl }: { checkoutUrl: string }) => checkoutUrl.split('/').at(-1)
    const card = { expiry: `12/${new Date().getUTCFullYear() + 3}`, cvc: '123', keepCard: true }
    for (const [n, kept] of [
      { ...card, number: '4000000000000341' },
      { ...card, number: '4000002760003184', isConfirmed: true },
    ].entries()) {
      const held = await hold(starts[n * 4])
      const paid = await page.request.post(`/api/test-checkouts/${session(held)}/payments`, { data: kept })
      expect(paid.status(), await paid.text()).toBe(200)
      await expect
        .poll(async () => (await (await page.request.get(`/api/bookings/${held.bookingId}`)).json()).status, {
          timeout: 75_000,
        })
        .toBe('confirmed')
    }

    const held = await hold(starts[12])
    await page.goto(held.checkoutUrl)
    await hydrated(page)
    await page.getByRole('radio', { name: /ending in 0341/ }).check()
    await pays(page).click()
    await expect(page.getByRole('alert').getByText('Your card was declined.')).toBeVisible()
    await page.getByRole('radio', { name: /ending in 3184/ }).check()
    await pays(page).click()
    await expect(page.getByRole('heading', { name: 'Your bank asks you to confirm' })).toBeFocused()
    await expectAccessible(page, 'a bank that asks the payer')
    await page.getByRole('button', { name: 'Refuse' }).click()
    await expect(page.getByText('The payment was not confirmed with your bank')).toBeVisible()
    await pays(page).click()
    await page.getByRole('button', { name: 'Confirm the payment' }).click()
    await page.waitForURL(/payment-success/)
    await expect(confirmed(page)).toBeVisible({ timeout: 75_000 })
  })
})
