import { and, desc, eq } from 'drizzle-orm'
import { bookings } from '#features/bookings/tables.ts'
import { postToLedger } from '#features/ledger/commands.ts'
import { coachShare } from '#features/ledger/fee.ts'
import { type LedgerKind, type Lines, refundDueLines } from '#features/ledger/ledger.ts'
import { readOwedBack } from '#features/ledger/queries.ts'
import { clawBackOverpaid } from '#features/payouts/clawback.ts'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import type { Services } from '#ports/services.ts'
import { type HeldPackage, lockPackage } from './queries.ts'
import type { Owed } from './refunds-owed.ts'
import { lessonCredits, lessonPackages } from './tables.ts'

/** Money of a package's payment that went back without anybody here asking for it. */
interface Unasked {
  packageId: string
  rootBookingId: string
  cents: Cents
  /** Names this time in the books. */
  mark: string
}

/**
 * A bank took money of a package's payment, or an operator gave it back on the processor's own pages. It is written down as
 * owed by those it was paid for: whole lessons not taken, last first; what was kept of an ended package; then the lessons
 * that are booked or were taught, latest first, coach and platform each with their part. What a coach was sent before is
 * asked back. Were it left to the platform, somebody who is both sides would be paid twice.
 * @returns what is owed now, to be settled by the caller, who holds lessons and payment
 */
export async function takeBack(
  services: Pick<Services, 'jobs' | 'env' | 'clock' | 'answers'>,
  tx: Queryable,
  unasked: Unasked,
): Promise<Owed[]> {
  const { packageId, rootBookingId, mark } = unasked
  const at = services.clock.now()
  const owed: Owed[] = []
  let left = unasked.cents
  const owe = async (bookingId: string, entry: { kind: LedgerKind; key: string; lines: Lines }) => {
    const cents = -(entry.lines.refunds_due ?? 0)
    if (cents <= 0) return
    left -= cents
    await postToLedger(tx, { ...entry, key: `${entry.key}:${bookingId}:${mark}`, bookingId, at })
    owed.push({ bookingId, isOfPackage: entry.kind === 'package_ended', cents, reason: null })
  }

  const held = await lockPackage(tx, packageId)
  const untaken = held ? await endCredits(tx, held, left) : 0
  const kept = await takeFromKept(tx, packageId, left - untaken)
  await owe(rootBookingId, {
    kind: 'package_ended',
    key: 'taken_back:package',
    lines: {
      package_held: untaken + kept.fromCoach,
      platform_fee: kept.cents - kept.fromCoach,
      refunds_due: -untaken - kept.cents,
    },
  })
  await clawBackOverpaid(services, tx, { bookingId: rootBookingId, packageId })
  const lessons = await tx
    .select({ id: bookings.id, priceCents: bookings.priceAmount })
    .from(bookings)
    .innerJoin(lessonCredits, eq(lessonCredits.bookingId, bookings.id))
    .where(and(eq(lessonCredits.packageId, packageId), eq(lessonCredits.status, 'used')))
    .orderBy(desc(bookings.lessonDate), bookings.id)
  for (const { id, priceCents } of lessons) {
    const keptCents = priceCents - (await readOwedBack(tx, id))
    const lines = refundDueLines(keptCents, Math.min(left, keptCents))
    await owe(id, { kind: 'refund_due', key: 'taken_back:lesson', lines })
    await clawBackOverpaid(services, tx, { bookingId: id })
  }
  // No lesson is left to take it from: the platform pays, and has it back from what is left of the package when that ends.
  await owe(rootBookingId, {
    kind: 'package_ended',
    key: 'borne',
    lines: { platform_fee: left, refunds_due: -left },
  })
  return owed
}

/** Ends whole lessons not taken, last first, for as much as was taken back. @returns what they had cost */
async function endCredits(tx: Queryable, held: HeldPackage, cents: Cents): Promise<Cents> {
  let ended = 0
  for (const { position, valueCents } of held.available.toReversed()) {
    if (ended + valueCents > cents) break
    ended += valueCents
    await tx
      .update(lessonCredits)
      .set({ status: 'ended' })
      .where(and(eq(lessonCredits.packageId, held.id), eq(lessonCredits.position, position)))
  }
  return ended
}

/** Takes from what an ended package kept. @returns how much, and the coach's part of it */
async function takeFromKept(tx: Queryable, packageId: string, cents: Cents) {
  const [found] = await tx
    .select({ kept: lessonPackages.keptCents, share: lessonPackages.coachShareCents })
    .from(lessonPackages)
    .where(eq(lessonPackages.id, packageId))
  const { kept = 0, share = 0 } = found ?? {}
  const taken = Math.min(kept, cents)
  const left = coachShare(kept - taken)
  await tx
    .update(lessonPackages)
    .set({ keptCents: kept - taken, coachShareCents: left })
    .where(eq(lessonPackages.id, packageId))
  return { cents: taken, fromCoach: share - left }
}
