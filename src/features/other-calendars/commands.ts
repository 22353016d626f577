import { randomUUID } from 'node:crypto'
import { and, count, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { instructorSchedules } from '#features/availability/tables.ts'
import { AppError } from '#platform/errors.ts'
import { PublicFetchError } from '#platform/fetch-public.ts'
import type { Services } from '#ports/services.ts'
import { busyTitle } from './busy-time.ts'
import { revokeQueuedTokens } from './google/access.ts'
import { type CalendarFailure, failureWords } from './health.ts'
import { noteReading, readAddress, readCalendar, settlePause } from './reading.ts'
import { type addCalendarSchema, MOST_ADDRESSES } from './schema.ts'
import { calendarSealer, hashOfAddress } from './sealing.ts'
import { otherCalendars } from './tables.ts'

const TRIES = { points: 20, seconds: 3_600 }
const READINGS = { points: 30, seconds: 3_600 }

/**
 * Adds a calendar by URL after reading it once; its busy times count immediately.
 * @throws AppError unreadable with the reason, already_added, too_many_calendars
 */
export async function addAddress(
  services: Services,
  coachId: string,
  input: z.output<typeof addCalendarSchema>,
): Promise<void> {
  const { db, env, clock, calendarFiles, rateLimits } = services
  await rateLimits.count('add-calendar', coachId, TRIES)
  const address = normalized(() => calendarFiles.normalize(input.address))
  const calendar = otherCalendars
  const addressHash = hashOfAddress(env, address)
  const ofCoach = eq(calendar.instructorId, coachId)
  const [known] = await db
    .select({ id: calendar.id })
    .from(calendar)
    .where(and(ofCoach, eq(calendar.addressHash, addressHash)))
  if (known) throw alreadyAdded()
  const reading = await readAddress(services, coachId, address, null)
  if (!reading.ok) throw unreadable(reading.failure)
  const id = randomUUID()
  await db.transaction(async (tx) => {
    await tx
      .select({ id: instructorSchedules.instructorId })
      .from(instructorSchedules)
      .where(eq(instructorSchedules.instructorId, coachId))
      .for('no key update')
    const [there] = await tx
      .select({ addresses: count() })
      .from(calendar)
      .where(and(ofCoach, eq(calendar.kind, 'address')))
    if ((there?.addresses ?? 0) >= MOST_ADDRESSES)
      throw new AppError(
        'conflict',
        'too_many_calendars',
        `You can add ${MOST_ADDRESSES} addresses. Remove one first.`,
      )
    const added = await tx
      .insert(calendar)
      .values({
        id,
        instructorId: coachId,
        kind: 'address',
        name: input.name || nameOf(reading.found?.name ?? null, address),
        address: calendarSealer(env).seal(address, id),
        addressHash,
        nextTryAt: clock.now(),
      })
      .onConflictDoNothing()
      .returning({ id: calendar.id })
    // A double click, or the same request in another tab.
    if (added.length === 0) throw alreadyAdded()
    await noteReading(services, tx, { id, instructorId: coachId, failures: 0, failingSince: null }, reading)
  })
}

/**
 * Reads a coach's calendar immediately instead of at its next scheduled time.
 * @throws AppError no_such_calendar
 */
export async function readAgain(services: Services, coachId: string, calendarId: string): Promise<void> {
  await services.rateLimits.count('read-calendar', coachId, READINGS)
  await refuseStranger(services, coachId, calendarId)
  // Forces a full read.
  await services.db
    .update(otherCalendars)
    .set({ writtenOutAt: null })
    .where(eq(otherCalendars.id, calendarId))
  await readCalendar(services, calendarId)
}

/**
 * Deletes a calendar with its credentials and busy times, and revokes the access at Google.
 * @throws AppError no_such_calendar
 */
export async function disconnect(services: Services, coachId: string, calendarId: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const gone = await tx
      .delete(otherCalendars)
      .where(and(eq(otherCalendars.id, calendarId), eq(otherCalendars.instructorId, coachId)))
      .returning({ id: otherCalendars.id })
    if (gone.length === 0) throw noSuchCalendar()
    await settlePause(tx, coachId, services.clock.now())
  })
  await revokeQueuedTokens(services, coachId)
}

async function refuseStranger({ db }: Pick<Services, 'db'>, coachId: string, calendarId: string) {
  const [found] = await db
    .select({ id: otherCalendars.id })
    .from(otherCalendars)
    .where(and(eq(otherCalendars.id, calendarId), eq(otherCalendars.instructorId, coachId)))
  if (!found) throw noSuchCalendar()
}

function normalized(normalize: () => string): string {
  try {
    return normalize()
  } catch (error) {
    throw error instanceof PublicFetchError ? unreadable(error.fault) : error
  }
}

/** The calendar's own name, or else its server's host name. */
const nameOf = (name: string | null, address: string): string =>
  (busyTitle(name) ?? new URL(address).hostname).slice(0, 60)

const unreadable = (failure: CalendarFailure) => new AppError('bad_input', failure, failureWords[failure])
const alreadyAdded = () => new AppError('conflict', 'already_added', 'You have added this calendar already.')
const noSuchCalendar = () => new AppError('not_found', 'no_such_calendar', 'There is no such calendar.')
