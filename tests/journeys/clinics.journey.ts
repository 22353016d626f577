import type { APIRequestContext } from '@playwright/test'
import { addDays, dateIn } from '#platform/time.ts'
import { pageOfAnother } from './browser-contexts.ts'
import { newCoach } from './coach-support.ts'
import { newStudent, someLetters } from './lesson-support.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  payByCard,
  tabTo,
  test,
} from './support.ts'

test('a coach publishes a camp, a parent books two children and pays once, and one seat is cancelled', {
  tag: '@phone',
}, async ({ page, browser }) => {
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
  await expectAccessible(coach, 'the form of a clinic')
  await expectNoSidewaysScroll(coach)
  await form.getByRole('button', { name: 'Save draft' }).click()
  await expect(coach.getByText('0 of 3 seats')).toBeVisible()
  await coach.getByRole('button', { name: 'Publish', exact: true }).click()
  await coach.getByRole('button', { name: 'Publish clinic' }).click()
  await expect(coach.getByText('Published', { exact: true })).toBeVisible()
  await expectAccessible(coach, 'the clinics of a coach')

  await newStudent(page.request)
  const children = [`Emma ${someLetters()}`, `Leo ${someLetters()}`]
  for (const name of children)
    await page.request.post('/api/me/golfers', {
      data: { name, relation: 'child', yearOfBirth: new Date().getUTCFullYear() - 9 },
    })
  await page.goto(`/instructor/${coachId}`)
  await hydrated(page)
  await page.getByRole('heading', { name: 'Where you meet' }).scrollIntoViewIfNeeded()
  await page.getByRole('link', { name: new RegExp(title) }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText('3 seats left')).toBeVisible()
  await page.getByRole('button', { name: 'Book seats' }).click()
  await expect(page.getByText('Choose who takes part')).toBeVisible()
  for (const name of children) await page.getByLabel(name).check()
  await expectAccessible(page, 'a clinic')
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Pay $80 for 2 seats' }).click()
  await page.waitForURL(/\/checkout\//)
  await payByCard(page)
  await page.waitForURL(/\/payment-success/)
  await expect(page.getByRole('heading', { name: 'Your 2 seats are confirmed' })).toBeVisible()
  for (const name of children) await expect(page.getByText(name)).toBeVisible()
  await expectAccessible(page, 'seats that are paid')
  await expectNoSidewaysScroll(page)

  await coach.goto('/your-clinics')
  await hydrated(coach)
  await expect(coach.getByText('2 of 3 seats')).toBeVisible()
  await coach.getByRole('button', { name: 'Participants' }).click()
  for (const name of children) await expect(coach.getByRole('dialog').getByText(name)).toBeVisible()
  await expectAccessible(coach, 'the participants of a clinic')
  await expectNoSidewaysScroll(coach)
  await coach.getByRole('button', { name: 'Message all participants' }).click()
  await coach.getByLabel('Message', { exact: true }).fill('Please bring a wedge.')
  await expectAccessible(coach, 'the message to all participants')
  await expectNoSidewaysScroll(coach)
  await coach.getByRole('button', { name: 'Send' }).click()
  await expect(coach.getByText('Sent to 1 student')).toBeVisible()

  // Each of the two dates is in the coach's calendar.
  await coach.goto(`/schedule?view=agenda&date=${firstDay}`)
  const dates = coach.getByRole('link', { name: new RegExp(`Clinic: ${title}, 2 of 3 seats`) })
  await expect(dates).toHaveCount(2)
  await expectAccessible(coach, 'an agenda with a clinic')
  await coach.goto(`/schedule?view=week&date=${firstDay}`)
  await expect(dates.first()).toBeVisible()
  await expectNoSidewaysScroll(coach)

  await page.goto('/lessons')
  await hydrated(page)
  const lessons = page.getByRole('article').filter({ hasText: title })
  await expect(lessons).toHaveCount(2)
  await expectAccessible(page, 'lessons with seats in a clinic')
  const seats = await (await page.request.get('/api/bookings')).json()
  const emmas = seats.find(({ golfer }: { golfer: { name: string } }) => golfer.name === children[0])
  await page.goto(`/lessons?lesson=${emmas.id}&do=cancel`)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Cancel/ })
    .click()
  await expect(page.getByText('Lesson cancelled')).toBeVisible()
  await expect(lessons).toHaveCount(1)
  await coach.goto('/your-clinics')
  await expect(coach.getByText('1 of 3 seats')).toBeVisible()
})

test('a seat is bought with only the keyboard, in at most six presses', async ({ page, browser }) => {
  const coach = await pageOfAnother(browser)
  const clinicId = await publishedClinic(coach.request)
  await newStudent(page.request)
  await page.goto(`/clinics/${clinicId}`)
  await hydrated(page)
  await tabTo(page, 'input[type="checkbox"]')
  await page.keyboard.press('Space')
  await tabTo(page, 'button', 'Pay $40 for 1 seat')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/checkout\//)
})

