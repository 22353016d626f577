import { z } from 'zod'
import { golferField, playingGolferSchema } from '#features/golfers/schema.ts'
import { writtenLine, writtenText } from '#platform/written-text.ts'
import { drillPictureLimits } from './drill-picture.ts'
import { goalStatuses, measureNames } from './goal.ts'
import { commentSubjects, consents } from './workspace.ts'

/** The coach, the student and the student's golfer that identify a workspace; without a golfer the student plays. */
export const pairSchema = z.object({
  instructorId: z.uuid(),
  studentId: z.uuid(),
  golferId: golferField.default(null),
})

export const doneSchema = z.object({ ok: z.literal(true) })
export const madeSchema = z.object({ id: z.uuid() })
export const versionSchema = z.object({ version: z.int() })
/** The id of a new row, chosen by the browser, so that a request that is sent again is carried out once. */
const newId = z.uuid().optional()
const basedOn = z.int().min(0).max(1_000_000)

/** The title of an item, on one line. */
const title = (name: string) =>
  writtenLine().trim().min(1, `${name} is required`).max(120, `${name} must be 120 characters or less`)
const words = (name: string, most: number) =>
  writtenText().trim().max(most, `${name} must be ${most} characters or less`)
const neededWords = (name: string, most: number) =>
  writtenText().trim().min(1, `${name} is required`).max(most, `${name} must be ${most} characters or less`)

// Lessons

const LONGEST_NOTE = 5_000

export const saveCardSchema = z.object({
  bookingId: z.uuid(),
  /** The version the edit is based on; 0 for a lesson without a card. */
  basedOn,
  note: words('Notes', LONGEST_NOTE),
  nextGoal: writtenLine().trim().max(300, 'The next goal must be 300 characters or less'),
  privateNote: words('Your private note', LONGEST_NOTE),
})

export const shareCardSchema = z.object({ bookingId: z.uuid(), basedOn })

const cardSchema = z.object({
  bookingId: z.uuid(),
  title: z.string(),
  /** The golfer who plays, when it is not the student. */
  playedBy: z.string().nullable(),
  start: z.iso.datetime(),
  durationMinutes: z.int(),
  zone: z.string(),
  place: z.string(),
  placeId: z.uuid().nullable(),
  isPast: z.boolean(),
  /** The coach called it off because of the weather. */
  isCalledOff: z.boolean(),
  /** The shared content. */
  note: z.string(),
  nextGoal: z.string(),
  sharedAt: z.iso.datetime().nullable(),
  /** The coach's draft; null for the student. */
  own: z
    .object({
      note: z.string(),
      nextGoal: z.string(),
      privateNote: z.string(),
      version: z.int(),
      /** The draft differs from the shared content. */
      isAhead: z.boolean(),
    })
    .nullable(),
})
export type LessonCardView = z.infer<typeof cardSchema>

// Goals

const amount = z.number().min(-100_000, 'That is too small').max(100_000, 'That is too large')
const goalFields = {
  title: title('Goal'),
  measure: z.enum(measureNames),
  /** A custom unit, for measures without their own. */
  unit: writtenLine().trim().max(20, 'Unit must be 20 characters or less').nullable(),
  moreIsBetter: z.boolean(),
  target: amount.nullable(),
  dueOn: z.iso.date('Choose a date').nullable(),
}

export const setGoalSchema = pairSchema.extend({
  ...goalFields,
  /** The student's current value. */
  start: amount.nullable(),
  newGoalId: newId,
})
export const changeGoalSchema = z.object({ goalId: z.uuid(), basedOn, ...goalFields })
export const goalStatusSchema = z.object({ goalId: z.uuid(), status: z.enum(goalStatuses) })
export const recordValueSchema = z.object({
  goalId: z.uuid(),
  value: amount,
  on: z.iso.date('Choose a date'),
  newValueId: newId,
})
export const strikeValueSchema = z.object({ valueId: z.uuid(), struck: z.boolean() })

const numberText = (message: string) =>
  z
    .string()
    .trim()
    .regex(/^-?\d{1,5}([.,]\d{1,2})?$/, message)
const optionalNumber = numberText('Enter a number, such as 96 or 12.4').or(z.literal(''))

/** The goal form's input. */
export const goalFormSchema = z.object({
  title: goalFields.title,
  measure: goalFields.measure,
  unit: writtenLine().trim().max(20, 'Unit must be 20 characters or less').optional(),
  direction: z.enum(['more', 'less']).optional(),
  start: optionalNumber.optional(),
  target: optionalNumber.optional(),
  dueOn: z.iso.date('Choose a date').or(z.literal('')),
})
export const valueFormSchema = z.object({
  value: numberText('Enter a number, such as 96 or 12.4'),
  on: z.iso.date('Choose a date'),
})
/** Parses a number field; null when it is empty. */
export const numberFrom = (typed: string | undefined): number | null =>
  typed ? Number(typed.replace(',', '.')) : null

