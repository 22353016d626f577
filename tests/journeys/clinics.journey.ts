import type { APIRequestContext } from '@playwright/test'
import { addDays, dateIn } from '#platform/time.ts'
import { pageOfAnother } from './browser-contexts.ts'
import { newCoach } from './coach-support.ts'
import { newStudent, someLetters } from './lesson-support.ts'
import {
  expect,
  expectAccessible,
  expectFitsBothWidths,
  expectNoSidewaysScroll,
  hydrated,
  payByCard,
  tabTo,
  test,
} from './support.ts'

test.describe('a cancellation that does not reach the server at first', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  test('a coach publishes a camp, a parent books two children and pays once, and one seat, then the camp, is cancelled', async ({
    page,
    browser,
  }) => {
    const coach = await pageOfAnother(browser)
    const { id: coachId } = await newCoach(coach.request)
    const title = `Junior camp ${someLetters()}`
    const firstDay = addDays(dateIn(Date.now(), 'America/New_York'), 20)
    await coach.goto('/your-clinics')
    await hydrated(coach)
    await expect(coach.getByText('No clinics yet')).toBeVisible()
    await coach.getByRole('button', { name: 'Create a clinic' }).click()
    const form = coach.getByRole('dialog')
    await form.getByRole('button', { name: 'Save draft' }).click()
    await expect(form.getByText('Enter a title')).toBeVisible()
    await form.getByLabel('Title', { exact: true }).fill(title)
    await form.getByLabel('Date 1', { exact: true }).fill(firstDay)
    await form.getByRole('button', { name: 'Add date' }).click()
    await form.getByLabel('Date 2', { exact: true }).fill(addDays(firstDay, 1))
    await form.getByLabel('Price a seat').fill('40')
    await form.getByLabel('Seats', { exact: true }).fill('3')
    await expectFitsBothWidths(coach, 'the form of a clinic')
    await form.getByRole('button', { name: 'Save draft' }).click()
    await expect(coach.getByText('0 of 3 seats')).toBeVisible()
    const [draft] = await (await coach.request.get('/api/own-clinics')).json()
    expect((await page.request.get(`/clinics/${draft.id}`)).status()).toBe(404)
    await coach.getByRole('button', { name: 'Publish', exact: true }).click()
    await coach.getByRole('button', { name: 'Publish clinic' }).click()
    await expect(coach.getByText('Published', { exact: true })).toBeVisible()

    await newStudent(page.request)
    const children = [`Emma ${someLetters()}`, `Leo ${someLetters()}`]
    const yearOfBirth = new Date().getUTCFullYear() - 9
    await page.request.post('/api/me/golfers', {
      data: { name: children[0], relation: 'child', yearOfBirth },
    })
    await page.goto(`/instructor/${coachId}`)
    await hydrated(page)
    await page.getByRole('heading', { name: 'Where you meet' }).scrollIntoViewIfNeeded()
    await page.getByRole('link', { name: new RegExp(title) }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText('3 seats left')).toBeVisible()
    await page.getByRole('button', { name: 'Book seats' }).click()
    await expect(page.getByText('Choose who takes part')).toBeVisible()
    // Another child is added on the same page, and nothing is bought yet.
    await page.getByRole('button', { name: 'Add someone' }).click()
    const adding = page.getByRole('dialog')
    await adding.getByLabel('Name of the golfer').fill(children[1] ?? '')
    await adding.getByLabel('Year of birth').fill(String(yearOfBirth))
    await adding.getByRole('button', { name: 'Add golfer' }).click()
    await expect(adding).toBeHidden()
    expect(await (await page.request.get('/api/bookings')).json()).toEqual([])
    for (const name of children) {
      await page.getByRole('checkbox', { name }).focus()
      await page.keyboard.press('Space')
    }
    await expectFitsBothWidths(page, 'a clinic with chosen children')
    await page.getByRole('checkbox', { name: children[1] ?? '' }).focus()
    await tabTo(page, 'button', 'Pay $80 for 2 seats')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/checkout\//)
    await payByCard(page)
    await page.waitForURL(/\/payment-success/)
    await expect(page.getByRole('heading', { name: 'Your 2 seats are confirmed' })).toBeVisible()
    for (const name of children) await expect(page.getByText(name)).toBeVisible()
    await expectAccessible(page, 'seats that are paid')

    const seats = await (await page.request.get('/api/bookings')).json()
    const emmas = seats.find(({ golfer }: { golfer: { name: string } }) => golfer.name === children[0])
    await page.goto(`/lessons?lesson=${emmas.id}&do=cancel`)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Cancel/ })
      .click()
    await expect(page.getByText('Lesson cancelled')).toBeVisible()
    await expect(page.getByRole('article').filter({ hasText: title })).toHaveCount(1)

    // Each of the two dates is in the coach's calendar.
    const agenda = await (await coach.request.get(`/schedule?view=agenda&date=${firstDay}`)).text()
    expect(agenda.split(`Clinic: ${title}, 1 of 3 seats`)).toHaveLength(3)
    await coach.goto('/your-clinics')
    await hydrated(coach)
    await expect(coach.getByText('1 of 3 seats')).toBeVisible()
    await coach.getByRole('button', { name: 'Participants' }).click()
    await expect(coach.getByRole('dialog').getByText(children[1] ?? '')).toBeVisible()
    await expectFitsBothWidths(coach, 'the participants of a clinic')
    await coach.getByRole('button', { name: 'Message all participants' }).click()
    await coach.getByLabel('Message', { exact: true }).fill('Please bring a wedge.')
    await expectFitsBothWidths(coach, 'the message to all participants')
    await coach.getByRole('button', { name: 'Send' }).click()
    await expect(coach.getByText('Sent to 1 student')).toBeVisible()

    await coach.getByRole('button', { name: /^What to do with/ }).click()
    await coach.getByRole('menuitem', { name: 'Cancel clinic' }).click()
    const dialog = coach.getByRole('alertdialog')
    const message = dialog.getByLabel('Message to the participants')
    await message.fill('The range is under water.')
    await coach.route('**/rpc/clinics/cancel', (route) => route.abort())
    await dialog.getByRole('button', { name: 'Cancel clinic' }).click()
    await expect(coach.getByText('Nothing was changed')).toBeVisible()
    await expect(message).toHaveValue('The range is under water.')
    await coach.unroute('**/rpc/clinics/cancel')
    await dialog.getByRole('button', { name: 'Cancel clinic' }).click()
    await expect(dialog).toBeHidden()
    await expect(coach.getByText('Cancelled', { exact: true })).toBeVisible()
  })
})