test('a parent adds a child on the page of a clinic, and nothing is bought yet', async ({
  page,
  browser,
}) => {
  const coach = await pageOfAnother(browser)
  const clinicId = await publishedClinic(coach.request)
  await newStudent(page.request)
  const child = `Emma ${someLetters()}`
  await page.goto(`/clinics/${clinicId}`)
  await hydrated(page)
  await page.getByRole('checkbox', { name: /^Me \(/ }).check()
  await page.getByRole('button', { name: 'Add someone' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name of the golfer').fill(child)
  await dialog.getByLabel('Year of birth').fill(String(new Date().getUTCFullYear() - 9))
  await dialog.getByRole('button', { name: 'Add golfer' }).click()
  await page.getByRole('checkbox', { name: child }).check()
  await expect(page.getByRole('button', { name: 'Pay $80 for 2 seats' })).toBeVisible()
  expect(await (await page.request.get('/api/bookings')).json()).toEqual([])
  expect(new URL(page.url()).pathname).toBe(`/clinics/${clinicId}`)
})

test('a clinic that is a draft, sold out or cancelled says so, and a student waits for a seat', {
  tag: '@only-phone',
}, async ({ page, browser }) => {
  const coach = await pageOfAnother(browser)
  const clinicId = await publishedClinic(coach.request, 2)
  const one = await coach.request.get('/api/own-clinics')
  const [{ placeId, form }] = await one.json()
  const draft = await saveClinic(coach.request, { placeId, dates: form.dates })
  expect((await page.request.get(`/clinics/${draft}`)).status()).toBe(404)

  const buyer = await pageOfAnother(browser)
  await newStudent(buyer.request)
  const child = await buyer.request.post('/api/me/golfers', {
    data: { name: 'Mia', relation: 'child', yearOfBirth: new Date().getUTCFullYear() - 9 },
  })
  const held = await buyer.request.post(`/api/clinics/${clinicId}/seats`, {
    data: {
      players: [null, (await child.json()).id],
      expectedPriceCents: 4_000,
      expectedPolicy: 'standard',
    },
  })
  expect(held.status(), await held.text()).toBe(201)
  // Both seats are paid at one checkout.
  await buyer.goto('/lessons')
  await expect(buyer.getByRole('link', { name: 'Pay $80 for all' })).toHaveCount(2)
  await expectAccessible(buyer, 'lessons with held seats')
  // Who left the checkout can go on with the same seats, which are taken for everyone else.
  await buyer.goto(`/clinics/${clinicId}?checkout=cancelled`)
  await expect(buyer.getByText('You left the checkout')).toBeVisible()
  await expect(buyer.getByText('2 seats left')).toBeVisible()
  await expect(buyer.getByRole('button', { name: 'Book seats' })).toBeVisible()
  await page.goto(`/clinics/${clinicId}`)
  await expect(page.getByText('All seats are taken.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in to hear of free seats' })).toBeVisible()
  await expectAccessible(page, 'a clinic that is sold out')

  await newStudent(page.request)
  await page.goto(`/clinics/${clinicId}`)
  await hydrated(page)
  await page.getByLabel('How many seats do you need?').selectOption('2 seats')
  await expectAccessible(page, 'the waiting list of a clinic')
  await page.getByRole('button', { name: 'Tell me when seats are free' }).click()
  await expect(page.getByText('You are on the list for 2 seats.')).toBeVisible()
  await expectAccessible(page, 'a clinic that the student waits for')
  await expectNoSidewaysScroll(page)
  await page.goto('/lessons')
  await hydrated(page)
  await expect(page.getByText('2 seats', { exact: false })).toBeVisible()
  await expectAccessible(page, 'the waiting lists of a student')
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByText('You left the list')).toBeVisible()
  await coach.request.post(`/api/own-clinics/${clinicId}/cancellation`, { data: {} })
  await page.goto(`/clinics/${clinicId}`)
  await expect(page.getByText('This clinic was cancelled.')).toBeVisible()
})

test.describe('a cancellation that does not reach the server', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  test('keeps its dialog and the message to the participants', async ({ page }) => {
    await publishedClinic(page.request)
    await page.goto('/your-clinics')
    await hydrated(page)
    await page.getByRole('button', { name: /^What to do with/ }).click()
    await page.getByRole('menuitem', { name: 'Cancel clinic' }).click()
    const dialog = page.getByRole('alertdialog')
    const message = dialog.getByLabel('Message to the participants')
    await message.fill('The range is under water.')
    await page.route('**/rpc/clinics/cancel', (route) => route.abort())
    await dialog.getByRole('button', { name: 'Cancel clinic' }).click()
    await expect(page.getByText('Nothing was changed')).toBeVisible()
    await expect(message).toHaveValue('The range is under water.')
    await page.unroute('**/rpc/clinics/cancel')
    await dialog.getByRole('button', { name: 'Cancel clinic' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  })
})

async function saveClinic(
  request: APIRequestContext,
  clinic: { placeId: string; dates: object[] },
  seats = 8,
) {
  const saved = await request.put('/api/own-clinics', {
    data: {
      title: `Evening clinic ${someLetters()}`,
      description: '',
      priceCents: 4_000,
      seats,
      minimum: 1,
      decideOn: null,
      youngest: null,
      oldest: null,
      level: 'everyone',
      ...clinic,
    },
  })
  expect(saved.status(), await saved.text()).toBe(200)
  return (await saved.json()).clinicId
}

/** A published clinic of a new coach, who is signed in here. @returns its id */
async function publishedClinic(request: APIRequestContext, seats = 8): Promise<string> {
  await newCoach(request)
  const { places } = await (await request.get('/api/coach/availability')).json()
  const date = addDays(dateIn(Date.now(), 'America/New_York'), 20)
  const clinicId = await saveClinic(
    request,
    { placeId: places[0].id, dates: [{ date, time: '18:00', durationMinutes: 60 }] },
    seats,
  )
  const published = await request.post(`/api/own-clinics/${clinicId}/publication`, { data: {} })
  expect(published.status(), await published.text()).toBe(200)
  return clinicId
}
