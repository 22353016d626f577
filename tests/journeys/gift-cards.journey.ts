import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { formatMoney } from '#platform/money.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import { enteredLesson } from '../support/lessons.ts'
import { cardAt } from '../support/now.ts'
import { newCoach } from './coach-support.ts'
import { newStudent } from './lesson-support.ts'
import { chooseTime, expect, expectFitsBothWidths, hydrated, payByCard, test } from './support.ts'

const balanceOf = async (page: Page): Promise<number> =>
  (await (await page.request.get('/api/me/gift-balance')).json()).balanceCents

/**
 * Buys a gift card to print, and waits until it is paid.
 * @returns its id
 */
async function buyGiftCard(request: APIRequestContext, recipientName: string, amountCents: number) {
  const bought = await request.post('/api/gift-cards', {
    data: { amountCents, fromName: 'Pat', recipientName },
  })
  const { giftCardId, checkoutUrl } = await bought.json()
  await request.post(`/api/test-checkouts/${checkoutUrl.split('/').at(-1)}/payments`, {
    data: cardAt(Date.now()),
  })
  const states = async () =>
    (await (await request.get('/api/me/gift-cards')).json()).map(
      ({ id, state }: { id: string; state: string }) => `${id} ${state}`,
    )
  await expect.poll(states, { timeout: 75_000 }).toContain(`${giftCardId} to_print`)
  return giftCardId
}

