import type { TimeWarning } from '#features/availability/own-times/own-time.ts'
import type { LessonType } from '#features/bookings/booking.ts'
import { hourlyRateOf, type LessonRates } from '#features/bookings/lesson-kinds.ts'
import { formatMoney, parseMoney } from '#platform/money.ts'
import { DEFAULT_OPEN_HOURS, DEFAULT_VALID_DAYS } from '../proposal.ts'
import { type Proposal, proposeLessonSchema } from '../schema.ts'

/** The coach's form input; amounts are unparsed text. */
export interface ProposalDraft {
  studentId: string
  title: string
  lessonType: LessonType
  durationMinutes: number
  locationId: string
  times: string[]
  /** The coach's confirmations for times that are not open. */
  confirmed: TimeWarning[]
  lessons: string
  /** Dollars. */
  price: string
  validDays: number
  openHours: number
  note: string
}

/** The form's initial values: an earlier proposal's values, or defaults with the given suggestions. */
export function startDraft(from: Proposal | undefined, given: Partial<ProposalDraft>): ProposalDraft {
  const usual: ProposalDraft = {
    studentId: '',
    title: '',
    lessonType: 'individual',
    durationMinutes: 60,
    locationId: '',
    times: [],
    confirmed: [],
    lessons: '1',
    price: '',
    validDays: DEFAULT_VALID_DAYS,
    openHours: DEFAULT_OPEN_HOURS,
    note: '',
  }
  if (!from) return { ...usual, ...given }
  return {
    ...usual,
    studentId: from.student.id,
    title: from.title,
    lessonType: from.lessonType,
    durationMinutes: from.durationMinutes,
    locationId: from.location.id ?? '',
    times: from.times.filter((time) => time.isOpen !== false).map((time) => time.start),
    lessons: String(from.lessons),
    price: dollarsText(from.priceCents),
    validDays: from.validDays ?? DEFAULT_VALID_DAYS,
    note: from.note ?? '',
  }
}

/** `85` or `127.50`, the format of price fields. */
export const dollarsText = (cents: number) => formatMoney(cents).replace(/[$,]/g, '')

/** The hourly rate of a lesson type: group and playing lessons may have their own rates. */
export const rateOf = (coach: LessonRates, type: LessonType): number =>
  hourlyRateOf(coach, type) ?? coach.hourlyRateCents

/** The price of all lessons at the coach's rate, used when the price field is empty. */
export function usualPrice(draft: ProposalDraft, hourlyRateCents: number): number {
  const lessons = Number(draft.lessons)
  return Math.round(
    (hourlyRateCents * draft.durationMinutes * (Number.isInteger(lessons) ? lessons : 1)) / 60,
  )
}

/**
 * Validates a draft with the server's rules.
 * @returns the request, or the errors by field
 */
export function checkDraft(draft: ProposalDraft, hourlyRateCents: number) {
  const priceCents =
    draft.price.trim() === '' ? usualPrice(draft, hourlyRateCents) : (parseMoney(draft.price) ?? Number.NaN)
  const lessons = Number(draft.lessons)
  const checked = proposeLessonSchema.safeParse({
    studentId: draft.studentId,
    title: draft.title,
    lessonType: draft.lessonType,
    durationMinutes: draft.durationMinutes,
    ...(draft.locationId ? { locationId: draft.locationId } : {}),
    times: draft.times,
    confirmed: draft.confirmed,
    priceCents,
    lessons,
    ...(lessons > 1 ? { validDays: draft.validDays } : {}),
    openHours: draft.openHours,
    ...(draft.note.trim() ? { note: draft.note } : {}),
  })
  if (checked.success) return { ok: true as const, input: checked.data }
  const errors: Record<string, string> = {}
  for (const issue of checked.error.issues)
    errors[String(issue.path[0])] ??= wordsOf(String(issue.path[0]), issue.message)
  return { ok: false as const, errors }
}

/** Replaces the validator's messages for values that are not numbers. */
function wordsOf(field: string, message: string): string {
  if (!/invalid|expected/i.test(message)) return message
  if (field === 'priceCents') return 'Enter an amount such as 85 or 127.50'
  if (field === 'lessons') return 'Enter a whole number'
  return message
}
