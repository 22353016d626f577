import { z } from 'zod'
import { timeWarnings } from '#features/availability/own-times/own-time.ts'
import { ownLengthSchema } from '#features/availability/own-times/schema.ts'
import { readDate, scheduleViews } from './schedule.ts'

const date = z.iso.date({ message: 'Choose a date' })

export const scheduleRequestSchema = z.object({
  view: z.enum(scheduleViews).default('week'),
  /** A date that the view is to show, by the clock of the place; today when left out. */
  date: date.refine((one) => readDate(one) !== undefined, 'Choose a date of this century').optional(),
  /** The teaching place whose clock counts; the primary one when left out. */
  placeId: z.uuid().optional(),
})

const time = { start: z.iso.datetime(), end: z.iso.datetime() }
const ofStudent = {
  bookingId: z.uuid(),
  title: z.string(),
  student: z.object({ id: z.uuid(), name: z.string() }),
  durationMinutes: z.int(),
  /** Of its place; times are told in it. */
  zone: z.string(),
  place: z.string(),
  placeId: z.uuid().nullable(),
  priceCents: z.int(),
}

export const entrySchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('lesson'),
    ...time,
    ...ofStudent,
    status: z.enum(['confirmed', 'completed']),
    noShow: z.boolean(),
    /** It can be moved now: it is booked and has not begun. */
    mayMove: z.boolean(),
  }),
  /** A time that a student holds while she pays. */
  z.object({ kind: z.literal('hold'), ...time, ...ofStudent, heldUntil: z.iso.datetime() }),
  z.object({
    kind: z.literal('block'),
    ...time,
    act: z.int(),
    isAllDay: z.boolean(),
    /** For the coach alone. */
    note: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('opening'),
    ...time,
    act: z.int(),
    note: z.string().nullable(),
    place: z.string().nullable(),
  }),
  /** A time that another calendar of the coach says is taken; never what it says there. */
  z.object({ kind: z.literal('busy'), ...time, calendar: z.string() }),
])
export type ScheduleEntry = z.infer<typeof entrySchema>
export type LessonEntry = Extract<ScheduleEntry, { kind: 'lesson' }>

/** Where a lesson would go: a date and a minute of it by the clock of the calendar. */
export interface DraggedTo {
  entry: LessonEntry
  date: string
  minute: number
}

export const scheduleSchema = z.object({
  /** Of the place whose clock counts. */
  zone: z.string(),
  view: z.enum(scheduleViews),
  date,
  /** The first and the last date in view. */
  from: date,
  to: date,
  today: date,
  now: z.iso.datetime(),
  places: z.array(z.object({ id: z.uuid(), name: z.string(), zone: z.string() })),
  placeId: z.uuid().nullable(),
  /** Lengths of lessons that students choose from, in minutes, ascending. */
  durations: z.array(z.int()),
  entries: z.array(entrySchema),
  /** When the coach teaches by her weekly hours, at any place. */
  hours: z.array(z.object(time)),
})
export type Schedule = z.infer<typeof scheduleSchema>

/** A time a coach points at. */
export const lookSchema = z.object({
  start: z.iso.datetime({ offset: true }),
  durationMinutes: z.coerce.number<number | string>().pipe(ownLengthSchema),
  placeId: z.uuid().optional(),
  /** The lesson that would move there; it stands in nobody's way. */
  bookingId: z.uuid().optional(),
})

export const lookedSchema = z.object({
  start: z.iso.datetime(),
  /** Of the place. */
  zone: z.string(),
  /** No lesson, no hold and no break between lessons is in the way, and it lies ahead. */
  isFree: z.boolean(),
  /** What is unusual about it, and has to be confirmed. */
  warnings: z.array(z.enum(timeWarnings)),
  /** What stands in the way, in words; the first thing first. */
  reasons: z.array(z.string()),
})
