import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { addDays, dateIn } from '#platform/time.ts'
import { pageOfAnother } from './browser-contexts.ts'
import { newStudent, payHeld, someLetters } from './lesson-support.ts'
import { expect, expectFitsBothWidths, hydrated, lettersTo, test } from './support.ts'

const zone = 'America/New_York'

test('a storm comes over an afternoon: the student is told, the coach calls off all lessons in at most four clicks, and the student chooses for each', async ({
  page,
  browser,
}) => {
  const instructorId = await coachOfAllDay(page.request)
  const date = addDays(dateIn(Date.now(), zone), 1)
  const theirs = await pageOfAnother(browser)
  const { request } = theirs
  const { email } = await newStudent(request)
  const lessons: string[] = []
  for (const start of (await afternoon(page.request, instructorId, date)).slice(0, 3)) {
    const held = await request.post('/api/bookings', { data: { instructorId, start, durationMinutes: 60 } })
    expect(held.status(), await held.text()).toBe(201)
    lessons.push(await payHeld(request, await held.json()))
  }

  // The demo reads the forecast at once; the worker reads it every minute and may be the first.
  expect((await request.post('/dev/weather', { data: {} })).status()).toBe(200)
  await expect.poll(() => lettersTo(request, email)).toContain('Bad weather is forecast')

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
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await expectFitsBothWidths(page, 'calling off')
  await click('Call off 3 lessons')
  await expect(page.getByText('3 lessons called off')).toBeVisible()
  expect(clicks).toBeLessThanOrEqual(4)
  await expect(page.getByText('Called off', { exact: true }).first()).toBeVisible()
  await expect.poll(() => lettersTo(request, email)).toContain('called off')

  // The student looks at other times for one lesson and keeps it as a credit, and gets the money back for another.
  const weather = theirs.getByRole('region', { name: 'Weather' })
  const open = async (nth: number) => {
    await theirs.goto(`/lessons?lesson=${lessons[nth]}`)
    await hydrated(theirs)
    await expect(weather).toContainText('called this lesson off')
  }
  const status = async (nth: number) =>
    (await (await request.get(`/api/bookings/${lessons[nth]}`)).json()).status
  await open(0)
  await expectFitsBothWidths(theirs, 'the choice')
  await weather.getByRole('button', { name: 'Choose another time' }).click()
  await expect(theirs.getByRole('dialog', { name: 'Move this lesson' })).toBeVisible()
  await theirs.keyboard.press('Escape')
  await weather.getByRole('button', { name: 'Keep as a credit' }).click()
  await weather.getByRole('button', { name: 'Keep it as a credit' }).click()
  await expect(theirs.getByText('You have a credit')).toBeVisible()
  expect(await status(0)).toBe('cancelled')

  await open(1)
  await weather.getByRole('button', { name: 'Get $90 back' }).click()
  await theirs.getByRole('button', { name: 'Cancel and get $90 back' }).click()
  await expect(theirs.getByText('Lesson cancelled')).toBeVisible()
  expect(await status(1)).toBe('cancelled')
  await expect.poll(() => lettersTo(request, email)).toContain('We refund all of the $90')
  expect(await status(2)).toBe('confirmed')
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
