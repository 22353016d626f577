import { z } from 'zod'
import { nameField, phoneField, reachable } from '#features/accounts/schema.ts'
import { timeWarnings } from '#features/availability/own-times/own-time.ts'
import { confirmedSchema, ownLengthSchema } from '#features/availability/own-times/schema.ts'
import { seriesPlaceSchema } from '#features/bookings/series/schema.ts'
import { playingGolferSchema } from '#features/golfers/schema.ts'
import { LONGEST_MESSAGE } from '#features/messages/message.ts'
import { parseMoney } from '#platform/money.ts'
import { writtenLine, writtenText } from '#platform/written-text.ts'
import { readDate, scheduleViews } from './schedule.ts'

const date = z.iso.date({ message: 'Choose a date' })
const chosenDate = date.refine((one) => readDate(one) !== undefined, 'Choose a date of this century')

export const scheduleRequestSchema = z.object({
  view: z.enum(scheduleViews).default('week'),
  /** A date within the view, in the zone of the place; defaults to today. */
  date: chosenDate.optional(),
  /** The teaching place whose zone is used; defaults to the primary one. */
  placeId: z.uuid().optional(),
})

const time = { start: z.iso.datetime(), end: z.iso.datetime() }
const ofStudent = {
  bookingId: z.uuid(),
  title: z.string(),
  student: z.object({ id: z.uuid(), name: z.string() }),
  /** Who plays, when it is not the student; otherwise null. */
  golfer: playingGolferSchema.nullable(),
  durationMinutes: z.int(),
  /** The zone of the lesson's place, used for its times. */
  zone: z.string(),
  place: z.string(),
  placeId: z.uuid().nullable(),
  priceCents: z.int(),
  /** The student was invited by email and has not accepted; the name is the one the coach entered. */
  isInvitation: z.boolean(),
  /** The student has no email address: nothing is sent to the student. */
  isOfCaller: z.boolean(),
  /** Its place among the weekly lessons it was booked with; null for a lesson that was booked alone. */
  series: seriesPlaceSchema.nullable(),
}

export const entrySchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('lesson'),
    ...time,
    ...ofStudent,
    status: z.enum(['confirmed', 'completed']),
    noShow: z.boolean(),
    /** The lesson can be moved: it is booked and has not started. */
    mayMove: z.boolean(),
    /** The coach called it off because of the weather, and the student has not chosen yet. */
    isCalledOff: z.boolean(),
    isPaidElsewhere: z.boolean(),
  }),
  /** A time held while a student pays. */
  z.object({
    kind: z.literal('hold'),
    ...time,
    ...ofStudent,
    heldUntil: z.iso.datetime(),
    enteredByCoach: z.boolean(),
  }),
  z.object({
    kind: z.literal('block'),
    ...time,
    act: z.int(),
    isAllDay: z.boolean(),
    /** Visible only to the coach. */
    note: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('opening'),
    ...time,
    act: z.int(),
    note: z.string().nullable(),
    place: z.string().nullable(),
  }),
  /** A date of a published clinic, with its seats; its participants are on the page of the clinics. */
  z.object({
    kind: z.literal('clinic'),
    ...time,
    id: z.uuid(),
    clinicId: z.uuid(),
    title: z.string(),
    place: z.string(),
    zone: z.string(),
    seats: z.int(),
    taken: z.int(),
  }),
  /** A busy time from another calendar, with its own title; visible only to the coach. */
  z.object({
    kind: z.literal('busy'),
    ...time,
    id: z.uuid(),
    calendar: z.string(),
    title: z.string().nullable(),
  }),
])
export type ScheduleEntry = z.infer<typeof entrySchema>
export type LessonEntry = Extract<ScheduleEntry, { kind: 'lesson' }>

/** The drop target of a lesson: a date and a minute in the calendar's zone. */
export interface DraggedTo {
  entry: LessonEntry
  date: string
  minute: number
}

export const scheduleSchema = z.object({
  /** The zone of the selected place. */
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
  /** The lesson durations that students can choose from, in minutes, ascending. */
  durations: z.array(z.int()),
  /** Cents per hour: the default price of a lesson the coach enters. */
  rateCents: z.int(),
  entries: z.array(entrySchema),
  /** When students can book the coach at `placeId`, from the weekly hours. */
  hours: z.array(z.object(time)),
})
export type WeekSchedule = z.infer<typeof scheduleSchema>

const dollars = z
  .string()
  .trim()
  .transform(parseMoney)
  .pipe(z.int('Enter a price in dollars, such as 85 or 85.50').max(9_999_999, 'Enter a price below $100,000'))

/** The title appears in unsolicited emails, so it must not contain links or phone numbers. */
const title = writtenLine()
  .trim()
  .max(80, 'Title must be less than 80 characters')
  .refine((text) => !reachable.test(text), 'A title cannot have a web address or a phone number in it')
  .optional()
const email = z
  .string()
  .trim()
  .pipe(z.email('Invalid email address').max(255, 'Email must be less than 255 characters'))

/** How an entered lesson is paid: here by the student, or directly to the coach. */
const lessonPayments = ['elsewhere', 'here'] as const
/** The minimum amount of a card payment. */
const LEAST_CENTS = 100
const NO_LINK_WITHOUT_EMAIL = 'A pay link is sent by email. Mark the lesson as paid elsewhere.'

