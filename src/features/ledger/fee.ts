import { type Cents, proportion } from '#platform/money.ts'

/** The platform's part of what a student pays for a lesson. */
export const PLATFORM_FEE_PERCENT = 10
/** The coach's part of the same. */
export const COACH_SHARE_PERCENT = 100 - PLATFORM_FEE_PERCENT

/** Our part of what a student paid and keeps paid, rounded half up. */
export const platformFee = (keptCents: Cents): Cents => proportion(keptCents, PLATFORM_FEE_PERCENT, 100)

/** The coach's part of the same. */
export const coachShare = (keptCents: Cents): Cents => keptCents - platformFee(keptCents)
