import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { addDays, dateIn } from '#platform/time.ts'
import { pageOfAnother } from './browser-contexts.ts'
import { newStudent, payHeld, someLetters } from './lesson-support.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  isPhone,
  lettersTo,
  settled,
  test,
} from './support.ts'

const zone = 'America/New_York'

test('a storm comes over an afternoon: the students are told, the coach calls off six lessons in at most four clicks, and they choose', {
  tag: '@phone',
}, async ({ page, browser, playwright, baseURL }) => {
  test.setTimeout(240_000)
  const instructorId = await coachOfAllDay(page.request)
  const date = addDays(dateIn(Date.now(), zone), 1)
  const people = await Promise.all(
    Array.from({ length: 6 }, () => playwright.request.newContext({ baseURL: baseURL ?? '' })),
  )
  const starts = await afternoon(page.request, instructorId, date)
  const students: { request: APIRequestContext; email: string; lesson: string }[] = []
  for (const [nth, request] of people.entries()) {
    const { email } = await newStudent(request)
    const held = await request.post('/api/bookings', {
      data: { instructorId, start: starts[nth], durationMinutes: 60 },
    })
    expect(held.status(), await held.text()).toBe(201)
    students.push({ request, email, lesson: await payHeld(request, await held.json()) })
  }

  // The demo reads the forecast at once; the worker reads it every minute and may be the first.
  const [first] = students
  if (!first) throw new Error('no student')
  expect((await first.request.post('/dev/weather', { data: {} })).status()).toBe(200)
  const offerOf = async ({ request, lesson }: (typeof students)[number]) =>
    (await (await request.get(`/api/bookings/${lesson}/rain-check`)).json()).offer
  for (const student of students) await expect.poll(async () => (await offerOf(student))?.isOpen).toBe(true)
  await expect.poll(() => lettersTo(first.request, first.email)).toContain('Bad weather is forecast')

  // The coach calls the afternoon off.
  await page.goto(`/schedule?view=day&date=${date}`)
  await hydrated(page)
  let clicks = 0
  const click = async (name: string | RegExp, role: 'button' | 'menuitem' = 'button') => {
    clicks++
    await page.getByRole(role, { name }).click()
  }
  await click('Add')
  await click('Call off lessons', 'menuitem')
  const dialog = page.getByRole('dialog', { name: 'Call off lessons' })
  await expect(dialog.getByRole('listitem')).toHaveCount(6)
  await settled(page)
  await expectAccessible(page, 'calling off')
  await expectNoSidewaysScroll(page)
  await click('Call off 6 lessons')
  await expect(page.getByText('6 lessons called off')).toBeVisible()
  expect(clicks).toBeLessThanOrEqual(4)
  for (const { request, email } of students)
    await expect.poll(() => lettersTo(request, email)).toContain('called off')

  // One moves, one keeps a credit, one gets the money back.
  const asStudent = async (nth: number) => {
    const student = students[nth]
    if (!student) throw new Error('no student')
    const theirs = await pageOfAnother(browser)
    const answer = await theirs.request.post('/api/sessions', {
      data: { email: student.email, password: 'fairway-seven' },
    })
    expect(answer.ok()).toBe(true)
    await theirs.goto(`/lessons?lesson=${student.lesson}`)
    await hydrated(theirs)
    const weather = theirs.getByRole('region', { name: 'Weather' })
    await expect(weather).toContainText('called this lesson off')
    return { theirs, weather, student }
  }
  const status = async ({ request, lesson }: (typeof students)[number]) =>
    (await (await request.get(`/api/bookings/${lesson}`)).json()) as { status: string; weather: unknown }

  const moving = await asStudent(0)
  await expectAccessible(moving.theirs, 'the choice')
  await expectNoSidewaysScroll(moving.theirs)
  await moving.weather.getByRole('button', { name: 'Choose another time' }).click()
  await expect(moving.theirs.getByRole('dialog')).toContainText(/move/i)
  const later = await afternoon(page.request, instructorId, addDays(date, 2))
  const moved = await moving.student.request.post(`/api/bookings/${moving.student.lesson}/reschedule`, {
    data: { start: later[0], confirmed: [] },
  })
  expect(moved.status(), await moved.text()).toBe(200)
  expect(await status(moving.student)).toMatchObject({ status: 'confirmed', weather: null })

  const keeping = await asStudent(1)
  await keeping.weather.getByRole('button', { name: 'Keep as a credit' }).click()
  await keeping.weather.getByRole('button', { name: 'Keep it as a credit' }).click()
  await expect(keeping.theirs.getByText('You have a credit')).toBeVisible()
  expect(await status(keeping.student)).toMatchObject({ status: 'cancelled' })

  const leaving = await asStudent(2)
  await leaving.weather.getByRole('button', { name: 'Get $90 back' }).click()
  await leaving.theirs.getByRole('button', { name: 'Cancel and get $90 back' }).click()
  await expect(leaving.theirs.getByText('Lesson cancelled')).toBeVisible()
  await expect
    .poll(() => lettersTo(leaving.student.request, leaving.student.email))
    .toContain('We refund all of the $90')

  await page.goto(`/schedule?view=${isPhone(page) ? 'agenda' : 'day'}&date=${date}`)
  await hydrated(page)
  await expect(page.getByText('Called off').first()).toBeVisible()
  for (const one of people) await one.dispose()
})

/** A new coach who teaches all day without notice, with a rule for bad weather; signed in. @returns the coach's id */
async function coachOfAllDay(request: APIRequestContext): Promise<string> {
  const name = `Rainey ${someLetters()}`
  const account = await request.post('/api/accounts', {
    data: { name, email: `${randomUUID()}@coaches.test`, phone: '8025550123', password: 'fairway-seven' },
  })
  expect(account.status()).toBe(201)
  const draft = {
    displayName: name,
    bio: 'Teaches outdoors all day, on the range below the mountains.',
    gender: '',
    years: '6',
    locationName: `Open Range ${someLetters()}`,
    address: '2 Range Road',
    zip: '05602',
    facilityTypes: ['outdoor'],
    specialties: ['Putting'],
    hourlyRate: '90',
    durations: [60],
    launchMonitor: '',
    credential: '',
    hours: [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, from: '09:00', to: '19:00' })),
  }
  expect((await request.put('/api/coach-draft', { data: draft })).ok()).toBe(true)
  const live = await request.post('/api/coach-draft/live')
  expect(live.ok(), await live.text()).toBe(true)
  const { rules, rulesTag } = await (await request.get('/api/coach/availability')).json()
  const saved = await request.put('/api/coach/availability/rules', {
    data: { basedOn: rulesTag, rules: { ...rules, noticeHours: 0 } },
  })
  expect(saved.ok(), await saved.text()).toBe(true)
  const ruled = await request.put('/api/coach/rain-check', { data: { rule: 'storms' } })
  expect(ruled.ok(), await ruled.text()).toBe(true)
  const { userId } = await (await request.get('/api/me')).json()
  return String(userId)
}

/** The coach's open hours of an afternoon. */
async function afternoon(request: APIRequestContext, instructorId: string, date: string): Promise<string[]> {
  const answer = await request.get(
    `/api/coaches/${instructorId}/slots?durationMinutes=60&from=${date}&to=${date}`,
  )
  const { days }: { days: { slots: { start: string }[] }[] } = await answer.json()
  const hourOf = (start: string) => Temporal.Instant.from(start).toZonedDateTimeISO(zone)
  return days
    .flatMap(({ slots }) => slots.map(({ start }) => start))
    .filter((start) => hourOf(start).minute === 0 && hourOf(start).hour >= 12 && hourOf(start).hour < 18)
}
