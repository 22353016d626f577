import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { addDays } from '#platform/time.ts'
import { plainPhoto } from '../support/media.ts'
import { pageOfAnother } from './browser-contexts.ts'
import { addNumberedClip } from './clip-support.ts'
import { newStudent, payHeld } from './lesson-support.ts'
import { expect, expectNoSidewaysScroll, hydrated, test } from './support.ts'

// A town that no other journey uses.
const zip = '59718'
const words = 'Let the club fall; the turn does the rest'

test.use({ actionTimeout: 20_000 })

/** Runs after all other journeys, because it moves the clock they share. */
test('a coach’s first week: live, found, booked, moved, note and angle, payout and statement [rows 92, 95, 96, 98, 99]', {
  tag: '@only-phone',
}, async ({ page, browser }) => {
  // Takes half a minute on an idle machine.
  test.setTimeout(240_000)
  const coachName = `Bozeman Bea ${letters()}`
  const place = `Bridger Range ${letters()}`
  const { instructorId, live } = await test.step('the coach signs up and goes live', async () => {
    const me = await page.request.post('/api/accounts', {
      data: {
        name: coachName,
        email: `${randomUUID()}@coaches.test`,
        phone: '4065550123',
        password: 'fairway-seven',
      },
    })
    expect(me.status()).toBe(201)
    const draft = {
      displayName: coachName,
      bio: 'Teaches the short game outdoors, in any wind that the mountains send down.',
      gender: '',
      years: '6',
      locationName: place,
      address: '1 Bridger Drive',
      zip,
      facilityTypes: ['outdoor'],
      specialties: ['Putting'],
      hourlyRate: '90',
      durations: [60],
      launchMonitor: '',
      credential: '',
      hours: [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, from: '09:00', to: '17:00' })),
    }
    expect((await page.request.put('/api/coach-draft', { data: draft })).ok()).toBe(true)
    await page.goto('/instructor-onboarding?step=preview')
    await hydrated(page)
    await expect(page.getByRole('article', { name: 'Your profile' })).toContainText(place)
    await page.getByRole('button', { name: 'Go live' }).click()
    await expect(page.getByRole('heading', { name: /^Your profile is live/ })).toBeVisible()
    const href = await page.getByRole('link', { name: 'See your profile' }).getAttribute('href')
    const account = await page.request.post('/api/coach/payout-account')
    expect((await account.json()).status).toBe('active')
    return { instructorId: href?.split('/').at(-1) ?? '', live: href ?? '' }
  })

  await test.step('the coach adds a portrait, a picture, and a holiday', async () => {
    const portrait = await page.request.post('/uploads/coach-pictures?purpose=portrait&left=0&top=0&size=1', {
      data: Buffer.from(await plainPhoto('png', 600, 600)),
      headers: { 'content-type': 'image/png' },
    })
    expect(portrait.status()).toBe(201)
    const { url } = await portrait.json()
    await page.goto('/gallery')
    await hydrated(page)
    await page.getByLabel('Pictures to add').setInputFiles([
      {
        name: 'range.png',
        mimeType: 'image/png',
        buffer: Buffer.from(await plainPhoto('png', 900, 700)),
      },
    ])
    await expect(page.getByRole('list', { name: 'Your pictures' }).getByRole('listitem')).toHaveCount(1)
    await page.goto(live)
    const portraits = page.locator(`img[src*="${url.split('/').at(-2)}"]`)
    await expect(portraits.filter({ visible: true }).first()).toBeVisible()

    await page.goto('/availability')
    await hydrated(page)
    const { today } = await page.request.get('/api/coach/availability').then((answer) => answer.json())
    const [from, to] = [addDays(today, 20), addDays(today, 24)]
    expect(await openDates(page.request, instructorId)).toContain(from)
    await page.getByRole('tab', { name: /Days off/ }).click()
    await page.getByRole('button', { name: 'Block time' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('First date').fill(from)
    await dialog.getByLabel('Last date').fill(to)
    await dialog.getByLabel('Note').fill('Fishing with the children')
    await dialog.getByRole('button', { name: 'Block', exact: true }).click()
    await expect(page.getByText('Fishing with the children')).toBeVisible()
    const open = await openDates(page.request, instructorId)
    expect(open).not.toContain(from)
    expect(open).not.toContain(to)
    expect(open).toContain(addDays(today, 25))
  })

  const student = await pageOfAnother(browser)
  const { booked, name, studentId } =
    await test.step('a visitor finds the coach, books and pays', async () => {
      await student.goto('/')
      await hydrated(student)
      await student.getByLabel('Your zip code').fill(zip)
      await student.getByRole('button', { name: 'See Instructors Near You' }).click()
      await student
        .getByRole('article')
        .filter({ hasText: coachName })
        .getByRole('link', { name: coachName, exact: true })
        .click()
      await expect(student.getByRole('heading', { level: 1, name: coachName })).toBeVisible()
      await expect(student.getByText(place).first()).toBeVisible()
      const { name } = await newStudent(student.request)
      const { userId: studentId } = await (await student.request.get('/api/me')).json()
      const start = await firstOpening(student.request, instructorId)
      const held = await student.request.post('/api/bookings', {
        data: { instructorId, start, durationMinutes: 60 },
      })
      expect(held.status()).toBe(201)
      const bookingId = await payHeld(student.request, await held.json())
      await student.goto('/lessons')
      await expect(student.getByText(place, { exact: false }).first()).toBeVisible()
      await expect(student.getByText('Confirmed').first()).toBeVisible()
      return { booked: { bookingId, start }, name, studentId }
    })

  await test.step('the coach moves the lesson by an hour with the keyboard', async () => {
    await page.goto(`/schedule?view=day&date=${dateThere(booked.start)}`)
    await hydrated(page)
    const lesson = page.locator(`[data-entry="${booked.bookingId}"]`)
    await expect(lesson).toHaveAccessibleName(new RegExp(`^Lesson: ${name}`))
    await lesson.press('m')
    await expect(page.getByText(`Moving the lesson of ${name}`)).toBeAttached()
    for (let quarter = 0; quarter < 4; quarter++) await page.keyboard.press('ArrowDown')
    const hour = clockThere(Date.parse(booked.start) + 3_600_000)
    await expect(page.getByText(new RegExp(`, ${hour}$`))).toBeAttached()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Move the lesson' }).click()
    await expect(page.getByText('Lesson moved')).toBeVisible()
    await student.reload()
    await expect(student.getByText(hour.replace(/ [AP]M$/, '')).first()).toBeVisible()
  })

  await passUntil(student.request, 'The lesson is over')
  await test.step('the coach writes a note and draws an angle, and the student sees both', async () => {
    const { version } = await (
      await page.request.put(`/api/lessons/${booked.bookingId}/card`, {
        data: { basedOn: 0, note: words, nextGoal: '', privateNote: '' },
      })
    ).json()
    await page.request.post(`/api/lessons/${booked.bookingId}/card/shared`, { data: { basedOn: version } })
    const clipId = await addNumberedClip(page.request, { instructorId, studentId }, 'From the tee')
    await page.goto(`/clips/${clipId}`)
    await hydrated(page)
    await page.getByRole('button', { name: 'Angle', exact: true }).click()
    await page.getByLabel('Shown for').selectOption('whole')
    await page.getByRole('button', { name: 'Put it in the middle' }).click()
    await expect(page.getByRole('list', { name: 'Drawings in words' }).getByText(/^Angle of/)).toBeVisible()

    await student.goto(`/student-collaborate?coach=${instructorId}`)
    await hydrated(student)
    await expect(student.getByText(words).first()).toBeVisible()
    await expectNoSidewaysScroll(student)
    await student.goto(`/clips/${clipId}`)
    await expect(student.getByText(/^Angle of/).first()).toBeVisible()
  })

  await passUntil(student.request, 'The coach is paid')
  await test.step('the payout is sent and appears in the statement', async () => {
    await page.goto('/earnings-payouts')
    await hydrated(page)
    await expect(page.getByText(name).filter({ visible: true }).first()).toBeVisible()
    await expect(
      page
        .getByText(/Paid out/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible()
    await expectNoSidewaysScroll(page)
    // The year in which the share was sent, in case the week spans New Year.
    const statements = page.getByRole('region', { name: 'Statements' })
    await statements.getByRole('link', { name: /, paid out of \d{4}: see the lessons$/ }).click()
    const lines = page.getByRole('region', { name: 'Lines' })
    await expect(lines.getByRole('listitem')).toHaveText(/^Sent to your account.*\$81/)
    await expect(lines.getByRole('link', { name: `60-minute Lesson with ${name}` })).toBeVisible()
    await expectNoSidewaysScroll(page)
  })
})

/** Random letters for a unique name. Digits would be treated as a phone number. */
const letters = () =>
  Array.from({ length: 6 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('')

const there = 'America/Denver'
const dateThere = (start: string) =>
  new Intl.DateTimeFormat('sv', { timeZone: there }).format(new Date(start))
/** The calendar's format: `10:00 AM`. */
const clockThere = (start: number) =>
  new Intl.DateTimeFormat('en-US', { timeZone: there, hour: 'numeric', minute: '2-digit' })
    .format(start)
    .replace(/\s/, ' ')

async function slotDays(
  request: APIRequestContext,
  instructorId: string,
): Promise<{ date: string; slots: { start: string }[] }[]> {
  const answer = await request.get(`/api/coaches/${instructorId}/slots?durationMinutes=60`)
  return (await answer.json()).days
}

const openDates = async (request: APIRequestContext, instructorId: string) =>
  (await slotDays(request, instructorId)).flatMap(({ date, slots }) => (slots.length > 0 ? [date] : []))

/**
 * Returns the second time of a day that is almost completely open: the first may soon be too late to book,
 * and the following hour is open, too.
 */
async function firstOpening(request: APIRequestContext, instructorId: string): Promise<string> {
  const day = (await slotDays(request, instructorId)).find(({ slots }) => slots.length > 10)
  const start = day?.slots[1]?.start
  if (!start) throw new Error('no open day')
  return start
}

/**
 * Advances the demo clock from one event of a student's lesson to the next, until the given one has happened.
 */
async function passUntil(request: APIRequestContext, last: string) {
  const headers = { accept: 'application/json' }
  for (let steps = 0; steps < 12; steps++) {
    const { next } = await (await request.get('/dev/clock', { headers })).json()
    const moved = await request.post('/dev/clock', { headers, data: { by: 'next' }, timeout: 120_000 })
    expect(moved.ok()).toBe(true)
    if (next.what === last) return
  }
  throw new Error(`${last}: never came`)
}