test('a clinic that is sold out or cancelled says so, and a student waits for a seat', {
  tag: '@only-phone',
}, async ({ page, playwright, baseURL }) => {
  const coach = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  const clinicId = await publishedClinic(coach, 2)
  const seenBy = async (who: APIRequestContext, path: string) => (await who.get(path)).text()

  const buyer = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  await newStudent(buyer)
  const child = await buyer.post('/api/me/golfers', {
    data: { name: 'Mia', relation: 'child', yearOfBirth: new Date().getUTCFullYear() - 9 },
  })
  const held = await buyer.post(`/api/clinics/${clinicId}/seats`, {
    data: {
      players: [null, (await child.json()).id],
      expectedPriceCents: 4_000,
      expectedPolicy: 'standard',
    },
  })
  expect(held.status(), await held.text()).toBe(201)
  // Both seats are paid at one checkout. Who left it can go on with the same seats, which are taken for everyone else.
  expect(await seenBy(buyer, '/lessons')).toContain('Pay $80 for all')
  const left = await seenBy(buyer, `/clinics/${clinicId}?checkout=cancelled`)
  expect(left).toContain('You left the checkout')
  expect(left).toContain('2 seats left')
  expect(left).toContain('Book seats')
  expect(left).not.toContain('All seats are taken.')
  const sold = await seenBy(page.request, `/clinics/${clinicId}`)
  expect(sold).toContain('All seats are taken.')
  expect(sold).toContain('Sign in to hear of free seats')
  await buyer.dispose()

  await newStudent(page.request)
  await page.goto(`/clinics/${clinicId}`)
  await hydrated(page)
  await page.getByLabel('How many seats do you need?').selectOption('2 seats')
  await expectAccessible(page, 'the waiting list of a clinic')
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Tell me when seats are free' }).click()
  await expect(page.getByText('You are on the list for 2 seats.')).toBeVisible()
  await page.goto('/lessons')
  await hydrated(page)
  await expect(page.getByText('2 seats', { exact: false })).toBeVisible()
  await expectAccessible(page, 'the waiting lists of a student')
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByText('You left the list')).toBeVisible()
  await coach.post(`/api/own-clinics/${clinicId}/cancellation`, { data: {} })
  expect(await seenBy(page.request, `/clinics/${clinicId}`)).toContain('This clinic was cancelled.')
  await coach.dispose()
})

/** A published clinic of a new coach, who is signed in here. @returns its id */
async function publishedClinic(request: APIRequestContext, seats: number): Promise<string> {
  await newCoach(request)
  const { places } = await (await request.get('/api/coach/availability')).json()
  const date = addDays(dateIn(Date.now(), 'America/New_York'), 20)
  const saved = await request.put('/api/own-clinics', {
    data: {
      title: `Evening clinic ${someLetters()}`,
      description: '',
      placeId: places[0].id,
      dates: [{ date, time: '18:00', durationMinutes: 60 }],
      priceCents: 4_000,
      seats,
      minimum: 1,
      decideOn: null,
      youngest: null,
      oldest: null,
      level: 'everyone',
    },
  })
  expect(saved.status(), await saved.text()).toBe(200)
  const { clinicId } = await saved.json()
  const published = await request.post(`/api/own-clinics/${clinicId}/publication`, { data: {} })
  expect(published.status(), await published.text()).toBe(200)
  return clinicId
}
