import { z } from 'zod'
import { writtenLine } from '#platform/written-text.ts'
import { LONGEST_DRIVE } from '../drives.ts'
import { slotObstacles } from '../slot-proof.ts'
import { faultsOfWeek } from '../week.ts'

const day = z.iso.date({ message: 'Choose a date' })
const time = z.string().regex(/^([01]\d|2[0-3]):(00|15|30|45)$/, 'Choose a time at a quarter of an hour')
const endTime = z.union([z.literal('24:00'), time], { message: 'Choose a time at a quarter of an hour' })
const placeId = z.uuid().nullable()

/** Dates can be blocked or opened up to this many days ahead, and one operation covers at most as many. */
const MOST_DAYS = 366

const weekRangeSchema = z.object({
  calendarId: z.uuid().nullable(),
  day: z.int().min(0).max(6),
  from: time,
  to: endTime,
  weekParity: z.union([z.literal(0), z.literal(1)]).nullable(),
})

const calendarSchema = z.object({
  id: z.uuid(),
  name: writtenLine()
    .trim()
    .min(1, 'Give the calendar a name')
    .max(60, 'Name must be less than 60 characters'),
  placeId,
})

const weekShape = {
  calendars: z.array(calendarSchema).max(8, 'At most eight calendars'),
  instantBookCalendarId: z.uuid().nullable(),
  hours: z.array(weekRangeSchema).max(200),
  /** Places where only hours of their own calendars count; unchanged when omitted. */
  ownHoursPlaceIds: z.array(z.uuid()).max(20).optional(),
}

export const weekSchema = z
  .object(weekShape)
  .superRefine(({ calendars, instantBookCalendarId, hours }, context) => {
    const issue = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    for (const [at, message] of faultsOfWeek(hours)) issue(['hours', at], message)
    const ids = new Set(calendars.map(({ id }) => id))
    if (instantBookCalendarId && !ids.has(instantBookCalendarId))
      issue(['instantBookCalendarId'], 'Choose one of your calendars')
    for (const [at, { calendarId }] of hours.entries())
      if (calendarId && !ids.has(calendarId)) issue(['hours', at], 'This calendar no longer exists')
    for (const [at, { name }] of calendars.entries())
      if (calendars.slice(0, at).some((other) => other.name.toLowerCase() === name.toLowerCase()))
        issue(['calendars', at, 'name'], 'Another calendar has this name')
  })

const whole = (low: number, high: number, message: string) =>
  z.coerce.number<number | string>(message).pipe(z.int(message).min(low, message).max(high, message))

export const bookingRulesSchema = z
  .object({
    noticeHours: whole(0, 720, 'Notice is between 0 and 720 hours'),
    windowDays: whole(1, 365, 'Students can book between 1 and 365 days ahead'),
    stepMinutes: z.coerce.number<number | string>().pipe(z.literal([15, 30, 60])),
    bufferMinutes: whole(0, 120, 'The break is between 0 and 120 minutes'),
  })
  .refine(({ noticeHours, windowDays }) => noticeHours < windowDays * 24, {
    message: 'Your notice is longer than your booking window, so no one could book',
    path: ['noticeHours'],
  })
export type BookingRules = z.output<typeof bookingRulesSchema>

/** Whether a coach's rules are the same. */
export const isSameRules = (one: BookingRules | AvailabilitySettings['rules'], other: typeof one): boolean =>
  one.noticeHours === other.noticeHours &&
  one.windowDays === other.windowDays &&
  one.stepMinutes === other.stepMinutes &&
  one.bufferMinutes === other.bufferMinutes

const driveFault = 'A drive takes between 0 and 4320 minutes'
const driveMinutes = z.int(driveFault).min(0, driveFault).max(LONGEST_DRIVE, driveFault)
const pair = { placeA: z.uuid(), placeB: z.uuid() }
/** Limits the drives in one request; eight places already have 28. */
const MOST_DRIVES = 120

/** Minutes set by the coach; null to use our measurement. */
export const ownDriveSchema = z.object({ ...pair, ownMinutes: driveMinutes.nullable() })
export type OwnDrive = z.output<typeof ownDriveSchema>

/** The tag the edit is based on; the request is rejected when a newer version has been saved. */
const basedOn = z.string().max(64)
export const saveWeekSchema = z.object({ basedOn, week: weekSchema })
export const saveRulesSchema = z.object({ basedOn, rules: bookingRulesSchema })

export const saveDrivesSchema = z.object({ basedOn, drives: z.array(ownDriveSchema).max(MOST_DRIVES) })

const note = writtenLine().trim().max(80, 'Note must be less than 80 characters').optional()
const isSpan = ({ from, to }: { from: string; to: string }) => from <= to
const spanFault = { message: 'The last date is before the first', path: ['to'] }
const isShort = ({ from, to }: { from: string; to: string }) =>
  Date.parse(to) - Date.parse(from) < MOST_DAYS * 86_400_000
const lengthFault = { message: 'At most a year in one act', path: ['to'] }
const endsLater = ({
  startTime,
  endTime,
}: {
  startTime?: string | undefined
  endTime?: string | undefined
}) => !startTime || !endTime || startTime < endTime
const endFault = { message: 'Must end after it begins', path: ['endTime'] }

/** The number of the removed operation that this one brings back; it keeps its place in the order of operations. */
const act = z.int().min(1).optional()