const changeSchema = z.object({
  field: z.string(),
  from: z.union([z.string(), z.number()]).nullable(),
  to: z.union([z.string(), z.number()]).nullable(),
})
const eventSchema = z.object({
  id: z.int(),
  kind: z.string(),
  title: z.string(),
  aboutId: z.uuid().nullable(),
  /** Caused by the viewer. */
  isMine: z.boolean(),
  by: z.string(),
  at: z.iso.datetime(),
  changes: z.array(changeSchema),
})
export type WorkspaceEvent = z.infer<typeof eventSchema>
export const eventListSchema = z.array(eventSchema)

const goalSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  measure: z.string(),
  unit: z.string().nullable(),
  moreIsBetter: z.boolean(),
  target: z.number().nullable(),
  dueOn: z.iso.date().nullable(),
  status: z.enum(goalStatuses),
  version: z.int(),
  createdAt: z.iso.datetime(),
  values: z.array(
    z.object({
      id: z.uuid(),
      value: z.number(),
      on: z.iso.date(),
      by: z.string(),
      isMine: z.boolean(),
      isStruck: z.boolean(),
    }),
  ),
})
export type Goal = z.infer<typeof goalSchema>

// Drills

export const drillPictureSchema = z.object({
  id: z.uuid(),
  /** Alternative text. */
  alt: z.string(),
  width: z.int(),
  height: z.int(),
  /** Smallest first. */
  files: z.array(z.object({ url: z.string(), type: z.string(), width: z.int() })),
})
export type DrillPicture = z.infer<typeof drillPictureSchema>

const drillFields = {
  title: title('Drill'),
  how: words('How to do it', 3_000),
  timesAWeek: z.coerce
    .number<number | string>()
    .pipe(z.int().min(1, 'Choose 1 to 7 days').max(7, 'Choose 1 to 7 days')),
  pictureAlt: writtenLine()
    .trim()
    .max(
      drillPictureLimits.alt,
      `What the picture shows must be ${drillPictureLimits.alt} characters or less`,
    )
    .default(''),
}
export const drillFormSchema = z.object(drillFields)
export const saveDrillSchema = z.object({
  drillId: z.uuid().nullable(),
  basedOn,
  /** Null removes the picture; when omitted, it stays. */
  pictureId: z.uuid().nullable().optional(),
  newDrillId: newId,
  ...drillFields,
})
export const removeDrillSchema = z.object({ drillId: z.uuid(), removed: z.boolean() })
export const drillSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  how: z.string(),
  timesAWeek: z.int(),
  version: z.int(),
  picture: drillPictureSchema.nullable(),
  /** The number of students who currently have it. */
  students: z.int(),
})
export type Drill = z.infer<typeof drillSchema>

export const assignDrillSchema = pairSchema.extend({
  drillId: z.uuid(),
  /** The lesson in which it was assigned. */
  bookingId: z.uuid().nullable(),
  dueOn: z.iso.date('Choose a date').nullable(),
  newAssignedDrillId: newId,
})
export const endDrillSchema = z.object({ assignedDrillId: z.uuid(), ended: z.boolean() })
export const tickSchema = z.object({ assignedDrillId: z.uuid(), day: z.iso.date(), done: z.boolean() })

const assignedDrillSchema = z.object({
  id: z.uuid(),
  bookingId: z.uuid().nullable(),
  title: z.string(),
  how: z.string(),
  timesAWeek: z.int(),
  dueOn: z.iso.date().nullable(),
  assignedOn: z.iso.date(),
  isEnded: z.boolean(),
  picture: drillPictureSchema.nullable(),
  /** The dates on which it was done. */
  ticks: z.array(z.iso.date()),
})
export type AssignedDrill = z.infer<typeof assignedDrillSchema>

export const practiceFormSchema = z.object({
  day: z.iso.date('Choose a date'),
  minutes: z
    .string()
    .trim()
    .regex(/^\d{1,3}$/, 'Enter minutes, such as 30')
    .or(z.literal('')),
  content: neededWords('What you practiced', 1_000),
})
export const logPracticeSchema = pairSchema.extend({
  day: z.iso.date(),
  minutes: z.int().min(1, 'Enter 1 to 720 minutes').max(720, 'Enter 1 to 720 minutes').nullable(),
  content: neededWords('What you practiced', 1_000),
  newPracticeId: newId,
})
export const removePracticeSchema = z.object({ practiceId: z.uuid() })

// Notes and comments