test.describe('a purchase that does not reach the server at first', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  test('keeps the new account and what the visitor typed; then the card is bought, and another one is refunded', async ({
    page,
  }) => {
    await page.goto('/gift-cards')
    await hydrated(page)
    await page.getByLabel('Who is it for?').fill('Sam')
    await page.getByLabel('From', { exact: true }).fill('Pat')
    await page.getByLabel('Message').fill('Happy birthday!')
    const pay = page.getByRole('button', { name: 'Pay $100' })
    await pay.click()
    await expect(page.getByText('Enter the email address that the gift card goes to.')).toBeVisible()
    await page.getByText('Print it').click()
    // A visitor who continues with a provider leaves the page and comes back.
    await page.reload()
    await hydrated(page)
    await expect(page.getByLabel('From', { exact: true })).toHaveValue('Pat')
    await expect(page.getByLabel('Print it')).toBeChecked()
    await pay.click()
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
    await pay.click()
    await page.waitForURL(/\/checkout\//)
    await buyGiftCard(page.request, 'Alex', 5_000)
    await payByCard(page)
    await expect(page.getByText('Your gift card for Sam is ready')).toBeVisible()
    await expectFitsBothWidths(page, 'gift cards that were bought')

    const ofAlex = page.getByRole('listitem').filter({ hasText: '$50 for Alex' })
    await ofAlex.getByRole('button', { name: 'Get a refund' }).click()
    await page.getByRole('button', { name: 'Refund gift card' }).click()
    await expect(ofAlex.getByText('Refunded', { exact: true })).toBeVisible()
    const ofSam = page.getByRole('listitem').filter({ hasText: '$100 for Sam' })
    await ofSam.getByRole('button', { name: 'Show the code' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Show the code' }).click()
    await expect(dialog.getByText(/^([2-9A-Z]{4}-){3}[2-9A-Z]{4}$/)).toBeVisible()
  })
})

test.describe('a gift card', () => {
  test.use({ expectedErrors: [/404 \(Not Found\)/] })

  test('is redeemed after a wrong code, and pays for a lesson, parts of others, and a seat', async ({
    page,
    playwright,
    baseURL,
  }) => {
    const buyer = await playwright.request.newContext({ baseURL: baseURL ?? '' })
    await newStudent(buyer)
    const giftCardId = await buyGiftCard(buyer, 'Sam', 10_000)
    const { code } = await (await buyer.post(`/api/gift-cards/${giftCardId}/code`, { data: {} })).json()
    await buyer.dispose()
    const coach = await playwright.request.newContext({ baseURL: baseURL ?? '' })
    const { id: coachId } = await newCoach(coach)

    // The link of the letter. A visitor is asked to sign in.
    const visited = await page.request.get('/gift-cards/redeem')
    expect(await visited.text()).toContain('Sign in or create an account')
    await newStudent(page.request)
    await page.goto(`/gift-cards/redeem#${code}`)
    await hydrated(page)
    const field = page.getByLabel('Code')
    await expect(field).toHaveValue(code)
    await field.fill('AAAA-BBBB-CCCC-DDDD')
    await page.getByRole('button', { name: 'Add gift card' }).click()
    await expect(
      page.getByText('We do not know this code. Please check each letter and digit.'),
    ).toBeVisible()
    await field.fill(code)
    await page.getByRole('button', { name: 'Add gift card' }).click()
    await expect(page.getByText('$100 added')).toBeVisible()
    await expect(page.getByText('Left on your gift cards')).toBeVisible()
    await expectFitsBothWidths(page, 'redeeming a gift card')

    // An hour costs $85: the gift card pays it.
    await page.goto(`/instructor/${coachId}`)
    await hydrated(page)
    await chooseTime(page)
    await expect(page.getByLabel(/Use your gift card: \$/)).toBeChecked()
    await expect(page.getByText('Your gift card pays everything.')).toBeVisible()
    const [booked] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Confirm Booking' }).click(),
    ])
    await expect(booked.getByRole('heading', { level: 1, name: /^Payment received/ })).toBeVisible()
    await booked.close()
    const spent = await balanceOf(page)
    expect(spent).toBeLessThan(10_000)
    const [use] = (await (await page.request.get('/api/me/gift-balance')).json()).uses
    expect((await page.request.post(`/api/bookings/${use.bookingId}/cancellation`)).ok()).toBe(true)
    const left = await balanceOf(page)
    expect(left).toBeGreaterThan(spent)

    // It pays a part of a proposal that is accepted in the conversation.
    const written = await page.request.post('/api/conversations', {
      data: { instructorId: coachId, clientId: randomUUID(), content: 'Could we work on my putting?' },
    })
    const [student] = await (await coach.get('/api/coach/proposal-students')).json()
    const { days } = await (await coach.get(`/api/coaches/${coachId}/slots?durationMinutes=60`)).json()
    const start = days.at(-1).slots.at(-1).start
    const proposed = await coach.post('/api/proposals', {
      data: {
        studentId: student.id,
        title: 'Putting',
        durationMinutes: 60,
        times: [start],
        priceCents: 9_000,
      },
    })
    expect(proposed.status(), await proposed.text()).toBe(201)
    await page.goto(`/inbox?conversation=${(await written.json()).conversationId}`)
    const proposal = page.getByRole('article', { name: 'Proposal: Putting' })
    await expect(proposal.getByLabel(`Use your gift card: ${formatMoney(left)}`)).toBeChecked()
    await expectFitsBothWidths(page, 'a proposal that a gift card pays in part')
    await proposal.getByRole('button', { name: `Accept and pay ${formatMoney(9_000 - left)}` }).click()
    await page.waitForURL(/\/checkout\//)
    expect(await balanceOf(page)).toBe(0)
    const [{ bookingId }] = await (await page.request.get(`/api/proposals/with/${coachId}`)).json()
    expect((await page.request.delete(`/api/bookings/${bookingId}/hold`)).ok()).toBe(true)

    // It pays a part of a lesson that the coach enters, from the list of lessons.
    const entered = await coach.post('/api/coach/lessons', {
      data: enteredLesson({ student: { is: 'known', studentId: student.id }, start, payment: 'here' }),
    })
    expect(entered.status(), await entered.text()).toBe(201)
    await page.goto('/lessons')
    await hydrated(page)
    const lesson = page.getByRole('article').filter({ hasText: 'Pay' })
    await expect(lesson.getByLabel(`Use your gift card: ${formatMoney(left)}`)).toBeChecked()
    await lesson.getByRole('button', { name: `Pay ${formatMoney(9_000 - left)}` }).click()
    await page.waitForURL(/\/checkout\//)
    const { bookingId: enteredId } = await entered.json()
    await page.goto(`/lessons?lesson=${enteredId}`)
    const payment = page.getByRole('dialog')
    await expect(payment.getByText(`−${formatMoney(left)}`)).toBeVisible()
    await expect(payment.getByRole('link', { name: `Pay ${formatMoney(9_000 - left)}` })).toBeVisible()
    expect((await coach.delete(`/api/coach/lessons/${enteredId}/hold`)).ok()).toBe(true)
    await coach.dispose()

    // It also pays a seat in a clinic, at once.
    await page.goto(`/clinics/${uuidV8('clinic Short game clinic')}`)
    await hydrated(page)
    await page.getByLabel(/^Me \(/).check()
    await expect(page.getByLabel('Use your gift card: $60')).toBeChecked()
    await page.getByRole('button', { name: 'Book 1 seat' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Payment received/ })).toBeVisible()
    expect(await balanceOf(page)).toBe(left - 6_000)
  })
})
