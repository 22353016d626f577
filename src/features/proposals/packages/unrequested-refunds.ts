import { and, desc, eq } from 'drizzle-orm'
import { bookings } from '#features/bookings/tables.ts'
import { postToLedger } from '#features/ledger/commands.ts'
import { coachShare } from '#features/ledger/fee.ts'
import {
  idOfMoney,
  type LedgerKind,
  type Lines,
  type MoneyOf,
  refundDueLines,
} from '#features/ledger/ledger.ts'
import { readOwedBack } from '#features/ledger/queries.ts'
import { clawBackOverpaid } from '#features/payouts/clawback.ts'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import type { Services } from '#ports/services.ts'
import { type HeldPackage, lockPackage } from './queries.ts'
import type { Owed } from './refunds-owed.ts'
import { lessonCredits, lessonPackages } from './tables.ts'

/** A refund of a package's payment that was not requested here. */
interface Unasked {
  packageId: string
  /** What the package's payment belongs to in the books. */
  of: MoneyOf
  cents: Cents
  /** Identifies this refund in the ledger. */
  mark: string
}

/**
 * Records money that a bank took from a package's payment, or an operator refunded on the processor's
 * dashboard. It is charged in this order: unused lessons as a whole, last first; the amount kept of an ended
 * package; booked and taught lessons, latest first, split between coach and platform. Payouts already sent to
 * the coach are reclaimed. If the platform bore the cost instead, one person acting as both sides could be
 * paid twice.
 * @returns the amount now owed, to be settled by the caller, who holds the locks on lessons and payment
 */
export async function recordUnrequestedRefund(
  services: Pick<Services, 'jobs' | 'env' | 'clock' | 'answers'>,
  tx: Queryable,
  unasked: Unasked,
): Promise<Owed[]> {
  const { packageId, of: ofPackage, mark } = unasked
  const at = services.clock.now()
  const owed: Owed[] = []
  let left = unasked.cents
  const owe = async (of: MoneyOf, entry: { kind: LedgerKind; key: string; lines: Lines }) => {
    const cents = -(entry.lines.refunds_due ?? 0)
    if (cents <= 0) return
    left -= cents
    await postToLedger(tx, { ...entry, ...of, key: `${entry.key}:${idOfMoney(of)}:${mark}`, at })
    owed.push({ of, isOfPackage: entry.kind === 'package_ended', cents, reason: null })
  }

  const held = await lockPackage(tx, packageId)
  const untaken = held ? await endCredits(tx, held, left) : 0
  const kept = await takeFromKept(tx, packageId, left - untaken)
  await owe(ofPackage, {
    kind: 'package_ended',
    key: 'taken_back:package',
    lines: {
      package_held: untaken + kept.fromCoach,
      platform_fee: kept.cents - kept.fromCoach,
      refunds_due: -untaken - kept.cents,
    },
  })
  await clawBackOverpaid(services, tx, { ...ofPackage, packageId })
  const lessons = await tx
    .select({ id: bookings.id, priceCents: bookings.priceAmount })
    .from(bookings)
    .innerJoin(lessonCredits, eq(lessonCredits.bookingId, bookings.id))
    .where(and(eq(lessonCredits.packageId, packageId), eq(lessonCredits.status, 'used')))
    .orderBy(desc(bookings.lessonDate), bookings.id)
  for (const { id, priceCents } of lessons) {
    const keptCents = priceCents - (await readOwedBack(tx, { bookingId: id }))
    const lines = refundDueLines(keptCents, Math.min(left, keptCents))
    await owe({ bookingId: id }, { kind: 'refund_due', key: 'taken_back:lesson', lines })
    await clawBackOverpaid(services, tx, { bookingId: id })
  }
  // No lesson is left to charge: the platform pays, and recovers it from the rest of the package when that
  // ends.
  await owe(ofPackage, {
    kind: 'package_ended',
    key: 'borne',
    lines: { platform_fee: left, refunds_due: -left },
  })
  return owed
}

/**
 * Ends whole unused lessons, last first, up to the given amount.
 * @returns their total value
 */
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

/**
 * Charges the amount that an ended package kept.
 * @returns the charged amount, and the coach's part of it
 */
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
