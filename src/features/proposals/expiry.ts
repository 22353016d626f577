import { and, eq, exists, inArray, isNull, lte, notExists, type SQL, sql } from 'drizzle-orm'
import { occupyingStatuses } from '#features/bookings/booking.ts'
import { bookings } from '#features/bookings/tables.ts'
import { toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { reopenProposal } from './acceptance.ts'
import { announceProposal } from './emails.ts'
import { expirePackage } from './packages/commands.ts'
import { announcePackage } from './packages/emails.ts'
import { REMIND_DAYS_BEFORE } from './packages/package.ts'
import { lessonCredits, lessonPackages } from './packages/tables.ts'
import { REMIND_HOURS_BEFORE } from './proposal.ts'
import { lessonProposals } from './tables.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const BATCH = 500

/** When an offer closes: when the coach said, and at the latest with its last time, as {@link closesAt} has it. */
const closing = sql`least(${lessonProposals.expiresAt},
  (select max((d ->> 'datetime')::timestamptz) from jsonb_array_elements(${lessonProposals.proposedDates}) d))`

/** Ends, reminds of and reopens what is due; safe to run at any time and any number of times. @returns how many each */
export async function lookAfterProposals(
  services: Services,
): Promise<{ expired: number; reminded: number; reopened: number }> {
  const { db, clock } = services
  const now = clock.now()
  const lessons = db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.proposalId, lessonProposals.id), inArray(bookings.status, occupyingStatuses)))
  const stuck = await db
    .select({ id: lessonProposals.id, start: lessonProposals.acceptedStart })
    .from(lessonProposals)
    .where(
      and(
        eq(lessonProposals.status, 'accepted'),
        lte(lessonProposals.acceptedAt, now - 2 * MINUTE),
        notExists(lessons),
      ),
    )
    .limit(BATCH)
  let reopened = 0
  for (const { id, start } of stuck)
    if (start !== null && (await reopenProposal(services, id, start))) reopened++
  const closedBy = (at: number) => sql`${closing} <= ${toIso(at)}::timestamptz`
  const expired = await changeDue(services, {
    which: and(inArray(lessonProposals.status, ['pending', 'changes_requested']), closedBy(now)),
    set: { status: 'expired', updatedAt: now },
    news: 'expired',
  })
  const reminded = await changeDue(services, {
    which: and(
      eq(lessonProposals.status, 'pending'),
      isNull(lessonProposals.remindedAt),
      closedBy(now + REMIND_HOURS_BEFORE * HOUR),
      lte(lessonProposals.createdAt, now - REMIND_HOURS_BEFORE * HOUR),
    ),
    set: { remindedAt: now },
    news: 'reminder',
  })
  return { expired, reminded, reopened }
}

/** Changes a batch of proposals and tells of each; those that somebody else has locked wait for the next run. */
async function changeDue(
  services: Services,
  {
    which,
    set,
    news,
  }: {
    which: SQL | undefined
    set: Partial<typeof lessonProposals.$inferInsert>
    news: 'expired' | 'reminder'
  },
): Promise<number> {
  return await services.db.transaction(async (tx) => {
    const due = tx
      .select({ id: lessonProposals.id })
      .from(lessonProposals)
      .where(which)
      .limit(BATCH)
      .for('update', { skipLocked: true })
    const changed = await tx
      .update(lessonProposals)
      .set(set)
      .where(inArray(lessonProposals.id, due))
      .returning({ id: lessonProposals.id })
    for (const { id } of changed) await announceProposal(services, tx, id, news)
    return changed.length
  })
}

/** The same for packages. */
export async function lookAfterPackages(services: Services): Promise<{ ended: number; reminded: number }> {
  const { db, clock } = services
  const now = clock.now()
  const over = await db
    .select({ id: lessonPackages.id })
    .from(lessonPackages)
    .where(and(isNull(lessonPackages.endedAt), lte(lessonPackages.expiresAt, now)))
    .limit(BATCH)
  let ended = 0
  for (const { id } of over) if (await expirePackage(services, id)) ended++
  const reminded = await db.transaction(async (tx) => {
    const left = tx
      .select({ position: lessonCredits.position })
      .from(lessonCredits)
      .where(and(eq(lessonCredits.packageId, lessonPackages.id), eq(lessonCredits.status, 'available')))
    const due = tx
      .select({ id: lessonPackages.id })
      .from(lessonPackages)
      .where(
        and(
          isNull(lessonPackages.endedAt),
          isNull(lessonPackages.remindedAt),
          lte(lessonPackages.expiresAt, now + REMIND_DAYS_BEFORE * 24 * HOUR),
          exists(left),
        ),
      )
      .limit(BATCH)
      .for('update', { skipLocked: true })
    const soon = await tx
      .update(lessonPackages)
      .set({ remindedAt: now })
      .where(inArray(lessonPackages.id, due))
      .returning({ id: lessonPackages.id })
    for (const { id } of soon) await announcePackage(services, tx, id, { news: 'reminder' })
    return soon.length
  })
  return { ended, reminded }
}
