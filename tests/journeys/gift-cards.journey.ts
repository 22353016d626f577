import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { formatMoney } from '#platform/money.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import { enteredLesson } from '../support/lessons.ts'
import { pageOfAnother } from './browser-contexts.ts'
import { newCoach } from './coach-support.ts'
import { newStudent } from './lesson-support.ts'
import {
  chooseTime,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  isPhone,
  payByCard,
  test,
} from './support.ts'

/** The page that confirming a booking opens: in this tab on a phone, in another one on a desktop. */
async function openedBy(page: Page, act: () => Promise<void>): Promise<Page> {
  if (isPhone(page)) {
    await act()
    return page
  }
  const [tab] = await Promise.all([page.waitForEvent('popup'), act()])
  return tab
}

const balanceOf = async (page: Page): Promise<number> =>
  (await (await page.request.get('/api/me/gift-balance')).json()).balanceCents

test('a gift card is bought, redeemed, used in part, and filled again by a cancellation', {
  tag: '@phone',
}, async ({ page, browser }) => {
  test.slow()
  const coachPage = await pageOfAnother(browser)
  const { id: coachId } = await newCoach(coachPage.request)

  // Pat buys a card to print.
  const buyer = await pageOfAnother(browser)
  await newStudent(buyer.request)
  await buyer.goto('/gift-cards')
  await hydrated(buyer)
  await expectAccessible(buyer, 'gift cards')
  await expectNoSidewaysScroll(buyer)
  await buyer.getByLabel('Who is it for?').fill('Sam')
  await buyer.getByLabel('From', { exact: true }).fill('Pat')
  await buyer.getByLabel('Message').fill('Happy birthday!')
  await buyer.getByRole('button', { name: 'Pay $100' }).click()
  await expect(buyer.getByText('Enter the email address that the gift card goes to.')).toBeVisible()
  await buyer.getByText('Print it').click()
  await buyer.getByRole('button', { name: 'Pay $100' }).click()
  await buyer.waitForURL(/\/checkout\//)
  await hydrated(buyer)
  await payByCard(buyer)
  await expect(buyer.getByText('Your gift card for Sam is ready')).toBeVisible()
  await expectAccessible(buyer, 'gift cards')
  await expectNoSidewaysScroll(buyer)
  await buyer.getByRole('button', { name: 'Show the code' }).click()
  const dialog = buyer.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Show the code' }).click()
  const code = (await dialog.getByText(/^([2-9A-Z]{4}-){3}[2-9A-Z]{4}$/).textContent()) ?? ''

  // Sam opens the link of the letter.
  await newStudent(page.request)
  await page.goto(`/gift-cards/redeem#${code}`)
  await hydrated(page)
  await expect(page.getByLabel('Code')).toHaveValue(code)
  await page.getByRole('button', { name: 'Add gift card' }).click()
  await expect(page.getByText('$100 added')).toBeVisible()
  await expectAccessible(page, 'redeeming a gift card')
  await expectNoSidewaysScroll(page)

  // An hour costs $85: the gift card pays it.
  await page.goto(`/instructor/${coachId}`)
  await hydrated(page)
  await chooseTime(page)
  await expect(page.getByLabel(/Use your gift card: \$/)).toBeChecked()
  await expect(page.getByText('Your gift card pays everything.')).toBeVisible()
  await expectNoSidewaysScroll(page)
  const after = await openedBy(page, () => page.getByRole('button', { name: 'Confirm Booking' }).click())
  await expect(after.getByRole('heading', { level: 1, name: /^Payment received/ })).toBeVisible()
  const spent = await balanceOf(page)
  expect(spent).toBeLessThan(10_000)

  // Cancelling puts it back.
  const [use] = (await (await page.request.get('/api/me/gift-balance')).json()).uses
  expect((await page.request.post(`/api/bookings/${use.bookingId}/cancellation`)).ok()).toBe(true)
  expect(await balanceOf(page)).toBeGreaterThan(spent)
  await page.goto('/gift-cards/redeem')
  await expect(page.getByText('Left on your gift cards')).toBeVisible()
  await expectAccessible(page, 'what is left')

  // It pays a part of a proposal that is accepted in the conversation.
  const left = await balanceOf(page)
  const written = await page.request.post('/api/conversations', {
    data: { instructorId: coachId, clientId: randomUUID(), content: 'Could we work on my putting?' },
  })
  const [student] = await (await coachPage.request.get('/api/coach/proposal-students')).json()
  const { days } = await (await page.request.get(`/api/coaches/${coachId}/slots?durationMinutes=60`)).json()
  const times = days.flatMap(({ slots }: { slots: { start: string }[] }) => slots)
  const proposed = await coachPage.request.post('/api/proposals', {
    data: {
      studentId: student.id,
      title: 'Putting',
      durationMinutes: 60,
      times: [times.at(-1).start],
      priceCents: 9_000,
    },
  })
  expect(proposed.status(), await proposed.text()).toBe(201)
  await page.goto(`/inbox?conversation=${(await written.json()).conversationId}`)
  const proposal = page.getByRole('article', { name: 'Proposal: Putting' })
  await expect(proposal.getByLabel(`Use your gift card: ${formatMoney(left)}`)).toBeChecked()
  await expectAccessible(page, 'a proposal that a gift card pays in part')
  await expectNoSidewaysScroll(page)
  await proposal.getByRole('button', { name: `Accept and pay ${formatMoney(9_000 - left)}` }).click()
  await page.waitForURL(/\/checkout\//)
  expect(await balanceOf(page)).toBe(0)
  const [{ bookingId }] = await (await page.request.get(`/api/proposals/with/${coachId}`)).json()
  expect((await page.request.delete(`/api/bookings/${bookingId}/hold`)).ok()).toBe(true)

  // It pays a part of a lesson that the coach enters, from the list of lessons.
  const entered = await coachPage.request.post('/api/coach/lessons', {
    data: enteredLesson({
      student: { is: 'known', studentId: student.id },
      start: times.at(-1).start,
      payment: 'here',
    }),
  })
  expect(entered.status(), await entered.text()).toBe(201)
  await page.goto('/lessons')
  await hydrated(page)
  const lesson = page.getByRole('article').filter({ hasText: 'Pay' })
  await expect(lesson.getByLabel(`Use your gift card: ${formatMoney(left)}`)).toBeChecked()
  await expectAccessible(page, 'a lesson of the coach that a gift card pays in part')
  await expectNoSidewaysScroll(page)
  await lesson.getByRole('button', { name: `Pay ${formatMoney(9_000 - left)}` }).click()
  await page.waitForURL(/\/checkout\//)
  const { bookingId: enteredId } = await entered.json()
  await page.goto(`/lessons?lesson=${enteredId}`)
  await hydrated(page)
  const payment = page.getByRole('dialog')
  await expect(payment.getByText(`−${formatMoney(left)}`)).toBeVisible()
  await expect(payment.getByRole('link', { name: `Pay ${formatMoney(9_000 - left)}` })).toBeVisible()
  await expectAccessible(page, 'the details of such a lesson')
  const withdrawn = await coachPage.request.delete(`/api/coach/lessons/${enteredId}/hold`)
  expect(withdrawn.ok()).toBe(true)

  // It also pays a seat in a clinic, at once.
  await page.goto(`/clinics/${uuidV8('clinic Short game clinic')}`)
  await hydrated(page)
  await page.getByLabel(/^Me \(/).check()
  await expect(page.getByLabel('Use your gift card: $60')).toBeChecked()
  await expectAccessible(page, 'a seat that a gift card pays')
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Book 1 seat' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Payment received/ })).toBeVisible()
  expect(await balanceOf(page)).toBe(left - 6_000)

  // The buyer sees that it was redeemed. Another card is refunded before anybody redeems it.
  const next = await buyer.request.post('/api/gift-cards', {
    data: { amountCents: 5_000, fromName: 'Pat', recipientName: 'Alex' },
  })
  await buyer.goto((await next.json()).checkoutUrl)
  await payByCard(buyer)
  await expect(buyer.getByText('Your gift card for Alex is ready')).toBeVisible()
  await expect(buyer.getByText('Redeemed', { exact: true })).toBeVisible()
  await buyer.getByRole('button', { name: 'Get a refund' }).click()
  await buyer.getByRole('button', { name: 'Refund gift card' }).click()
  await expect(buyer.getByText('Refunded', { exact: true })).toBeVisible()
})

test.describe('without a card', () => {
  test.use({ expectedErrors: [/404 \(Not Found\)/] })
  test('a wrong code is explained, and a visitor is asked to sign in', async ({ page }) => {
    await page.goto('/gift-cards/redeem')
    await expect(page.getByRole('button', { name: 'Sign in or create an account' })).toBeVisible()
    await newStudent(page.request)
    await page.goto('/gift-cards/redeem')
    await hydrated(page)
    await page.getByLabel('Code').fill('AAAA-BBBB-CCCC-DDDD')
    await page.getByRole('button', { name: 'Add gift card' }).click()
    await expect(
      page.getByText('We do not know this code. Please check each letter and digit.'),
    ).toBeVisible()
  })
})

test.describe('a purchase that does not reach the server', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })
  test('keeps the new account and what the visitor typed, and the next attempt opens the checkout', async ({
    page,
  }) => {
    await page.goto('/gift-cards')
    await hydrated(page)
    await page.getByLabel('Who is it for?').fill('Sam')
    await page.getByLabel('From', { exact: true }).fill('Pat')
    await page.getByText('Print it').click()
    // A visitor who continues with a provider leaves the page and comes back.
    await page.reload()
    await hydrated(page)
    await expect(page.getByLabel('From', { exact: true })).toHaveValue('Pat')
    await expect(page.getByLabel('Print it')).toBeChecked()
    await page.getByRole('button', { name: 'Pay $100' }).click()
    const account = page.getByRole('dialog', { name: 'Your account' })
    await account.getByLabel('Name', { exact: false }).first().fill('Pat Visitor')
    await account.getByLabel('Email').fill(`pat-${randomUUID()}@students.test`)
    await account.getByLabel('Phone').fill('704 555 0142')
    await account.getByLabel('Password', { exact: true }).fill('fairway-seven')
    await page.route('**/rpc/giftCards/buy', (route) => route.abort())
    await account.getByRole('button', { name: 'Continue to Payment' }).click()
    await expect(account).toBeHidden()
    await expect(page.getByText('The gift card was not bought')).toBeVisible()
    await expect(page.getByLabel('Who is it for?')).toHaveValue('Sam')
    await page.unroute('**/rpc/giftCards/buy')
    await page.getByRole('button', { name: 'Pay $100' }).click()
    await page.waitForURL(/\/checkout\//)
  })
})
