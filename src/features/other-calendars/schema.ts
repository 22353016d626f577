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

export const otherCalendarsSchema = z.object({
  calendars: z.array(calendarSchema),
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
