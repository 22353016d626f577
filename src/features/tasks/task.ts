import type { BookingStatus } from '#features/bookings/booking.ts'
import { completesAt, whyNotComplete } from '#features/bookings/completion/completion.ts'
import { opensAt, whyNotReview } from '#features/bookings/review-window.ts'
import type { Cents } from '#platform/money.ts'

/** What waits for a coach. Everything that says whether something does asks here. Pure. */

/** In the order of the list: what keeps somebody else waiting comes first. */
export const taskKinds = [
  'hidden',
  'calendar',
  'problem',
  'conversation',
  'changes',
  'outcome',
  'bank_account',
  'note',
] as const
export type TaskKind = (typeof taskKinds)[number]

/** Those that are steps of the first days as well. */
const ofFirstDays: readonly TaskKind[] = ['hidden', 'bank_account']

/** What a coach's tasks follow from. Instants in milliseconds since 1970, UTC. */
export interface CoachFacts {
  /** Students find the coach. */
  isVisible: boolean
  /** The list of first steps stands above: what is on it is said once. */
  hasFirstSteps: boolean
  /** Names of calendars that have been out of reach for so long that instant booking is closed. */
  lostCalendars: readonly string[]
  payoutAccount: 'none' | 'pending' | 'active' | 'restricted'
  /** Shares of paid lessons that have not gone out. */
  heldCents: Cents
  /** Lessons that are over and not all said about. */
  lessons: readonly {
    id: string
    studentName: string
    title: string
    lessonStart: number
    lessonEnd: number
    zone: string
    status: BookingStatus
    noShow: boolean
    hasOpenProblem: boolean
    /** The student reviewed it, and nobody can read that yet. */
    hasHiddenReview: boolean
    hasNote: boolean
  }[]
  /** Proposals for which the student asked for changes. */
  proposals: readonly { id: string; studentName: string; title: string; expiresAt: number; zone: string }[]
  conversations: readonly {
    id: string
    studentName: string
    /** The assistant left a question to the coach; why, in a few words. */
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
  /** Nobody books at once, because it could not be read for a day. */
  | { kind: 'calendar'; name: string }
  | ({ kind: 'problem' } & OfLesson)
  | { kind: 'conversation'; conversationId: string; studentName: string; reason: string | null }
  | {
      kind: 'changes'
      proposalId: string
      studentName: string
      title: string
      expiresAt: number
      zone: string
    }
  /** @field completesAt when it counts as taught without a word of the coach */
  | ({ kind: 'outcome'; completesAt: number } & OfLesson)
  | { kind: 'bank_account'; isStarted: boolean; isRestricted: boolean; heldCents: Cents }
  /** @field opensAt when the review opens without a word of the coach */
  | ({ kind: 'note'; opensAt: number } & OfLesson)

/** Everything that waits for a coach; nothing means that nothing does. @param now milliseconds since 1970, UTC */
export function listTasks(facts: CoachFacts, now: number): Task[] {
  const tasks: Task[] = []
  if (!facts.isVisible) tasks.push({ kind: 'hidden' })
  for (const name of facts.lostCalendars) tasks.push({ kind: 'calendar', name })
  for (const lesson of facts.lessons) tasks.push(...tasksOf(lesson, now))
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
  if (payoutAccount !== 'active')
    tasks.push({
      kind: 'bank_account',
      isStarted: payoutAccount !== 'none',
      isRestricted: payoutAccount === 'restricted',
      heldCents,
    })
  const once = facts.hasFirstSteps ? tasks.filter(({ kind }) => !ofFirstDays.includes(kind)) : tasks
  return once.toSorted((a, b) => taskKinds.indexOf(a.kind) - taskKinds.indexOf(b.kind))
}

function tasksOf(lesson: CoachFacts['lessons'][number], now: number): Task[] {
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
    tasks.push({ kind: 'outcome', ...of, completesAt: completesAt(lesson.lessonEnd) })
  if (lesson.hasHiddenReview && !lesson.hasNote && whyNotReview(lesson, now) === null)
    tasks.push({ kind: 'note', ...of, opensAt: opensAt(lesson.lessonEnd) })
  return tasks
}
