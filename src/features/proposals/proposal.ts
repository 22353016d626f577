import type { TimeWarning } from '#features/availability/own-times/own-time.ts'
import type { BookingParty, LessonType } from '#features/bookings/booking.ts'

/** The states of a proposal and the transitions between them. Pure; shared with the browser. */
export const proposalStatuses = [
  'pending',
  'changes_requested',
  'accepted',
  'scheduled',
  'completed',
  'declined',
  'expired',
  'cancelled',
] as const
export type ProposalStatus = (typeof proposalStatuses)[number]

/** The maximum length of a coach's note and of a student's message about changes, in characters. */
export const PROPOSAL_TEXT_LENGTH = 1000

/** Page size of the proposal list. */
export const PROPOSALS_PER_PAGE = 20

/** Maximum number of times in a proposal. */
export const MAX_TIMES = 8

/** Maximum number of lessons in a package. */
export const MAX_LESSONS = 20

/** How long a proposal can stay open, in hours; the student is reminded 12 hours before it closes. */
export const openHoursChoices = [24, 48, 72, 168] as const
export const DEFAULT_OPEN_HOURS = 72
export const REMIND_HOURS_BEFORE = 12

/** The number of students in a list to choose from; the others are found by name. */
export const STUDENTS_LISTED = 200

/** The term of a package, in days. */
export const validDays = [30, 90, 180, 365] as const
export const DEFAULT_VALID_DAYS = 180

/** A proposed time as stored. */
export interface ProposedDate {
  datetime: string
  /** The coach's confirmations for a time that is not open. */
  confirmed?: TimeWarning[]
}

export interface ProposalStep {
  on: string
  by: BookingParty[]
  from: ProposalStatus | null
  to: ProposalStatus
}

/** The proposal state machine. A database trigger enforces the same transitions; a test compares the two. */
export const proposalLifecycle = [
  { on: 'propose', by: ['coach'], from: null, to: 'pending' },
  { on: 'revise', by: ['coach'], from: 'pending', to: 'pending' },
  { on: 'revise', by: ['coach'], from: 'changes_requested', to: 'pending' },
  { on: 'withdraw', by: ['coach', 'system'], from: 'pending', to: 'cancelled' },
  { on: 'withdraw', by: ['coach', 'system'], from: 'changes_requested', to: 'cancelled' },
  { on: 'accept', by: ['student'], from: 'pending', to: 'accepted' },
  { on: 'request_changes', by: ['student'], from: 'pending', to: 'changes_requested' },
  { on: 'decline', by: ['student'], from: 'pending', to: 'declined' },
  { on: 'decline', by: ['student'], from: 'changes_requested', to: 'declined' },
  // The hold was released, expired, or its payment failed: the student may choose again.
  { on: 'let_go', by: ['student', 'system', 'processor'], from: 'accepted', to: 'pending' },
  { on: 'pay', by: ['processor'], from: 'accepted', to: 'scheduled' },
  { on: 'pay_late', by: ['processor'], from: 'pending', to: 'scheduled' },
  { on: 'pay_late', by: ['processor'], from: 'expired', to: 'scheduled' },
  { on: 'expire', by: ['system'], from: 'pending', to: 'expired' },
  { on: 'expire', by: ['system'], from: 'changes_requested', to: 'expired' },
  { on: 'complete', by: ['coach', 'system'], from: 'scheduled', to: 'completed' },
  { on: 'cancel', by: ['student', 'coach', 'admin'], from: 'scheduled', to: 'cancelled' },
] as const satisfies ProposalStep[]

export type ProposalStepName = (typeof proposalLifecycle)[number]['on']

/**
 * The transitions a party may perform from a status. Determines the visible buttons, and is enforced by the
 * server.
 */
export function nextProposalSteps(status: ProposalStatus, party: BookingParty): ProposalStepName[] {
  return proposalLifecycle
    .filter((step) => step.from === status && (step.by as readonly BookingParty[]).includes(party))
    .map((step) => step.on)
}

/** Whether a party may perform a transition from a status. */
export const mayTransition = (on: ProposalStepName, status: ProposalStatus, party: BookingParty) =>
  nextProposalSteps(status, party).includes(on)

/** `accepted` is displayed as `scheduled`. */
export const shownStatus = (status: ProposalStatus): ProposalStatus =>
  status === 'accepted' ? 'scheduled' : status

/** The tabs of a coach's list with their statuses. */
export const proposalTabs = {
  all: proposalStatuses,
  pending: ['pending'],
  changes: ['changes_requested'],
  scheduled: ['accepted', 'scheduled'],
  completed: ['completed'],
  closed: ['declined', 'expired', 'cancelled'],
} as const satisfies Record<string, readonly ProposalStatus[]>
export type ProposalTab = keyof typeof proposalTabs

/**
 * When an offer closes: at the coach's deadline or its last time, whichever is earlier. Milliseconds since
 * 1970, UTC.
 */
export const closesAt = (expiresAt: number, times: readonly number[]) => Math.min(expiresAt, ...latest(times))

const latest = (times: readonly number[]) => (times.length > 0 ? [Math.max(...times)] : [])

/**
 * Message events that contain the terms include their version, so that only the newest one shows the card:
 * `revised:3`.
 */
export const proposalEvent = (news: string, version: number) =>
  news === 'proposed' || news === 'revised' ? `${news}:${version}` : news

/** Whether a conversation message displays the card with the proposal's current status. */
export function carriesCard(event: string, version: number): boolean {
  const [news, told] = event.split(':')
  return (news === 'proposed' || news === 'revised') && Number(told ?? 1) === version
}

/** The labels of lesson types. */
export const lessonTypeLabels = {
  individual: 'One to one',
  group: 'Group lesson',
  playing: 'Playing lesson',
  video: 'Video lesson',
} as const satisfies Record<LessonType, string>

export type ProposalRefusal =
  | 'no_such_proposal'
  | 'not_now'
  | 'proposal_changed'
  | 'own_proposal_changed'
  | 'proposal_expired'
  | 'time_not_offered'
  | 'place_gone'
  | 'own_place_gone'
  | 'no_student'
  | 'times_not_open'
  | 'times_not_confirmed'

/** The message shown for each refusal. */
export const proposalRefusalTexts: Record<ProposalRefusal, string> = {
  no_such_proposal: 'There is no such proposal.',
  not_now: 'This proposal has changed. Here is the latest version.',
  proposal_changed: 'Your coach has changed this proposal. Please look at it again.',
  own_proposal_changed: 'This proposal has changed since you opened it. Please look at it again.',
  proposal_expired: 'This proposal has expired. Ask your coach for a new one.',
  time_not_offered: 'This time is not part of the proposal.',
  place_gone: 'Your coach no longer teaches at the place of this proposal. Ask your coach for a new one.',
  own_place_gone: 'You no longer teach at this place. Please choose another one.',
  no_student:
    'You can propose lessons to students who messaged you, accepted your invitation or had a lesson with you, and whose account can book lessons.',
  times_not_open: 'One of these times is taken or has passed. Please choose others.',
  times_not_confirmed:
    'One of these times is no longer open to students. Remove it, or add it again as your own time.',
}
