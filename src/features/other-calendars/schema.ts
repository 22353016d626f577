import { z } from 'zod'
import { writtenLine } from '#platform/written-text.ts'
import { calendarFailures } from './health.ts'

/** Maximum number of calendars a coach can add by URL. */
export const MOST_ADDRESSES = 8

const name = writtenLine().trim().max(60, 'Name must be less than 60 characters')

export const addCalendarSchema = z.object({
  address: z
    .string()
    .trim()
    .min(1, 'Enter the address of your calendar')
    .max(2_000, 'This address is too long'),
  /** The calendar's own name when omitted. */
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
  /** Out of reach long enough to pause instant booking. */
  isOutOfReach: z.boolean(),
  unreadable: z.int(),
  unknownZones: z.array(z.string()),
  /** The number of busy times from now on. */
  busyTimes: z.int(),
})
export type OtherCalendar = z.infer<typeof calendarSchema>

const googleConnectionSchema = z.object({
  /** The row of the account in the list of calendars. */
  calendarId: z.uuid(),
  /** The account's email address. */
  account: z.string(),
  /** False after access to Google was lost. */
  isConnected: z.boolean(),
  /** Whether the coach granted permission to write events. */
  mayWrite: z.boolean(),
  /** The calendar that lessons are written to. */
  target: z.string().nullable(),
  /** Lessons are no longer written, because that calendar was deleted or access to it was lost. */
  stoppedWriting: z.boolean(),
  version: z.int(),
  calendars: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      isPrimary: z.boolean(),
      /** Lessons can be written to it. */
      isOwned: z.boolean(),
      countsBusy: z.boolean(),
    }),
  ),
})
export type GoogleConnection = z.infer<typeof googleConnectionSchema>

const googleId = z.string().min(1).max(1_024)

/** The query parameters of Google's redirect. */
export const finishGoogleSchema = z.object({
  state: z.string().min(1).max(200),
  code: z.string().min(1).max(1_000),
})

export const chooseGoogleSchema = z.object({
  /** Calendars that count as busy. */
  busy: z.array(googleId).max(50, 'At most 50 calendars can count as busy'),
  /** The calendar lessons are written to; null for none. */
  target: googleId.nullable(),
  /** The version of the connection the choice is based on. */
  version: z.int(),
})

export const otherCalendarsSchema = z.object({
  calendars: z.array(calendarSchema),
  google: z.object({
    /** Whether connecting Google Calendar is available on this server. */
    isOffered: z.boolean(),
    /** The page with the calendars of the demo's Google substitute; null when the real Google is used. */
    standInUrl: z.string().nullable(),
    connection: googleConnectionSchema.nullable(),
  }),
  /** Calendar URLs to try in a demo; empty otherwise. */
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
    message: 'The end is before the start',
    path: ['to'],
  })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= 63 * 86_400_000, {
    message: 'Choose at most nine weeks',
    path: ['to'],
  })

export const busyTimeSchema = z.object({
  start: z.iso.datetime(),
  end: z.iso.datetime(),
  title: z.string().nullable(),
  calendar: z.string(),
})
