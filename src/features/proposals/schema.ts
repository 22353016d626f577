import { z } from 'zod'
import { reachable } from '#features/accounts/schema.ts'
import { timeWarnings } from '#features/availability/own-times/own-time.ts'
import { confirmedSchema, ownLengthSchema } from '#features/availability/own-times/schema.ts'
import { lessonTypes } from '#features/bookings/booking.ts'
import { cancellationPolicies } from '#features/coaches/coach.ts'
import { giftCentsField } from '#features/payments/schema.ts'
import { writtenLine, writtenText } from '#platform/written-text.ts'
import {
  DEFAULT_OPEN_HOURS,
  MAX_LESSONS,
  MAX_TIMES,
  openHoursChoices,
  PROPOSAL_TEXT_LENGTH,
  proposalStatuses,
  validDays,
} from './proposal.ts'

const instant = z.iso.datetime({ offset: true, message: 'Invalid time format' })

/** The terms of an offered lesson. */
const terms = {
  title: writtenLine()
    .trim()
    .min(1, 'Give the lesson a title')
    .max(120, 'Title must be less than 120 characters')
    .refine((text) => !reachable.test(text), 'A title cannot have a web address or a phone number in it'),
  lessonType: z.enum(lessonTypes).default('individual'),
  durationMinutes: ownLengthSchema,
  /** A teaching place of the coach; the primary one when omitted. */
  locationId: z.uuid().optional(),
  times: z
    .array(instant)
    .min(1, 'Choose at least one time')
    .max(MAX_TIMES, `At most ${MAX_TIMES} times`)
    .refine(
      (times) => new Set(times.map((time) => Date.parse(time))).size === times.length,
      'Choose each time only once',
    ),
  /** The coach's confirmations for times that are not open. */
  confirmed: confirmedSchema,
  /** For all lessons together; within the limits of card payments. */
  priceCents: z.int().min(100, 'At least $1').max(1_000_000, 'At most $10,000'),
  lessons: z
    .int('Whole lessons only')
    .min(1, 'At least one lesson')
    .max(MAX_LESSONS, `At most ${MAX_LESSONS} lessons`)
    .default(1),
  /** The term of a package; only with more than one lesson. */
  validDays: z
    .int()
    .refine((days) => validDays.some((one) => one === days), 'Choose one of the periods')
    .optional(),
  openHours: z
    .int()
    .refine((hours) => openHoursChoices.some((one) => one === hours), 'Choose one of the periods')
    .default(DEFAULT_OPEN_HOURS),
  note: writtenText()
    .trim()
    .max(PROPOSAL_TEXT_LENGTH, `Note must be less than ${PROPOSAL_TEXT_LENGTH} characters`)
    .optional(),
}

export const proposeLessonSchema = z.object({
  studentId: z.uuid('Choose a student'),
  /** Its id, chosen by the browser, so that a request that is sent again is carried out once. */
  newProposalId: z.uuid().optional(),
  ...terms,
})
export const reviseProposalSchema = z.object({ proposalId: z.uuid(), version: z.int().min(1), ...terms })

export const requestChangesSchema = z.object({
  proposalId: z.uuid(),
  version: z.int().min(1),
  message: writtenText()
    .trim()
    .min(1, 'Say what should change')
    .max(PROPOSAL_TEXT_LENGTH, `Message must be less than ${PROPOSAL_TEXT_LENGTH} characters`)
    .refine((text) => !reachable.test(text), 'A message cannot have a web address or a phone number in it'),
})

export const acceptProposalSchema = z.object({
  proposalId: z.uuid(),
  /** The version of the terms the student saw; acceptance fails when there is a newer one. */
  version: z.int().min(1),
  /** One of the proposed times. */
  start: instant,
  /** The cancellation policy that the student saw; acceptance fails when the coach has another one now. */
  expectedPolicy: z.enum(cancellationPolicies).optional(),
  /** The part that gift cards pay, as the student saw it. */
  giftCents: giftCentsField.optional(),
})

const person = z.object({ id: z.uuid(), name: z.string() })

export const proposalSchema = z.object({
  id: z.uuid(),
  status: z.enum(proposalStatuses),
  version: z.int(),
  coach: person.extend({ label: z.string(), imageUrl: z.string().nullable() }),
  student: person,
  title: z.string(),
  lessonType: z.enum(lessonTypes),
  durationMinutes: z.int(),
  /** IANA name of the zone for all times of the proposal. */
  zone: z.string(),
  location: z.object({ id: z.uuid().nullable(), name: z.string() }),
  lessons: z.int(),
  validDays: z.int().nullable(),
  priceCents: z.int(),
  /** The coach's cancellation policy, which applies when the proposal is accepted now. */
  policy: z.enum(cancellationPolicies),
  /** The refund terms for unused lessons of a package, as a sentence; null for a single lesson. */
  packageTerms: z.string().nullable(),
  note: z.string().nullable(),
  changeRequest: z.string().nullable(),
  /** `isOpen` is null when the coach's calendar was not checked. */
  times: z.array(
    z.object({
      start: z.iso.datetime(),
      isOpen: z.boolean().nullable(),
      /** The coach's confirmations for a time that is not open. */
      confirmed: z.array(z.enum(timeWarnings)),
    }),
  ),
  acceptedStart: z.iso.datetime().nullable(),
  bookingId: z.uuid().nullable(),
  /** When the hold on the chosen time expires. */
  holdExpiresAt: z.iso.datetime().nullable(),
  /** The payment URL; only the student sees it. */
  checkoutUrl: z.string().nullable(),
  /** The part of the price that gift cards pay while the time is held; 0 for the coach. */
  giftCents: z.int(),
  closesAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  /** The reader's side. */
  as: z.enum(['student', 'coach']),
  /** The transitions available to the reader. */
  steps: z.array(z.string()),
})
export type Proposal = z.infer<typeof proposalSchema>

export const proposalCountsSchema = z.object({
  all: z.int(),
  pending: z.int(),
  changes: z.int(),
  scheduled: z.int(),
  completed: z.int(),
  closed: z.int(),
})

export const proposalListSchema = z.object({
  proposals: z.array(proposalSchema),
  counts: proposalCountsSchema,
})
export type ProposalList = z.infer<typeof proposalListSchema>

export const proposalStudentsOfSchema = z.object({
  /** A part of the name. */
  query: z.string().trim().max(100).optional(),
  /** Only this student. */
  studentId: z.uuid().optional(),
})

/** Students a coach may propose to, latest contact first. */
export const proposalStudentsSchema = z.array(
  person.extend({
    /** The student has no email address: nothing is sent to the student. */
    isCaller: z.boolean(),
    /** The golfers of the student whom the coach has lessons with, by name. */
    golfers: z.array(person),
    /** Who played in the last lesson with the coach; null when the student did. */
    lastGolferId: z.uuid().nullable(),
  }),
)
export type ProposalStudent = z.infer<typeof proposalStudentsSchema>[number]
