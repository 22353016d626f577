import { z } from 'zod'
import { nameField } from '#features/accounts/schema.ts'
import { coachCardSchema } from '#features/search/schema.ts'
import { writtenLine } from '#platform/written-text.ts'
import {
  experienceLevels,
  GOALS_AT_MOST,
  genderPreferences,
  goalNames,
  quizBudgets,
  quizLessonTypes,
  quizVariants,
  technologies,
} from './quiz.ts'

const responseId = z.uuid()

const location = writtenLine()
  .trim()
  .min(1, 'Enter a ZIP code or a city')
  .max(100, 'That is too long for a ZIP code or a city')

/** Contact details. Stored only if the consent checkbox is ticked. */
export const contactSchema = z.object({
  name: nameField,
  email: z
    .string()
    .trim()
    .max(255, 'Email must be less than 255 characters')
    .pipe(z.email('Invalid email address')),
  phone: z
    .string()
    .trim()
    .max(20, 'Phone number must be less than 20 characters')
    .regex(/^[\d\s+().-]*$/, 'Phone number may only have digits, spaces and + ( ) - .')
    .refine((phone) => phone === '' || phone.replace(/\D/g, '').length >= 10, {
      message: 'Phone number must be at least 10 digits',
    })
    .default(''),
  consent: z.literal(['on', true], 'Please tick the box, or continue without leaving your details'),
})

export const locationSchema = z.object({ location })

/** The answer to one question. */
export const answerSchema = z.discriminatedUnion('screen', [
  z.object({ screen: z.literal('location'), responseId, location }),
  // Null skips the step.
  z.object({ screen: z.literal('contact'), responseId, contact: contactSchema.nullable() }),
  z.object({ screen: z.literal('experience'), responseId, experience: z.enum(experienceLevels) }),
  z.object({
    screen: z.literal('goals'),
    responseId,
    goals: z
      .array(z.enum(goalNames))
      .min(1, 'Choose at least one')
      .max(GOALS_AT_MOST, `Choose up to ${GOALS_AT_MOST}`),
  }),
  z.object({ screen: z.literal('lesson-type'), responseId, lessonType: z.enum(quizLessonTypes) }),
  z.object({ screen: z.literal('gender'), responseId, gender: z.enum(genderPreferences) }),
  z.object({
    screen: z.literal('technologies'),
    responseId,
    technologies: z.array(z.enum(technologies)).max(technologies.length),
  }),
  z.object({ screen: z.literal('budget'), responseId, budget: z.enum(quizBudgets) }),
])
export type AnswerInput = z.output<typeof answerSchema>

const answersSchema = z.object({
  location: z.string().optional(),
  contact: z.enum(['given', 'skipped']).optional(),
  experience: z.enum(experienceLevels).optional(),
  goals: z.array(z.enum(goalNames)).optional(),
  lessonType: z.enum(quizLessonTypes).optional(),
  gender: z.enum(genderPreferences).optional(),
  technologies: z.array(z.enum(technologies)).optional(),
  budget: z.enum(quizBudgets).optional(),
})

export const beginSchema = z.object({
  /** Selects a variant for testing, which marks the session as a test. */
  variant: z.enum(quizVariants).optional(),
  /** The round to resume. Defaults to the latest round, also if the session has no such round. */
  responseId: responseId.optional(),
  /** Starts a new round; earlier answers are kept. */
  anew: z.boolean().default(false),
})

/** The state of a quiz. Contact details are only returned to the session that entered them. */
export const quizStateSchema = z.object({
  responseId,
  variant: z.enum(quizVariants),
  answers: answersSchema,
  /** The resolved place. */
  place: z.object({ city: z.string(), state: z.string() }).nullable(),
  contact: z.object({ name: z.string(), email: z.string(), phone: z.string() }).nullable(),
  isFinished: z.boolean(),
})
export type QuizState = z.infer<typeof quizStateSchema>

const reasonSchema = z.object({
  kind: z.enum([
    'teaches',
    'reviews',
    'rating',
    'near',
    'price',
    'lesson',
    'technology',
    'gender',
    'opening',
  ]),
  text: z.string(),
})
export type Reason = z.infer<typeof reasonSchema>

const openTimeSchema = z.object({ start: z.iso.datetime(), zone: z.string(), minutes: z.int() })

const matchedCoachSchema = z.object({
  coach: coachCardSchema,
  /** The hourly rate for the requested lesson type. */
  rateCents: z.int(),
  /** The reasons for this coach, computed from current data. */
  reasons: z.array(reasonSchema),
  /** The teaching location; null if the coach has none of their own. */
  place: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  openTimes: z.array(openTimeSchema),
})
export type MatchedCoach = z.infer<typeof matchedCoachSchema>

const changeSchema = z.object({
  /** The answer to change. */
  change: z.union([
    z.object({ budget: z.enum(quizBudgets) }),
    z.object({ gender: z.enum(genderPreferences) }),
    z.object({ lessonType: z.enum(quizLessonTypes) }),
    z.object({ technologies: z.array(z.enum(technologies)) }),
  ]),
  label: z.string(),
  instructorId: z.uuid(),
  coachLabel: z.string(),
})
export type QuizChange = z.infer<typeof changeSchema>

export const quizResultSchema = z.object({
  place: z.object({ city: z.string(), state: z.string() }),
  radiusMiles: z.int(),
  match: matchedCoachSchema.nullable(),
  others: z.array(matchedCoachSchema),
  /** The number of coaches that fit. */
  fitting: z.int(),
  /** What the recommended coach lacks, as a sentence; null if nothing. */
  caveat: z.string().nullable(),
  /** Why no coach fits, as a sentence; null if one does. */
  noMatch: z.string().nullable(),
  changes: z.array(changeSchema),
})
export type QuizResult = z.infer<typeof quizResultSchema>

export const saveMatchSchema = z.object({
  responseId,
  name: contactSchema.shape.name,
  email: contactSchema.shape.email,
  /** A honeypot: the field is hidden from people, so a value indicates a bot. */
  website: z.string().max(200).default(''),
})

export const savedMatchSchema = z.object({
  ok: z.literal(true),
  /** Whether a link to the match is or was emailed; an address gets at most three in 24 hours. */
  isEmailed: z.boolean(),
})

/** The token from an emailed link. */
export const openMailedSchema = z.object({ token: z.string().min(1).max(300) })

export const nearbySchema = z.object({
  location,
  maxDistance: z.coerce.number().min(1).max(100).default(25),
})

const day = z.iso.date().refine((text) => text >= '1970-01-01' && text < '9999-12-31')

export const funnelInput = z
  .object({ from: day.optional(), to: day.optional() })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['to'],
    message: 'The last day comes before the first',
  })

export const funnelSchema = z.object({
  from: z.string(),
  to: z.string(),
  funnels: z.array(
    z.object({
      variant: z.enum(quizVariants),
      sessions: z.int(),
      reached: z.array(z.int()),
      completed: z.int(),
      matched: z.int(),
      unmatched: z.int(),
      followed: z.int(),
      booked: z.int(),
      bookedMatch: z.int(),
      bookedAgain: z.int(),
    }),
  ),
})
