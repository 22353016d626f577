import { z } from 'zod'
import { writtenLine } from '#platform/written-text.ts'
import { calendarFailures } from './health.ts'

/** A coach adds no more calendars by address. */
export const MOST_ADDRESSES = 8

const name = writtenLine().trim().max(60, 'Name must be less than 60 characters')

export const addCalendarSchema = z.object({
  address: z
    .string()
    .trim()
    .min(1, 'Enter the address of your calendar')
    .max(2_000, 'This address is too long'),
  /** What the calendar calls itself when left out. */
  name: name.optional(),
})

const calendarSchema = z.object({
  id: z.uuid(),
  kind: z.enum(['address', 'google']),
  name: z.string(),
  lastReadAt: z.iso.datetime().nullable(),
  nextTryAt: z.iso.datetime(),
  failure: z.enum(calendarFailures).nullable(),
  failingSince: z.iso.datetime().nullable(),
  /** Without a good reading for so long that nobody books at once. */
  isOutOfReach: z.boolean(),
  unreadable: z.int(),
  unknownZones: z.array(z.string()),
  /** Times it keeps busy from now on. */
  busyTimes: z.int(),
})
export type OtherCalendar = z.infer<typeof calendarSchema>

const googleConnectionSchema = z.object({
  /** Its line among the calendars. */
  calendarId: z.uuid(),
  /** The account's address. */
  account: z.string(),
  /** False once Google no longer lets us in. */
  isConnected: z.boolean(),
  /** Whether lessons may be written, as the coach allowed at Google. */
  mayWrite: z.boolean(),
  /** The calendar that lessons are written to. */
  target: z.string().nullable(),
  /** That calendar was gone or closed to us, and lessons are no longer written. */
  stoppedWriting: z.boolean(),
  version: z.int(),
  calendars: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      isPrimary: z.boolean(),
      /** Lessons may be written to it. */
      isOwned: z.boolean(),
      countsBusy: z.boolean(),
    }),
  ),
})
export type GoogleConnection = z.infer<typeof googleConnectionSchema>

const googleId = z.string().min(1).max(1_024)

/** What Google's page led back with. */
export const finishGoogleSchema = z.object({
  state: z.string().min(1).max(200),
  code: z.string().min(1).max(1_000),
})

export const chooseGoogleSchema = z.object({
  /** Calendars that keep the coach busy. */
  busy: z.array(googleId).max(50, 'At most 50 calendars can count as busy'),
  /** The one that lessons are written to; null for none. */
  target: googleId.nullable(),
  /** Of the connection as it was shown. */
  version: z.int(),
})

export const otherCalendarsSchema = z.object({
  calendars: z.array(calendarSchema),
  google: z.object({
    /** Whether Google Calendar can be connected here. */
    isOffered: z.boolean(),
    /** Where the demo's stand-in for Google shows its calendars; null for the real one. */
    standInUrl: z.string().nullable(),
    connection: googleConnectionSchema.nullable(),
  }),
  /** Addresses of calendars to try in a demo; none elsewhere. */
  demoAddresses: z.array(z.string()),
})

const day = z.iso.date({ message: 'Dates look like 2026-11-26' })

/** The body of the specification's `google-calendar-availability`. */
export const dayAvailabilitySchema = z.object({
  instructorId: z.uuid(),
  date: day,
  /** Minutes. */
  duration: z.coerce.number<number | string>().pipe(z.int().min(15).max(480)),
})

export const busyTimesRequestSchema = z
  .object({ from: z.iso.datetime({ offset: true }), to: z.iso.datetime({ offset: true }) })
  .refine(({ from, to }) => Date.parse(from) <= Date.parse(to), {
    message: 'The end is before the beginning',
    path: ['to'],
  })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= 63 * 86_400_000, {
    message: 'At most nine weeks at once',
    path: ['to'],
  })

export const busyTimeSchema = z.object({
  start: z.iso.datetime(),
  end: z.iso.datetime(),
  title: z.string().nullable(),
  calendar: z.string(),
})
