import { and, eq, exists, gt, inArray, isNull, lte, notExists, type SQL, sql } from 'drizzle-orm'
import { endSaleCheckout } from '#features/checkout/sale-checkout.ts'
import { studentAccount } from '#features/coaches/coach-and-student.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import { HOUR, MINUTE } from '#platform/duration.ts'
import { doEach } from '#platform/each-item.ts'
import { toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { reopenProposal } from './acceptance.ts'
import { announceProposal } from './emails.ts'
import { duePackagesJob, dueProposalsJob } from './jobs.ts'
import { expirePackage } from './packages/commands.ts'
import { announcePackage } from './packages/emails.ts'
import { REMIND_DAYS_BEFORE } from './packages/package.ts'
import { openBankDispute } from './packages/queries.ts'
import { listCheckoutsToEnd } from './packages/sales/queries.ts'
import { leaveCheckout } from './packages/sales/sale-rules.ts'
import { lessonCredits, lessonPackages } from './packages/tables.ts'
import { REMIND_HOURS_BEFORE } from './proposal.ts'
import { lessonProposals } from './tables.ts'

const BATCH = 500

/**
 * When an offer closes: at the coach's deadline or its last time, whichever is earlier, as in {@link
 * closesAt}.
 */
const closing = sql`least(${lessonProposals.expiresAt},
  (select max((d ->> 'datetime')::timestamptz) from jsonb_array_elements(${lessonProposals.proposedDates}) d))`

/**
 * Expires, reminds of and reopens proposals that are due. Idempotent; can run at any time.
 * @returns the number of proposals for each
 */
export async function processDueProposals(
  services: Services,
): Promise<{ expired: number; reminded: number; reopened: number }> {
  const { db, clock } = services
  const now = clock.now()
  const accepted = await db
    .select({ id: lessonProposals.id, start: lessonProposals.acceptedStart })
    .from(lessonProposals)
    .where(and(eq(lessonProposals.status, 'accepted'), lte(lessonProposals.acceptedAt, now - 2 * MINUTE)))
    .orderBy(lessonProposals.acceptedAt, lessonProposals.id)
    .limit(BATCH)
  const reopened = await doEach(services, {
    name: `${dueProposalsJob.name}/reopen`,
    items: accepted,
    idOf: ({ id }) => id,
    // `reopenProposal` checks whether the time is still held.
    work: async ({ id, start }) => start !== null && (await reopenProposal(services, id, start)),
  })
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
      // Not of an offer that was sent or changed lately.
      lte(lessonProposals.updatedAt, now - REMIND_HOURS_BEFORE * HOUR),
    ),
    set: { remindedAt: now },
    news: 'reminder',
  })
  return { expired, reminded, reopened }
}

/**
 * Updates a batch of proposals and sends their notifications. Proposals that are locked are left for the next
 * run.
 */
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
  const due = await services.db
    .select({ id: lessonProposals.id })
    .from(lessonProposals)
    .where(which)
    .orderBy(lessonProposals.expiresAt, lessonProposals.id)
    .limit(BATCH)
  const change = (id: string) =>
    services.db.transaction(async (tx) => {
      const still = await tx
        .select({ id: lessonProposals.id })
        .from(lessonProposals)
        .where(and(eq(lessonProposals.id, id), which))
        .for('update', { skipLocked: true })
      if (still.length === 0) return false
      await tx.update(lessonProposals).set(set).where(eq(lessonProposals.id, id))
      await announceProposal(services, tx, id, news)
      return true
    })
  return await doEach(services, {
    name: `${dueProposalsJob.name}/${news}`,
    items: due.map(({ id }) => id),
    idOf: (id) => id,
    work: change,
  })
}

/** The same for packages, and for checkouts of packages whose end the processor did not report. */
export async function processDuePackages(services: Services): Promise<{ ended: number; reminded: number }> {
  const { db, clock } = services
  const now = clock.now()
  const over = await db
    .select({ id: lessonPackages.id })
    .from(lessonPackages)
    .where(and(isNull(lessonPackages.endedAt), lte(lessonPackages.expiresAt, now)))
    .limit(BATCH)
  const ended = await doEach(services, {
    name: `${duePackagesJob.name}/end`,
    items: over.map(({ id }) => id),
    idOf: (id) => id,
    work: (id) => expirePackage(services, id),
  })
  const left = db
    .select({ position: lessonCredits.position })
    .from(lessonCredits)
    .where(and(eq(lessonCredits.packageId, lessonPackages.id), eq(lessonCredits.status, 'available')))
  const bothOpen = db
    .select({ coachId: instructorProfiles.userId })
    .from(instructorProfiles)
    .innerJoin(studentAccount, eq(studentAccount.id, lessonPackages.studentId))
    .where(
      and(
        eq(instructorProfiles.userId, lessonPackages.instructorId),
        eq(instructorProfiles.mayTeach, true),
        eq(studentAccount.isOpen, true),
      ),
    )
  const toRemind = and(
    isNull(lessonPackages.endedAt),
    isNull(lessonPackages.remindedAt),
    gt(lessonPackages.expiresAt, now),
    lte(lessonPackages.expiresAt, now + REMIND_DAYS_BEFORE * 24 * HOUR),
    exists(left),
    // While its lessons cannot be booked, the reminder waits.
    exists(bothOpen),
    notExists(openBankDispute(db)),
  )
  const soon = await db
    .select({ id: lessonPackages.id })
    .from(lessonPackages)
    .where(toRemind)
    .orderBy(lessonPackages.expiresAt, lessonPackages.id)
    .limit(BATCH)
  const remind = (id: string) =>
    db.transaction(async (tx) => {
      const told = await tx
        .update(lessonPackages)
        .set({ remindedAt: now })
        .where(and(eq(lessonPackages.id, id), toRemind))
        .returning({ id: lessonPackages.id })
      if (told.length === 0) return false
      await announcePackage(services, tx, id, { news: 'reminder' })
      return true
    })
  const reminded = await doEach(services, {
    name: `${duePackagesJob.name}/remind`,
    items: soon.map(({ id }) => id),
    idOf: (id) => id,
    work: remind,
  })
  await doEach(services, {
    name: `${duePackagesJob.name}/checkouts`,
    items: await listCheckoutsToEnd(db, now, BATCH),
    idOf: (id) => id,
    work: (id) => endSaleCheckout(services, id, leaveCheckout),
  })
  return { ended, reminded }
}
