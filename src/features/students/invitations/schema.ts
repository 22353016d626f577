import { z } from 'zod'
import { emailField, nameField, reachable } from '#features/accounts/schema.ts'
import { writtenText } from '#platform/written-text.ts'
import { invitationStates } from './invitation.ts'

const MESSAGE_LENGTH = 500
const left = (value: unknown) =>
  value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value

/** The form of a coach who invites somebody. */
export const inviteFormSchema = z.object({
  email: emailField,
  name: z.preprocess(left, nameField.optional()),
  message: z.preprocess(
    left,
    writtenText()
      .trim()
      .max(MESSAGE_LENGTH, `Message must be less than ${MESSAGE_LENGTH} characters`)
      // Strangers read it: nobody is led elsewhere.
      .refine((text) => !reachable.test(text), 'A message cannot have a web address or a phone number in it')
      .optional(),
  ),
  /** A checkbox: there when it is ticked. */
  givesAccess: z.preprocess((value) => value === true || value === 'on', z.boolean()),
})

export const tokenSchema = z.object({ token: z.string().min(1).max(100) })

/** What whoever opens the link sees. */
export const seenInvitationSchema = z.object({
  state: z.enum(invitationStates),
  coach: z
    .object({
      id: z.uuid(),
      name: z.string(),
      label: z.string(),
      imageUrl: z.string().nullable(),
      location: z.string(),
      hourlyRateCents: z.int(),
      rating: z.number(),
      reviewCount: z.int(),
    })
    .nullable(),
  /** `s•••@example.com`. */
  email: z.string().nullable(),
  name: z.string().nullable(),
  message: z.string().nullable(),
  givesAccess: z.boolean(),
  /** The person who asks accepted it before. */
  isOwn: z.boolean(),
})
export type SeenInvitation = z.infer<typeof seenInvitationSchema>
