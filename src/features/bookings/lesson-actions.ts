import { type BookingStatus, nextSteps } from './booking.ts'
import { type CancelRefusal, cancelRefusalTexts, whyNotCancel } from './cancellation/cancellation.ts'
import { type CompletionRefusal, completionRefusalTexts, whyNotComplete } from './completion/completion.ts'
import type { ActionKind } from './lesson-action-kinds.ts'
import { type ReportRefusal, reportableUntil, reportRefusalTexts, whyNotReport } from './problem-window.ts'
import { type MoveRefusal, movableUntil, moveRefusalTexts, whyNotMove } from './reschedule/reschedule.ts'
import { type ReviewRefusal, reviewRefusalTexts, reviewUntil, whyNotReview } from './review-window.ts'

export type ActionRefusal =
  | CancelRefusal
  | MoveRefusal
  | CompletionRefusal
  | ReportRefusal
  | ReviewRefusal
  | 'not_held'

/**
 * An action of a student or coach on a lesson, derived from the lifecycle and the rules the server applies.
 * Pure.
 */
export interface LessonAction {
  kind: ActionKind
  /** Why the action is not available; null when it is. */
  refusal: { code: ActionRefusal; message: string } | null
  /** The deadline of the action, milliseconds since 1970, UTC; null when there is none. */
  until: number | null
}

/** The fields of a lesson that determine its actions. Instants in milliseconds since 1970, UTC. */
export interface ActionFacts {
  status: BookingStatus
  noShow: boolean
  lessonStart: number
  lessonEnd: number
  /** The student reported a problem. */
  isReported: boolean
  isReviewed: boolean
  /** The coach wrote a note to the student. */
  isNoted: boolean
  /** It was booked together with other weekly lessons. */
  isInSeries: boolean
  /** The clinic that it is a seat in. */
  clinicId?: string | null
  /** Since when the weather lets the student move or cancel without a fee; null when it does not. */
  weatherSince?: number | null
  /** When the coach called it off; null while it takes place. */
  calledOffAt?: number | null
}

const kindsOf: Record<'student' | 'coach', readonly ActionKind[]> = {
  student: ['release', 'review', 'move', 'report', 'cancel', 'cancel_rest'],
  coach: ['complete', 'note', 'move', 'cancel', 'cancel_rest'],
}

const texts: Record<ActionRefusal, string> = {
  ...completionRefusalTexts,
  ...moveRefusalTexts,
  ...cancelRefusalTexts,
  ...reportRefusalTexts,
  ...reviewRefusalTexts,
  not_held: 'This time is no longer on hold.',
}
const textOf: Partial<Record<ActionKind, Partial<Record<ActionRefusal, string>>>> = {
  move: moveRefusalTexts,
  cancel: cancelRefusalTexts,
  cancel_rest: cancelRefusalTexts,
  complete: completionRefusalTexts,
  report: reportRefusalTexts,
  review: reviewRefusalTexts,
  note: reviewRefusalTexts,
}

/**
 * All actions of one party on a lesson, in display order, with the reason why an action is not available now.
 * @param now milliseconds since 1970, UTC
 */
export function listActions(lesson: ActionFacts, party: 'student' | 'coach', now: number): LessonAction[] {
  const kinds = kindsOf[party].filter(
    (kind) => (kind !== 'cancel_rest' || lesson.isInSeries) && (kind !== 'move' || !lesson.clinicId),
  )
  return kinds.map((kind) => {
    const code = whyNot(kind, lesson, party, now)
    return {
      kind,
      refusal: code && { code, message: textOf[kind]?.[code] ?? texts[code] },
      until: untilWhen(kind, lesson, party),
    }
  })
}

function whyNot(
  kind: ActionKind,
  lesson: ActionFacts,
  party: 'student' | 'coach',
  now: number,
): ActionRefusal | null {
  const steps = nextSteps(lesson.status, party)
  switch (kind) {
    case 'release':
      return steps.includes('abandon') ? null : 'not_held'
    case 'complete':
      return steps.includes('complete') ? whyNotComplete(lesson, now) : 'not_confirmed'
    case 'move':
      return whyNotMove(lesson, party, now)
    case 'cancel':
    case 'cancel_rest':
      return whyNotCancel(lesson, party, now) ?? (steps.includes('cancel') ? null : 'not_confirmed')
    case 'report':
      return lesson.isReported ? 'already_reported' : whyNotReport(lesson, now)
    case 'review':
      return lesson.isReviewed ? 'already_written' : whyNotReview(lesson, now)
    case 'note':
      return lesson.isNoted ? 'already_written' : whyNotReview(lesson, now)
  }
}

function untilWhen(kind: ActionKind, lesson: ActionFacts, party: 'student' | 'coach'): number | null {
  if (kind === 'move')
    return party === 'student' && typeof lesson.weatherSince !== 'number'
      ? movableUntil(lesson.lessonStart)
      : lesson.lessonStart
  if (kind === 'cancel' || kind === 'cancel_rest') return lesson.lessonStart
  if (kind === 'report') return reportableUntil(lesson.lessonEnd)
  return kind === 'review' || kind === 'note' ? reviewUntil(lesson.lessonEnd) : null
}
