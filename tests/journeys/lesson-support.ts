import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Browser, Page } from '@playwright/test'
import pg from 'pg'
import { HOUR } from '#platform/duration.ts'
import { startCluster } from '#platform/embedded-postgres.ts'
import { projectRoot } from '../support/cluster.ts'
import { cardAt } from '../support/now.ts'
import { pageOfAnother } from './browser-contexts.ts'
import { journeyDatabase, journeyPort } from './marketplace.ts'
import { expect, scenario, signIn } from './support.ts'

/**
 * Eight random letters. Without digits, because a name with many digits would be treated as a phone number.
 */
export const someLetters = () =>
  randomUUID()
    .slice(0, 8)
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')

/** A new student with a unique name, signed in here. */
export async function newStudent(
  request: APIRequestContext,
  name = `Casey ${someLetters()}`,
): Promise<{ name: string; email: string }> {
  const email = `${randomUUID()}@students.test`
  const account = await request.post('/api/accounts', {
    data: { name, email, phone: '7045550123', password: 'fairway-seven' },
  })
  expect(account.status()).toBe(201)
  return { name, email }
}

/**
 * Books and pays for an hour with Maya at an open time at least four days ahead; tries another time when one
 * was just taken.
 * @returns the booking's id
 */
export async function bookWithMaya(
  request: APIRequestContext,
  wanted?: string,
  golferId: string | null = null,
): Promise<string> {
  const starts = wanted ? [wanted] : await openTimes(request)
  for (const start of starts) {
    const held = await request.post('/api/bookings', {
      data: { instructorId: scenario.maya.id, start, durationMinutes: 60, golferId },
    })
    if (held.status() !== 201) continue
    return await payHeld(request, await held.json())
  }
  throw new Error('no open time with Maya')
}

/**
 * Pays for a held time with a test card, and waits until the lesson is confirmed.
 * @returns its booking
 */
export async function payHeld(
  request: APIRequestContext,
  { bookingId, checkoutUrl }: { bookingId: string; checkoutUrl: string },
): Promise<string> {
  const paid = await request.post(`/api/test-checkouts/${checkoutUrl.split('/').at(-1)}/payments`, {
    data: cardAt(Date.now()),
  })
  expect(paid.status(), await paid.text()).toBe(200)
  // The processor sends the event, and retries after a minute if the delivery failed.
  await expect
    .poll(async () => (await (await request.get(`/api/bookings/${bookingId}`)).json()).status, {
      timeout: 75_000,
    })
    .toBe('confirmed')
  return bookingId
}

/**
 * The first of Maya's open times at least two days ahead, for journeys that then move the demo clock to it.
 */
export async function soonestTime(request: APIRequestContext): Promise<string> {
  const [first] = (await openTimes(request, 48)).sort()
  if (!first) throw new Error('no open time with Maya')
  return first
}

/**
 * Lists Maya's open times at least four days ahead, in random order, so that parallel journeys rarely choose
 * the same one.
 */
async function openTimes(request: APIRequestContext, hoursAhead = 96): Promise<string[]> {
  const slots = await (await request.get(`/api/coaches/${scenario.maya.id}/slots?durationMinutes=60`)).json()
  const soonest = Date.now() + hoursAhead * HOUR
  return slots.days
    .flatMap((day: { slots: { start: string }[] }) => day.slots.map(({ start }) => start))
    .filter((start: string) => Date.parse(start) > soonest)
    .sort(() => Math.random() - 0.5)
}

/** Moves a lesson into the past, so that it ended some hours ago. */
export async function letItPass(bookingId: string, hoursAgo = 2): Promise<void> {
  const cluster = await startCluster({ checkout: projectRoot, name: 'test', isThrowaway: true })
  const client = new pg.Client({ connectionString: cluster.url(journeyDatabase(journeyPort())) })
  await client.connect()
  try {
    const move = (id: string, start: number) =>
      client.query('update bookings set lesson_date = $2 where id = $1', [id, new Date(start)]).then(
        () => true,
        () => false,
      )
    // Lessons of a coach cannot overlap, so the lessons that earlier journeys moved into the past are moved
    // further back.
    const lived = await client.query<{ id: string }>(
      `select b.id from bookings b join profiles s on s.id = b.student_id
       where b.instructor_id = $1 and s.email like '%@students.test' and b.lesson_end between $2 and $3`,
      [scenario.maya.id, new Date(Date.now() - 24 * HOUR), new Date()],
    )
    for (const { id } of lived.rows) await move(id, Date.now() - (30 + Math.random() * 300) * 24 * HOUR)
    const steps = Array.from({ length: 48 }, (_, step) => step).sort(() => Math.random() - 0.5)
    for (const step of steps) if (await move(bookingId, Date.now() - (hoursAgo + 1 + step / 3) * HOUR)) return
    throw new Error('Maya was busy all of yesterday')
  } finally {
    await client.end()
  }
}

/** A page signed in as Maya in a separate browser context. */
export async function mayasPage(browser: Browser): Promise<Page> {
  const coach = await pageOfAnother(browser)
  await signIn(coach, 'coach')
  return coach
}
