/** The workspace that a coach and a student share between lessons: its members and events. Pure. */

/** A coach and a student, and which of the student's golfers plays: together they identify a workspace. */
export interface Pair {
  instructorId: string
  studentId: string
  /** One of the student's golfers; null when the student plays. */
  golferId: string | null
}

/** The address of a workspace for its coach or its student. */
export function workspaceHref(as: Side, { instructorId, studentId, golferId }: Pair, part?: string): string {
  const search = new URLSearchParams({
    ...(as === 'student' ? { coach: instructorId } : {}),
    ...(golferId ? { golfer: golferId } : {}),
    ...(part && part !== 'lessons' ? { part } : {}),
  })
  const page = as === 'coach' ? `/student-workspace/${studentId}` : '/student-collaborate'
  return search.size > 0 ? `${page}?${search}` : page
}

export type Side = 'coach' | 'student'

/** The items that can be commented on. */
export const commentSubjects = ['lesson', 'goal', 'drill', 'note', 'session'] as const
export type CommentSubject = (typeof commentSubjects)[number]

/**
 * A student's consent to show measured progress: none, as part of an anonymous figure, or also with the first
 * name.
 */
export const consents = ['nothing', 'counted', 'named'] as const
export type Consent = (typeof consents)[number]

/** A changed field; null for a missing old or new value. */
export interface FieldChange {
  field: string
  from: string | number | null
  to: string | number | null
}

/** The events of a workspace, as phrases that follow a name: `Sam ticked a drill`. */
export const workspaceEventTexts = {
  note_shared: 'shared notes on the lesson',
  note_written: 'wrote a note',
  goal_set: 'set a goal',
  goal_changed: 'changed a goal',
  goal_value: 'recorded a value for',
  goal_value_struck: 'struck out a value of',
  goal_reached: 'marked as reached',
  goal_dropped: 'dropped',
  goal_reopened: 'opened again',
  drill_assigned: 'assigned a drill',
  drill_ended: 'ended a drill',
  drill_resumed: 'resumed a drill',
  drill_ticked: 'practiced',
  practice_logged: 'logged practice',
  commented: 'commented on',
  shots_added: 'added launch-monitor shots',
} as const
export type EventKind = keyof typeof workspaceEventTexts

/** The events that notify the other member. Ticks and practice are only shown in the workspace. */
export const notifiedKinds: readonly EventKind[] = [
  'note_shared',
  'note_written',
  'goal_set',
  'goal_changed',
  'goal_reached',
  'goal_dropped',
  'drill_assigned',
  'commented',
  'shots_added',
]

/** How long events are collected into one notification, from the first one. In milliseconds. */
export const NEWS_GATHERED_FOR = 5 * 60_000

/** A fallback for old and unknown kinds. */
export const wordsOfEvent = (kind: string): string =>
  kind in workspaceEventTexts ? workspaceEventTexts[kind as EventKind] : 'changed'

/**
 * The lessons of a workspace that are not over: the next one that takes place, the later ones, and the ones that were called off.
 * @param newestFirst all lessons
 */
export function comingLessons<L extends { isPast: boolean; isCalledOff: boolean }>(
  newestFirst: readonly L[],
) {
  const coming = newestFirst.filter(({ isPast }) => !isPast).toReversed()
  const [next = null, ...later] = coming.filter(({ isCalledOff }) => !isCalledOff)
  return { next, later, calledOff: coming.filter(({ isCalledOff }) => isCalledOff) }
}

/** How many of the newest items of each kind are shown at first, and how many in addition when older ones are asked for. */
export const SHOWN_AT_ONCE = { lessons: 60, notes: 120, practice: 90, comments: 600 }
/** The highest number of items of a kind that can be asked for. */
export const MOST_SHOWN = 5_000

/** The number of workspaces in a list. */
export const MOST_LISTED = 300

/** Days without a lesson, a message or a tick after which a student counts as inactive. */
export const QUIET_AFTER_DAYS = 21

/** The number of days for which a lesson without shared notes is listed as a task of its coach. */
export const NOTES_WAIT_DAYS = 30

/** How many days back students may tick drills and log practice. */
export const DAYS_BACK = 14
