/** What a coach and a student share between lessons: who the two are, and what can happen there. Pure. */

/** What names a workspace: its two people. */
export interface Pair {
  instructorId: string
  studentId: string
}

export type Side = 'coach' | 'student'

/** What can be commented on. */
export const commentSubjects = ['lesson', 'goal', 'drill', 'note', 'session'] as const
export type CommentSubject = (typeof commentSubjects)[number]

/** What a student lets a coach show of measured progress: nothing, a share in an anonymous figure, or that and the first name. */
export const consents = ['nothing', 'counted', 'named'] as const
export type Consent = (typeof consents)[number]

/** What changed of a thing, by the name of the field; null where there was, or is, nothing. */
export interface Change {
  field: string
  from: string | number | null
  to: string | number | null
}

/** What happens in a workspace, in the words that follow a name: `Sam ticked a drill`. */
export const eventWords = {
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
export type EventKind = keyof typeof eventWords

/** What the other side is told of by a notification. Ticks and practice are seen in the workspace, and ring nobody's bell. */
export const toldKinds: readonly EventKind[] = [
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

/** What happens within so long after the first that is told is told together. In milliseconds. */
export const GATHERED_FOR = 5 * 60_000

/** An old or unknown kind still reads as a sentence. */
export const wordsOfEvent = (kind: string): string =>
  kind in eventWords ? eventWords[kind as EventKind] : 'changed'

/** A student without a lesson, a message or a tick for so many days has not been worked with for a while. */
export const QUIET_AFTER_DAYS = 21

/** A lesson without shared notes waits for its coach for so many days; later nobody remembers it. */
export const NOTES_WAIT_DAYS = 30

/** Dates that people tick and log lie within so many days before today. */
export const DAYS_BACK = 14