/** Dates, or the same part of each date, that are blocked in one operation. */
export const blockSchema = z
  .object({
    from: day,
    to: day,
    startTime: time.optional(),
    endTime: endTime.optional(),
    note,
    /** The coach has seen the lessons in this time and keeps them. */
    keepLessons: z.boolean().default(false),
    act,
  })
  .refine(({ startTime, endTime }) => !startTime === !endTime, {
    message: 'Choose when it begins and ends',
    path: ['startTime'],
  })
  .refine(isSpan, spanFault)
  .refine(isShort, lengthFault)
  .refine(endsLater, endFault)

/** A time that is opened on one or more dates in one operation. */
export const openingSchema = z
  .object({ from: day, to: day, startTime: time, endTime, placeId: placeId.default(null), note, act })
  .refine(isSpan, spanFault)
  .refine(isShort, lengthFault)
  .refine(endsLater, endFault)

const orEmpty = z.union([z.literal(''), day], { message: 'Choose a date' })
/** A range may end at midnight, which time inputs represent as 00:00. */
const formEnd = z
  .string()
  .transform((typed) => (typed === '00:00' ? '24:00' : typed))
  .pipe(endTime)
const endsOnOrAfter = ({ from, to }: { from: string; to: string }) => !to || from <= to

/** The same as a form submits it: the last date may be omitted. */
export const blockFormSchema = z
  .object({ from: day, to: orEmpty, startTime: time.optional(), endTime: formEnd.optional(), note })
  .refine(endsOnOrAfter, spanFault)
  .refine(endsLater, endFault)

export const openingFormSchema = z
  .object({
    from: day,
    to: orEmpty,
    startTime: time,
    endTime: formEnd,
    placeId: z.string().optional(),
    note,
  })
  .refine(endsOnOrAfter, spanFault)
  .refine(endsLater, endFault)

const actSchema = z.object({
  act: z.int(),
  kind: z.enum(['block', 'opening']),
  from: day,
  to: day,
  /** Null: whole dates. */
  startTime: z.string().nullable(),
  endTime: z.string().nullable(),
  placeId,
  note: z.string().nullable(),
})
export type Act = z.infer<typeof actSchema>

const lessonThereSchema = z.object({
  id: z.uuid(),
  start: z.iso.datetime(),
  durationMinutes: z.int(),
  zone: z.string(),
  title: z.string(),
  /** Null for a date of a clinic. */
  student: z.string().nullable(),
  /** The seats of a clinic; null for a lesson. */
  seats: z.object({ taken: z.int(), all: z.int() }).nullable(),
})

export const blockedSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), act: z.int() }),
  z.object({ ok: z.literal(false), reason: z.literal('lessons_there'), lessons: z.array(lessonThereSchema) }),
])

export const availabilitySettingsSchema = z.object({
  /** The zone of the primary place. */
  zone: z.string(),
  today: day,
  isVisible: z.boolean(),
  instantBookEnabled: z.boolean(),
  durations: z.array(z.int()),
  places: z.array(z.object({ id: z.uuid(), name: z.string(), zone: z.string() })),
  week: z.object({
    ...weekShape,
    // Saved hours may violate newer validation rules.
    hours: z.array(weekRangeSchema.extend({ from: z.string(), to: z.string() })),
    calendars: z.array(calendarSchema.extend({ name: z.string() })),
  }),
  weekTag: z.string(),
  rules: z.object({
    noticeHours: z.int(),
    windowDays: z.int(),
    stepMinutes: z.int(),
    bufferMinutes: z.int(),
  }),
  rulesTag: z.string(),
  drives: z.array(
    z.object({
      ...pair,
      /** Null when the coach uses our measurement. */
      ownMinutes: z.int().nullable(),
      /** Null when the location of one of the places is unknown. */
      measuredMinutes: z.int().nullable(),
      /** Measured by road, not estimated from the distance. */
      isRouted: z.boolean(),
    }),
  ),
  drivesTag: z.string(),
  acts: z.array(actSchema),
})
export type AvailabilitySettings = z.infer<typeof availabilitySettingsSchema>

/** The student's view: as saved, or with an unsaved week, rules or drives. */
export const previewRequestSchema = z.object({
  locationId: z.uuid().optional(),
  durationMinutes: z.int().min(15).max(480),
  week: weekSchema.optional(),
  rules: bookingRulesSchema.optional(),
  drives: z
    .array(z.object({ ...pair, minutes: driveMinutes }))
    .max(MOST_DRIVES)
    .optional(),
})

const previewCellSchema = z.object({
  /** `HH:MM` in the zone of the place. */
  time: z.string(),
  /** Null for a time skipped when clocks go forward. */
  start: z.iso.datetime().nullable(),
  /** The first reason why the time is not open; null: students can book it. */
  obstacle: z.enum(slotObstacles).nullable(),
  /** The difference from the saved state. */
  change: z.enum(['added', 'removed']).nullable(),
})

export const hoursPreviewSchema = z.object({
  zone: z.string(),
  days: z.array(z.object({ date: day, cells: z.array(previewCellSchema) })),
  /** The number of open times in these days, as saved and with the changes. */
  now: z.int(),
  after: z.int(),
})
export type Preview = z.infer<typeof hoursPreviewSchema>

export const proofRequestSchema = previewRequestSchema.extend({ start: z.iso.datetime() })

export const proofSchema = z.object({
  start: z.iso.datetime(),
  zone: z.string(),
  obstacles: z.array(
    z.object({
      obstacle: z.enum(slotObstacles),
      /** A description, visible only to the coach. */
      detail: z.string(),
      /** The block that can be removed. */
      act: z.int().nullable(),
    }),
  ),
})
