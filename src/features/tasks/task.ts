import type { BookingStatus } from '#features/bookings/booking.ts'
import { completesAt, whyNotComplete } from '#features/bookings/completion/completion.ts'
import { opensAt, whyNotReview } from '#features/bookings/review-window.ts'
import { isInTime } from '#features/video-reviews/video-review.ts'
import type { Cents } from '#platform/money.ts'

/** The tasks of a coach: the only place that decides whether something is pending. Pure. */

/** In the order of the list: tasks that keep other people waiting come first. */
export const taskKinds = [
  'hidden',
  'calendar',
  'problem',
  'video_review',
  'conversation',
  'changes',
  'outcome',
  'bank_account',
  'note',
] as const
export type TaskKind = (typeof taskKinds)[number]

/** Tasks that are also part of the checklist for new coaches. */
const ofFirstDays: readonly TaskKind[] = ['hidden', 'bank_account']

/** The facts that a coach's tasks are computed from. Instants in milliseconds since 1970, UTC. */
export interface TaskFacts {
  /** Students can find the coach. */
  isVisible: boolean
  /** The checklist for new coaches is shown above; its items are not repeated as tasks. */
  hasFirstSteps: boolean
  /** Names of calendars that have been unreachable for long enough to pause instant booking. */
  lostCalendars: readonly string[]
  /** `review`: the processor checks a new account, and the coach has nothing to do. */
  payoutAccount: 'none' | 'pending' | 'review' | 'active' | 'restricted'
  /** Shares of paid lessons that were not sent yet. */
  heldCents: Cents
  /** Past lessons with an open outcome, note or problem. */
  lessons: readonly {
    id: string
    studentName: string
    /** Who plays: the student, or a golfer of the student's account. */
    playerName: string
    title: string
    lessonStart: number
    lessonEnd: number
    zone: string
    status: BookingStatus
    noShow: boolean
    hasOpenProblem: boolean
    /** The student has written a review that is not published yet. */
    hasHiddenReview: boolean
    hasNote: boolean
  }[]
  /** Proposals for which the student requested changes. */
  proposals: readonly { id: string; studentName: string; title: string; expiresAt: number; zone: string }[]
  /** Video reviews that are not answered. */
  videoReviews: readonly { id: string; playerName: string; dueAt: number; zone: string }[]
  conversations: readonly {
    id: string
    studentName: string
    /** The assistant handed a question to the coach; with a short reason. */
    isCoachNeeded: boolean
    reason: string | null
    isUnread: boolean
  }[]
}

interface OfLesson {
  bookingId: string
  studentName: string
  title: string
  lessonStart: number
  zone: string
}

export type Task =
  | { kind: 'hidden' }
  /** Instant booking is paused, because the calendar has been unreachable for a day. */
  | { kind: 'calendar'; name: string }
  | ({ kind: 'problem' } & OfLesson)
  /** @field dueAt when the review is refunded without an answer */
  | { kind: 'video_review'; videoReviewId: string; playerName: string; dueAt: number; zone: string }
  | { kind: 'conversation'; conversationId: string; studentName: string; reason: string | null }
  | {
      kind: 'changes'
      proposalId: string
      studentName: string
      title: string
      expiresAt: number
      zone: string
    }
  /** @field completesAt when the lesson is completed automatically */
  | ({ kind: 'outcome'; completesAt: number } & OfLesson)
  | { kind: 'bank_account'; isStarted: boolean; isRestricted: boolean; heldCents: Cents }
  /** @field opensAt when the review is published without a note */
  | ({ kind: 'note'; opensAt: number } & OfLesson)

/**
 * Lists the pending tasks of a coach.
 * @param now milliseconds since 1970, UTC
 */
export function listTasks(facts: TaskFacts, now: number): Task[] {
  const tasks: Task[] = []
  if (!facts.isVisible) tasks.push({ kind: 'hidden' })
  for (const name of facts.lostCalendars) tasks.push({ kind: 'calendar', name })
  for (const lesson of facts.lessons) tasks.push(...tasksOf(lesson, now))
  for (const { id, ...review } of facts.videoReviews)
    if (isInTime(review.dueAt, now)) tasks.push({ kind: 'video_review', videoReviewId: id, ...review })
  for (const { id, studentName, reason, isCoachNeeded, isUnread } of facts.conversations)
    if (isCoachNeeded || isUnread)
      tasks.push({
        kind: 'conversation',
        conversationId: id,
        studentName,
        reason: isCoachNeeded ? reason : null,
      })
  for (const { id, ...proposal } of facts.proposals)
    if (proposal.expiresAt > now) tasks.push({ kind: 'changes', proposalId: id, ...proposal })
  const { payoutAccount, heldCents } = facts
  if (payoutAccount !== 'active' && payoutAccount !== 'review')
    tasks.push({
      kind: 'bank_account',
      isStarted: payoutAccount !== 'none',
      isRestricted: payoutAccount === 'restricted',
      heldCents,
    })
  const once = facts.hasFirstSteps ? tasks.filter(({ kind }) => !ofFirstDays.includes(kind)) : tasks
  return once.toSorted((a, b) => taskKinds.indexOf(a.kind) - taskKinds.indexOf(b.kind))
}

function tasksOf(lesson: TaskFacts['lessons'][number], now: number): Task[] {
  const of: OfLesson = {
    bookingId: lesson.id,
    studentName: lesson.studentName,
    title: lesson.title,
    lessonStart: lesson.lessonStart,
    zone: lesson.zone,
  }
  const tasks: Task[] = []
  if (lesson.hasOpenProblem) tasks.push({ kind: 'problem', ...of })
  else if (whyNotComplete(lesson, now) === null)
    tasks.push({
      kind: 'outcome',
      ...of,
      studentName: lesson.playerName,
      completesAt: completesAt(lesson.lessonEnd),
    })
  if (lesson.hasHiddenReview && !lesson.hasNote && whyNotReview(lesson, now) === null)
    tasks.push({ kind: 'note', ...of, opensAt: opensAt(lesson.lessonEnd) })
  return tasks
}
