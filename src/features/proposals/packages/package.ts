import { unusedRefundPercents } from '#features/bookings/cancellation/cancellation.ts'
import type { CancellationPolicy } from '#features/coaches/coach.ts'
import { formatLastDay } from '#platform/last-day.ts'
import { type Cents, proportion } from '#platform/money.ts'
import { formatDay } from '#platform/time.ts'

/**
 * Packages: several lessons paid at once and booked one by one. Pure; the browser previews with the functions
 * the server uses.
 */
export const packageEndReasons = ['student', 'coach', 'admin', 'expired'] as const
export type PackageEndReason = (typeof packageEndReasons)[number]

export const creditStatuses = ['available', 'used', 'ended'] as const

/** Days in which a lesson can still be booked when the coach cancelled it after the package expired. */
export const GRACE_DAYS = 30

/** The student is reminded of unused lessons this many days before the package expires. */
export const REMIND_DAYS_BEFORE = 14

/** Until when the lessons of a package can be booked: `November 26, 2026`. */
export const formatEnd = ({ expiresAt, zone }: { expiresAt: string; zone: string }): string =>
  formatLastDay(expiresAt, zone)

/** How many packages a list shows first. */
export const PACKAGES_SHOWN = 50
/** How many it shows when all are asked for. */
export const MOST_PACKAGES = 1_000

/** Says that a lesson would be after the end of its package; null when it is not. @param start ISO instant, in the zone of its place */
export const afterEndText = (
  { start, zone }: { start: string; zone: string },
  ends: { expiresAt: string; zone: string },
): string | null =>
  Date.parse(start) > Date.parse(ends.expiresAt)
    ? `${formatDay(start, zone)} is after your package ends on ${formatEnd(ends)}.`
    : null

/** Splits the price into the values of the lessons, in order; they sum to the exact price. */
export function creditValues(priceCents: Cents, lessons: number): Cents[] {
  const upTo = (count: number) => Math.floor((priceCents * count) / lessons)
  return Array.from({ length: lessons }, (_, at) => upTo(at + 1) - upTo(at))
}

/** The refund percentage for unused lessons when a package ends. */
export const unusedRefundPercent = (policy: CancellationPolicy, reason: PackageEndReason): number =>
  reason === 'coach' || reason === 'admin' ? 100 : unusedRefundPercents[policy]

/**
 * The reason that decides about the refund of an ended package. When lessons could not be booked because one of the accounts is
 * suspended, they are refunded in full: the reason is then the coach's or ours.
 */
export function fairReason(
  reason: PackageEndReason,
  { coachMayTeach, studentIsOpen }: { coachMayTeach: boolean; studentIsOpen: boolean },
): PackageEndReason {
  if (reason === 'coach' || reason === 'admin') return reason
  if (!coachMayTeach) return 'coach'
  return studentIsOpen ? reason : 'admin'
}

/**
 * The refund for the unused lessons of an ended package, with half a cent rounded in the student's favor, and
 * the amount kept.
 * @param unused.cents the price of the unused lessons
 * @param unused.givenBackCents the part of it that an operator or a bank already refunded
 * @returns `setOffCents`: the part of that which is deducted from the refund
 */
export function refundOfUnused(
  { cents, givenBackCents }: { cents: Cents; givenBackCents: Cents },
  policy: CancellationPolicy,
  reason: PackageEndReason,
) {
  const dueCents = proportion(cents, unusedRefundPercent(policy, reason), 100)
  const setOffCents = Math.min(givenBackCents, dueCents)
  return { refundCents: dueCents - setOffCents, setOffCents, keptCents: cents - dueCents }
}

/** `3 of 5 lessons left` */
export const lessonsLeftText = (left: number, total: number) => `${left} of ${total} lessons left`
