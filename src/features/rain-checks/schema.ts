import { z } from 'zod'
import { MESSAGE_LENGTH } from '#features/bookings/cancellation/schema.ts'
import { rainRules } from '#features/coaches/coach.ts'
import { writtenText } from '#platform/written-text.ts'

export const rainRuleSchema = z.object({ rule: z.enum(rainRules) })

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Enter a time')

/** A part of a day, by the clock of each lesson's place. */
export const timesOfDaySchema = z
  .object({ date: z.iso.date({ message: 'Choose a date' }), startTime: clock, endTime: clock })
  .refine(({ startTime, endTime }) => startTime < endTime, {
    message: 'The end is before the beginning',
    path: ['endTime'],
  })
export type TimesOfDay = z.infer<typeof timesOfDaySchema>

/** The most lessons of a day. */
const MOST_LESSONS = 50

const affectedLessonSchema = z.object({
  bookingId: z.uuid(),
  start: z.iso.datetime(),
  durationMinutes: z.int(),
  zone: z.string(),
  student: z.string(),
  /** The student has no email address: nothing is sent to the student. */
  isOfCaller: z.boolean(),
  place: z.string(),
})

/** What calling off a part of a day would do. */
export const affectedSchema = z.object({
  /** Lessons that would be called off, in the order of their times. */
  lessons: z.array(affectedLessonSchema),
  /** Lessons at indoor places in these times, which stay. */
  indoors: z.int(),
  /** Clinics with dates in these times, which stay: their coach cancels them on their own page. */
  clinics: z.int(),
  /** Lessons that were called off before. */
  before: z.int(),
})
export type Affected = z.infer<typeof affectedSchema>

export const callOffSchema = timesOfDaySchema.safeExtend({
  /** The lessons that the coach saw. */
  bookingIds: z.array(z.uuid()).min(1).max(MOST_LESSONS),
  message: writtenText()
    .trim()
    .max(MESSAGE_LENGTH, `Message must be less than ${MESSAGE_LENGTH} characters`)
    .optional(),
})
export type CallOffInput = z.infer<typeof callOffSchema>

export const calledOffSchema = z.object({
  calledOff: z.int(),
  /** Lessons that had been called off before, such as by a request whose answer was lost. */
  before: z.int(),
  /** Lessons that were not, because they were moved or cancelled meanwhile. */
  notCalledOff: z.int(),
})
export type CalledOff = z.infer<typeof calledOffSchema>

const weatherSchema = z.object({ chanceOfRain: z.int(), isThunder: z.boolean(), windMph: z.int() })

/** The rain check of a lesson, as its coach or student sees it. */
export const rainCheckSchema = z.object({
  /** The coach's rule when the lesson was booked. */
  rule: z.enum(rainRules),
  /** The offer about the present time of the lesson; null when there is none. */
  offer: z
    .object({
      offeredAt: z.iso.datetime(),
      forecast: weatherSchema.nullable(),
      calledOffAt: z.iso.datetime().nullable(),
      message: z.string().nullable(),
      /** The student can still choose. */
      isOpen: z.boolean(),
      /** Why the lesson cannot be kept as a credit; null when it can. */
      creditRefusal: z.string().nullable(),
    })
    .nullable(),
})
export type RainCheck = z.infer<typeof rainCheckSchema>
