import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { newStudent, payHeld } from './lesson-support.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, hydrated, settled, test } from './support.ts'

test('a golfer joins the list for a full day, another cancels, and the golfer takes the held time and pays [row 76]', {
  tag: '@only-phone',
}, async ({ page, playwright, baseURL }) => {
  const people = await Promise.all(
    [1, 2].map(() => playwright.request.newContext({ baseURL: baseURL ?? '' })),
  )
  const [coach, rival] = people as [APIRequestContext, APIRequestContext]
  const { instructorId, coachName } = await oneHourADay(coach)
  await newStudent(rival)
  const { date, start } = await laterDay(rival, instructorId)
  const lesson = await bookAndPay(rival, instructorId, start)
  await newStudent(page.request)

  await page.goto(`/instructor/${instructorId}?date=${date}`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Tell me if something opens' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('From')).toHaveValue(date)
  await expectAccessible(page, 'asking')
  await dialog.getByRole('button', { name: 'Tell me' }).click()
  await expect(dialog.getByRole('heading', { name: 'You are on the list' })).toBeVisible()
  await expectAccessible(page, 'asked')
  await dialog.getByRole('link', { name: 'See your list' }).click()

  const list = page.getByRole('region', { name: 'Waiting lists' })
  await expect(list.getByRole('listitem')).toContainText(`Coach ${firstOf(coachName)}`)
  await hydrated(page)
  const cancelled = await rival.post(`/api/bookings/${lesson}/cancellation`, { data: {} })
  expect(cancelled.status()).toBe(200)

  // No reload: the open page receives the event.
  const offer = page
    .getByRole('article')
    .filter({ hasText: `A time with Coach ${firstOf(coachName)} opened` })
  await expect(offer.getByRole('timer')).toHaveText(/left$/)
  await settled(page)
  await expectAccessible(page, 'the offer')
  await expectNoSidewaysScroll(page)
  await offer.getByRole('button', { name: 'Book it for $90' }).click()
  await page.waitForURL(/\/checkout\//)
  const lessons: { id: string; status: string; checkoutUrl: string }[] = await (
    await page.request.get('/api/bookings')
  ).json()
  const taken = lessons.find(({ status }) => status === 'pending')
  expect(taken?.checkoutUrl).toContain(new URL(page.url()).pathname)
  await payHeld(page.request, { bookingId: taken?.id ?? '', checkoutUrl: taken?.checkoutUrl ?? '' })
  const { freed } = await (await coach.get('/api/coach/cancellation-list')).json()
  expect(freed).toMatchObject([{ start, status: 'taken', offeredTo: 1 }])
  for (const one of people) await one.dispose()
})

const firstOf = (name: string) => name.split(' ')[0]

/** Random letters for a unique name. Digits would be treated as a phone number. */
const letters = () =>
  Array.from({ length: 6 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('')

/** A new coach who teaches from ten to eleven each day, in a town that no other journey uses. */
async function oneHourADay(request: APIRequestContext) {
  const coachName = `Montpelier ${letters()}`
  const account = await request.post('/api/accounts', {
    data: {
      name: coachName,
      email: `${randomUUID()}@coaches.test`,
      phone: '8025550123',
      password: 'fairway-seven',
    },
  })
  expect(account.status()).toBe(201)
  const draft = {
    displayName: coachName,
    bio: 'Teaches one hour a day, on the range below the mountains.',
    gender: '',
    years: '6',
    locationName: `Mountain Range ${letters()}`,
    address: '2 Range Road',
    zip: '05602',
    facilityTypes: ['outdoor'],
    specialties: ['Putting'],
    hourlyRate: '90',
    durations: [60],
    launchMonitor: '',
    credential: '',
    hours: [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, from: '10:00', to: '11:00' })),
  }
  expect((await request.put('/api/coach-draft', { data: draft })).ok()).toBe(true)
  const live = await request.post('/api/coach-draft/live')
  expect(live.ok(), await live.text()).toBe(true)
  const { userId: instructorId } = await (await request.get('/api/me')).json()
  return { instructorId: String(instructorId), coachName }
}

/** The coach's hour about a week ahead, which leaves two hours to decide. */
async function laterDay(request: APIRequestContext, instructorId: string) {
  const answer = await request.get(`/api/coaches/${instructorId}/slots?durationMinutes=60`)
  const { days }: { days: { date: string; slots: { start: string }[] }[] } = await answer.json()
  const day = days.filter(({ slots }) => slots.length > 0)[6]
  const start = day?.slots[0]?.start
  if (!day || !start) throw new Error('no open day')
  return { date: day.date, start }
}

async function bookAndPay(request: APIRequestContext, instructorId: string, start: string): Promise<string> {
  const held = await request.post('/api/bookings', { data: { instructorId, start, durationMinutes: 60 } })
  expect(held.status(), await held.text()).toBe(201)
  return await payHeld(request, await held.json())
}
