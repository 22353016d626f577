import { unusedRefundPercents } from '#features/bookings/cancellation/cancellation.ts'
import type { CancellationPolicy } from '#features/coaches/coach.ts'
import { type Cents, proportion } from '#platform/money.ts'

/** Several lessons paid at once and booked one by one. Pure; the browser previews with what the server decides with. */
export const packageEndReasons = ['student', 'coach', 'admin', 'expired'] as const
export type PackageEndReason = (typeof packageEndReasons)[number]

export const creditStatuses = ['available', 'used', 'ended'] as const

/** A lesson given back by the coach after the package ran out can still be taken for so many days. */
export const GRACE_DAYS = 30

/** The student is reminded of unused lessons so many days before they run out. */
export const REMIND_DAYS_BEFORE = 14

/** Each lesson's part of the price, in order; they add up to it to the cent. */
export function creditValues(priceCents: Cents, lessons: number): Cents[] {
  const upTo = (count: number) => Math.floor((priceCents * count) / lessons)
  return Array.from({ length: lessons }, (_, at) => upTo(at + 1) - upTo(at))
}

/** The share of unused lessons that comes back when a package ends before all of them were taken. */
export const unusedRefundPercent = (policy: CancellationPolicy, reason: PackageEndReason): number =>
  reason === 'coach' || reason === 'admin' ? 100 : unusedRefundPercents[policy]

/**
 * Why a package ends that its student ends or that runs out. Lessons that cannot be booked, because one of the two accounts is suspended,
 * are not lost: the reason is then the coach's or ours, and everything comes back.
 */
export function fairReason<Reason extends 'student' | 'expired'>(
  reason: Reason,
  { coachMayTeach, studentIsOpen }: { coachMayTeach: boolean; studentIsOpen: boolean },
): Reason | 'coach' | 'admin' {
  if (!coachMayTeach) return 'coach'
  return studentIsOpen ? reason : 'admin'
}

/**
 * What ending a package gives back of its unused lessons, half a cent rounded towards the student, and what is kept.
 * @param unused.cents what the unused lessons cost
 * @param unused.givenBackCents what the student already has of it, because an operator or a bank gave back a part of the payment
 * @returns `setOffCents`: the part of that which comes off the refund
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
