import type { Page } from '@playwright/test'
import pg from 'pg'
import { startCluster } from '#platform/embedded-postgres.ts'
import { projectRoot } from '../support/cluster.ts'
import { newCoach } from './coach-support.ts'
import { newStudent } from './lesson-support.ts'
import { journeyDatabase, journeyPort } from './marketplace.ts'
import {
  expect,
  expectAccessible,
  expectFitsBothWidths,
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

test.use({ expectedErrors: [/409 \(Conflict\)/] })

test('a student keeps a card, and books and pays the second lesson with three clicks and no digit; a saved card that is declined, or that the bank asks about, loses nothing', async ({
  page,
  playwright,
  baseURL,
}) => {
  test.slow()
  const coach = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  const { id: instructorId } = await newCoach(coach)
  await coach.dispose()
  await newStudent(page.request)
  const slots = await (await page.request.get(`/api/coaches/${instructorId}/slots?durationMinutes=60`)).json()
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

  // The first lesson is paid with a typed card. Keeping it is a choice that is not made yet.
  const first = await hold(starts[1])
  await page.goto(first.checkoutUrl)
  await hydrated(page)
  const keep = page.getByRole('checkbox', { name: 'Keep this card for next time' })
  await expect(keep).not.toBeChecked()
  await keep.check()
  await payByCard(page)
  await expect(confirmed(page)).toBeVisible({ timeout: 75_000 })
  await letTwoWeeksPass(first.bookingId)

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
  await expectFitsBothWidths(page, 'booking a lesson again')
  const second = await toCheckout(page, () => click(times.first()))
  await expect(second.getByRole('radio', { name: /Visa ending in/ })).toBeChecked()
  await expect(second.getByLabel('Card number')).toBeHidden()
  await expectFitsBothWidths(second, 'a checkout with a saved card')
  await click(pays(second))
  await expect(confirmed(second)).toBeVisible({ timeout: 75_000 })
  expect(clicks).toBeLessThanOrEqual(3)
  await second.close()

  // Two more cards.
  const card = { expiry: `12/${new Date().getUTCFullYear() + 3}`, cvc: '123', keepCard: true }
  for (const [n, kept] of [
    { ...card, number: '4000000000000341' },
    { ...card, number: '4000002760003184', isConfirmed: true },
  ].entries()) {
    const held = await hold(starts.at(-1 - 4 * n))
    const session = held.checkoutUrl.split('/').at(-1)
    const paid = await page.request.post(`/api/test-checkouts/${session}/payments`, { data: kept })
    expect(paid.status(), await paid.text()).toBe(200)
    await expect
      .poll(async () => (await (await page.request.get(`/api/bookings/${held.bookingId}`)).json()).status, {
        timeout: 75_000,
      })
      .toBe('confirmed')
  }
  await page.goto((await hold(starts.at(-9))).checkoutUrl)
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

  // The cards are removed in the settings.
  await page.goto('/profile#cards')
  await hydrated(page)
  const cards = page.getByRole('region', { name: 'Saved cards' })
  const remove = async (number: string) => {
    await cards.getByRole('button', { name: new RegExp(`^Remove Visa ending in ${number}`) }).click()
    return page.getByRole('button', { name: 'Remove card' })
  }
  const sure = await remove('4242')
  await expectFitsBothWidths(page, 'removing a card')
  await sure.click()
  for (const number of ['0341', '3184']) {
    await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toHaveCount(0)
    await (await remove(number)).click()
  }
  await expect(cards.getByText('No saved cards')).toBeVisible()
})