export const enterLessonSchema = z
  .object({
    student: z.discriminatedUnion('is', [
      /** `golferId`: who plays, a golfer of the student whom the coach has lessons with; omitted for the student. */
      z.object({ is: z.literal('known'), studentId: z.uuid(), golferId: z.uuid().optional() }),
      z.object({ is: z.literal('invited'), name: nameField, email }),
      /** Without an email address, so nothing is sent. */
      z.object({ is: z.literal('caller'), name: nameField, phone: phoneField }),
    ]),
    start: z.iso.datetime({ offset: true, message: 'Invalid time format' }),
    durationMinutes: ownLengthSchema,
    /** Defaults to the primary place. */
    placeId: z.uuid().optional(),
    priceCents: z.int().min(0).max(1_000_000, 'Price must be at most $10,000'),
    title,
    payment: z.enum(lessonPayments),
    confirmed: confirmedSchema,
    idempotencyKey: z.string().min(8).max(80),
  })
  .refine(({ payment, priceCents }) => payment === 'elsewhere' || priceCents >= LEAST_CENTS, {
    message: 'To be paid here a lesson costs $1 at least',
    path: ['priceCents'],
  })
  .refine(({ payment, student }) => payment === 'elsewhere' || student.is !== 'caller', {
    message: NO_LINK_WITHOUT_EMAIL,
    path: ['payment'],
  })
export type EnterLessonInput = z.output<typeof enterLessonSchema>

/** The same fields as entered in the form. */
export const enterLessonFormSchema = z
  .object({
    studentId: z.string().optional(),
    golferId: z.string().optional(),
    name: z.string().optional(),
    email: z.string().optional(),
    phone: z.string().optional(),
    date: z.iso.date({ message: 'Choose a date' }),
    time: z.string().regex(/^([01]\d|2[0-3]):(00|15|30|45)/, 'Choose a time at a quarter of an hour'),
    durationMinutes: z.coerce.number<string>().pipe(ownLengthSchema),
    placeId: z.string().optional(),
    price: dollars.pipe(z.int().max(1_000_000, 'Price must be at most $10,000')),
    title,
    payment: z.enum(lessonPayments),
  })
  .superRefine(({ studentId, payment, price, ...typed }, context) => {
    const check = (path: string, schema: z.ZodType, value: unknown) => {
      const checked = schema.safeParse(value ?? '')
      if (!checked.success)
        context.addIssue({ code: 'custom', path: [path], message: checked.error.issues[0]?.message ?? '' })
    }
    if (studentId === 'invite' || studentId === 'caller') {
      check('name', nameField, typed.name)
      if (studentId === 'invite') check('email', email, typed.email)
      else check('phone', phoneField, typed.phone)
    } else if (!studentId)
      context.addIssue({ code: 'custom', path: ['studentId'], message: 'Choose a student' })
    if (payment === 'here' && price < LEAST_CENTS)
      context.addIssue({
        code: 'custom',
        path: ['price'],
        message: 'To be paid here a lesson costs $1 at least',
      })
    if (payment === 'here' && studentId === 'caller')
      context.addIssue({ code: 'custom', path: ['payment'], message: NO_LINK_WITHOUT_EMAIL })
  })

export const enteredSchema = z.object({
  bookingId: z.uuid(),
  /** Where the student pays; null when it is paid elsewhere. */
  checkoutUrl: z.string().nullable(),
})

const toSeveral = {
  content: writtenText().trim().min(1, 'Write a message').max(LONGEST_MESSAGE, 'Message is too long'),
  clientId: z.uuid(),
}

/** One message to all students of a day, in the zone of a place; defaults to the primary one. */
export const dayMessageSchema = z.object({ date: chosenDate, placeId: z.uuid().optional(), ...toSeveral })
export type DayMessageInput = z.output<typeof dayMessageSchema>

/** One message to all participants of a clinic. */
export const clinicMessageSchema = z.object({ clinicId: z.uuid(), ...toSeveral })
export type ClinicMessageInput = z.output<typeof clinicMessageSchema>

export const sentToSeveralSchema = z.object({
  sent: z.int(),
  notSent: z.array(z.object({ name: z.string(), why: z.string() })),
})
export type SentToSeveral = z.infer<typeof sentToSeveralSchema>

/** A time the coach selected in the calendar. */
export const lookSchema = z.object({
  start: z.iso
    .datetime({ offset: true })
    // The days around it must be dates of four-digit years, too.
    .refine((start) => !start.startsWith('9999'), 'Invalid time format'),
  durationMinutes: z.coerce.number<number | string>().pipe(ownLengthSchema),
  /** Ignored for a lesson that is moved, which stays at its own place. */
  placeId: z.uuid().optional(),
  /** The lesson to move, which is not counted as a conflict. */
  bookingId: z.uuid().optional(),
})

export const lookedSchema = z.object({
  start: z.iso.datetime(),
  /** The zone of the place. */
  zone: z.string(),
  /** The lesson began before now: it can only be recorded as taught. */
  hasBegun: z.boolean(),
  /** The time is in the future, and free of lessons, holds and buffers between lessons. */
  isFree: z.boolean(),
  /** Unusual circumstances that the coach must confirm. */
  warnings: z.array(z.enum(timeWarnings)),
  /** The conflicts as text, most important first. */
  reasons: z.array(z.string()),
})
