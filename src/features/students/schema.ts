import { z } from 'zod'
import { bookingStatuses, paymentStatuses } from '#features/bookings/booking.ts'
import { writtenLine, writtenText } from '#platform/written-text.ts'
import { rosterFilters, rosterSorts } from './roster.ts'

export const rosterViewSchema = z.object({
  query: writtenLine().trim().max(100, 'Search for less than 100 characters').default(''),
  filter: z.enum(rosterFilters).default('all'),
  sort: z.enum(rosterSorts).default('recent'),
  order: z.enum(['asc', 'desc']).default('desc'),
})

const lessonSchema = z.object({ start: z.iso.datetime(), zone: z.string() })

/** A row of the list: a student, or an invited person who has not answered. */
export const rosterRowSchema = z.object({
  /** Null for an open invitation. */
  studentId: z.uuid().nullable(),
  invitationId: z.uuid().nullable(),
  /** A person the coach brought from a file and has not written to; null for others. */
  broughtId: z.uuid().nullable(),
  /** For an invitation without a name, its email address. */
  name: z.string(),
  /** Who the student has booked lessons for with this coach, besides themselves. */
  golfers: z.array(z.string()),
  pictureUrl: z.string().nullable(),
  /** The account was deleted and has no personal data. */
  isFormer: z.boolean(),
  /** Entered by name and phone, without an email address: cannot receive messages. */
  isCaller: z.boolean(),
  /**
   * A lesson was entered for the email address, and its owner has not accepted; the name is the one the coach
   * entered.
   */
  isInvited: z.boolean(),
  isNew: z.boolean(),
  /** No lesson for a long time, and no upcoming one. */
  isAway: z.boolean(),
  invitation: z
    .object({
      email: z.string(),
      /** When the letter was sent; for `unsent`, when the coach brought the person. */
      sentAt: z.iso.datetime(),
      state: z.enum(['unsent', 'waiting', 'expired', 'declined']),
      /** Whether it lets the person book open times; true for `unsent`. */
      givesAccess: z.boolean(),
      message: z.string().nullable(),
    })
    .nullable(),
  lessonsHad: z.int(),
  lastLesson: lessonSchema.nullable(),
  nextLesson: lessonSchema.extend({ bookingId: z.uuid() }).nullable(),
  /** The amount paid to this coach, minus refunds. */
  spentCents: z.int(),
  /** Lessons left in packages; for a person the coach brought, the lessons owed. */
  creditsLeft: z.int(),
  lastWord: z
    .object({
      conversationId: z.uuid(),
      at: z.iso.datetime(),
      preview: z.string(),
      isOwn: z.boolean(),
      /** AI Caddie wrote it for the coach. */
      isFromAssistant: z.boolean(),
      isUnread: z.boolean(),
    })
    .nullable(),
  /** May book open times although instant booking is off. */
  mayBook: z.boolean(),
  since: z.iso.datetime(),
  /**
   * The student's shared contact details, until a day after a confirmed lesson; for a person the coach brought, the details in the file;
   * otherwise null.
   */
  contact: z.object({ phone: z.string().nullable(), email: z.string().nullable() }).nullable(),
})
export type RosterRow = z.infer<typeof rosterRowSchema>

export const rosterSchema = z.object({
  rows: z.array(rosterRowSchema),
  /** The number in each filter, within the search results. */
  counts: z.record(z.enum(rosterFilters), z.int()),
  /** The total without search and filter. */
  total: z.int(),
  /** Every student may book the coach's open times, regardless of individual access. */
  isInstant: z.boolean(),
  zone: z.string(),
  /** Letters to people the coach brought: not confirmed yet, and confirmed but not sent yet. */
  letters: z.object({ toConfirm: z.int(), toSend: z.int() }),
})
export type Roster = z.infer<typeof rosterSchema>

export const calendarAccessSchema = z.object({ studentId: z.uuid(), mayBook: z.boolean() })

export const STUDENT_NOTE_LENGTH = 4000
export const noteSchema = z.object({
  note: writtenText()
    .trim()
    .max(STUDENT_NOTE_LENGTH, `Note must be less than ${STUDENT_NOTE_LENGTH} characters`),
})
export const saveNoteSchema = noteSchema.extend({
  studentId: z.uuid(),
  /** The version the edit is based on; 0 when there was none. */
  basedOn: z.int().min(0).max(1_000_000_000),
})
const keptNoteSchema = z.object({
  note: z.string(),
  version: z.int(),
  updatedAt: z.iso.datetime().nullable(),
})
export type KeptNote = z.infer<typeof keptNoteSchema>
export const savedNoteSchema = keptNoteSchema

const studentLessonSchema = z.object({
  id: z.uuid(),
  start: z.iso.datetime(),
  durationMinutes: z.int(),
  zone: z.string(),
  title: z.string(),
  locationName: z.string(),
  priceCents: z.int(),
  status: z.enum(bookingStatuses),
  paymentStatus: z.enum(paymentStatuses),
  noShow: z.boolean(),
  /** The golfer who plays, when it is not the student. */
  playedBy: z.string().nullable(),
})
export type StudentLesson = z.infer<typeof studentLessonSchema>

/** The details of one student of a coach. */
export const studentSchema = rosterRowSchema
  .omit({ invitationId: true, broughtId: true, invitation: true })
  .extend({
    studentId: z.uuid(),
    /** False for people who have become coaches, and while the account is suspended. */
    takesLessons: z.boolean(),
    mayBookSince: z.iso.datetime().nullable(),
    isInstant: z.boolean(),
    /** The coach's zone, for dates that do not belong to a lesson. */
    zone: z.string(),
    /** Soonest first. */
    upcoming: z.array(studentLessonSchema),
    /** Past and cancelled ones, newest first, the last hundred. */
    past: z.array(studentLessonSchema),
    /** There are more past or cancelled lessons than listed. */
    hasOlder: z.boolean(),
    money: z.object({ paidCents: z.int(), refundedCents: z.int(), payments: z.int() }),
    note: keptNoteSchema,
  })
export type StudentOfCoach = z.infer<typeof studentSchema>

/** A coach of a student. */
export const ownCoachSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  label: z.string(),
  imageUrl: z.string().nullable(),
  location: z.string(),
  hourlyRateCents: z.int(),
  /** The account was deleted. */
  isGone: z.boolean(),
  /** The coach's page is public. */
  isOnShow: z.boolean(),
  mayBook: z.boolean(),
  /** The coach gave the student access; other students have to ask. */
  hasAccess: z.boolean(),
  lessonsHad: z.int(),
  lastLesson: lessonSchema
    .extend({
      /** The last lesson that can be booked again, and its length; null when all were seats in clinics. */
      bookingId: z.uuid().nullable(),
      durationMinutes: z.int().nullable(),
      placeId: z.uuid().nullable(),
      /** Where the place is, if it still exists and has a ZIP code. */
      town: z.object({ zip: z.string(), city: z.string(), state: z.string() }).nullable(),
    })
    .nullable(),
  nextLesson: lessonSchema.extend({ bookingId: z.uuid() }).nullable(),
  /** The first lesson that the coach called off because of the weather, until the student chooses what happens. */
  calledOffLesson: lessonSchema.extend({ bookingId: z.uuid() }).nullable(),
  nextOpening: lessonSchema.nullable(),
  creditsLeft: z.int(),
  conversationId: z.uuid().nullable(),
  isUnread: z.boolean(),
})
export type OwnCoach = z.infer<typeof ownCoachSchema>
