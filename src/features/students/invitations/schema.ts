import { z } from 'zod'
import { emailField, nameField, reachable } from '#features/accounts/schema.ts'
import { writtenText } from '#platform/written-text.ts'
import { invitationStates } from './invitation.ts'

const MESSAGE_LENGTH = 500
const left = (value: unknown) =>
  value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value

/** The invitation form. */
export const inviteFormSchema = z.object({
  email: emailField,
  name: z.preprocess(left, nameField.optional()),
  message: z.preprocess(
    left,
    writtenText()
      .trim()
      .max(MESSAGE_LENGTH, `Message must be less than ${MESSAGE_LENGTH} characters`)
      // The recipients are strangers, so the message must not lead them to other sites or contacts.
      .refine((text) => !reachable.test(text), 'A message cannot have a web address or a phone number in it')
      .optional(),
  ),
  /** A checkbox, which is submitted only when it is checked. */
  givesAccess: z.preprocess((value) => value === true || value === 'on', z.boolean()),
})

export const tokenSchema = z.object({ token: z.string().min(1).max(100) })

/** The invitation as shown to visitors of its link. */
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
  /** Lessons that the coach owes to this person: they can be booked without paying once the invitation is accepted. */
  lessonsOwed: z.int(),
  /** The viewer has accepted it before. */
  isOwn: z.boolean(),
})
export type SeenInvitation = z.infer<typeof seenInvitationSchema>