export const writeNoteSchema = pairSchema.extend({
  isShared: z.boolean(),
  content: neededWords('Note', LONGEST_NOTE),
  newNoteId: newId,
})
export const changeNoteSchema = z.object({
  noteId: z.uuid(),
  basedOn,
  isShared: z.boolean(),
  content: neededWords('Note', LONGEST_NOTE),
})
export const removeNoteSchema = z.object({ noteId: z.uuid() })
export const noteFormSchema = z.object({ content: neededWords('Note', LONGEST_NOTE) })
export const commentFormSchema = z.object({ content: neededWords('Comment', 2_000) })
export const writeCommentSchema = pairSchema.extend({
  about: z.enum(commentSubjects),
  aboutId: z.uuid(),
  content: neededWords('Comment', 2_000),
  newCommentId: newId,
})
export const removeCommentSchema = z.object({ commentId: z.uuid() })

const commentSchema = z.object({
  id: z.uuid(),
  about: z.enum(commentSubjects),
  aboutId: z.uuid(),
  content: z.string(),
  by: z.string(),
  isMine: z.boolean(),
  at: z.iso.datetime(),
})
export type Comment = z.infer<typeof commentSchema>

// Measured progress

export const consentSchema = pairSchema.extend({ consent: z.enum(consents) })
export const measuredProgressSchema = z.array(
  z.object({
    measure: z.enum(measureNames),
    students: z.int(),
    /** Mean change in the unit of measurement. */
    change: z.number(),
    named: z.array(z.object({ firstName: z.string(), change: z.number() })),
  }),
)

// The complete workspace

const person = z.object({ id: z.uuid(), pictureUrl: z.string().nullable() })

export const workspaceSchema = z.object({
  /** Null until something is written. */
  id: z.uuid().nullable(),
  as: z.enum(['coach', 'student']),
  coach: person.extend({ label: z.string() }),
  student: person.extend({ name: z.string() }),
  /** Who plays, when it is not the student. */
  golfer: playingGolferSchema.nullable(),
  /** False when the coach's account is closed: the workspace is then read-only. */
  isOpen: z.boolean(),
  isBlocked: z.boolean(),
  zone: z.string(),
  /** The current date in that zone. */
  today: z.iso.date(),
  /** Lessons, newest first. */
  cards: z.array(cardSchema),
  /** The number of lessons that were taught. */
  taught: z.int(),
  /** How many older items of each kind are not among these. */
  older: z.object({ lessons: z.int(), notes: z.int(), practice: z.int(), comments: z.int() }),
  goals: z.array(goalSchema),
  drills: z.array(assignedDrillSchema),
  practice: z.array(
    z.object({ id: z.uuid(), day: z.iso.date(), minutes: z.int().nullable(), content: z.string() }),
  ),
  notes: z.array(
    z.object({
      id: z.uuid(),
      isShared: z.boolean(),
      content: z.string(),
      by: z.string(),
      isMine: z.boolean(),
      version: z.int(),
      at: z.iso.datetime(),
      editedAt: z.iso.datetime().nullable(),
    }),
  ),
  comments: z.array(commentSchema),
  /** The student's consent to show measured progress. */
  consent: z.enum(consents),
  /** Events, newest first. */
  events: z.array(eventSchema),
  /** The number of the other member's events since the viewer's last visit. */
  news: z.int(),
})
export type WorkspaceView = z.infer<typeof workspaceSchema>
export type NoteView = WorkspaceView['notes'][number]

export const workspaceListSchema = z.array(
  z.object({
    instructorId: z.uuid(),
    studentId: z.uuid(),
    /** Who plays, when it is not the student. */
    golfer: z.object({ id: z.uuid(), name: z.string() }).nullable(),
    workspaceId: z.uuid().nullable(),
    /** The other member. */
    name: z.string(),
    pictureUrl: z.string().nullable(),
    isOpen: z.boolean(),
    zone: z.string(),
    lastLesson: z.iso.datetime().nullable(),
    nextLesson: z.iso.datetime().nullable(),
    /** The number of the other member's events since the viewer's last visit, and the newest of them. */
    news: z.int(),
    newest: z.object({ kind: z.string(), title: z.string(), at: z.iso.datetime() }).nullable(),
    /** Recent lessons for which the coach has shared no notes; 0 for students. */
    lessonsWithoutNotes: z.int(),
    openGoals: z.int(),
    openDrills: z.int(),
    /** The latest event of either member, or their latest lesson. */
    lastActivity: z.iso.datetime().nullable(),
    /** No activity for weeks, and no upcoming lesson. */
    isQuiet: z.boolean(),
  }),
)
export type ListedWorkspace = z.infer<typeof workspaceListSchema>[number]
