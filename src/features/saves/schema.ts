import { z } from 'zod'
import { emailField, nameField, phoneField } from '#features/accounts/schema.ts'
import { writtenText } from '#platform/written-text.ts'

/** Something people may leave open: forms send an empty text then. */
const open = <T extends z.ZodType>(field: T) =>
  z.preprocess(
    (value) => (value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value),
    field.optional(),
  )

/** The form of people without an account. */
export const saveAsVisitorSchema = z.object({
  instructorId: z.uuid(),
  name: nameField,
  email: emailField,
  phone: open(phoneField),
  notes: open(writtenText().trim().max(1000, 'Notes must be less than 1000 characters')),
  /** People do not see this field; what fills in everything is no person. */
  website: z.string().max(200).default(''),
})

export type SaveAsVisitorInput = z.output<typeof saveAsVisitorSchema>

export const savedCoachSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  label: z.string(),
  imageUrl: z.string().nullable(),
  location: z.string(),
  hourlyRateCents: z.int(),
  rating: z.number(),
  reviewCount: z.int(),
  /** The student can book open times at once. */
  mayBook: z.boolean(),
  /** Students find the coach's page; else the coach takes a break. */
  isOnShow: z.boolean(),
  savedAt: z.iso.datetime(),
})
export type SavedCoach = z.infer<typeof savedCoachSchema>

export const savedSchema = z.object({
  /** True when this student had saved the coach before. */
  wasSaved: z.boolean(),
})
