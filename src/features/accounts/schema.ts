import { z } from 'zod'
import { suppressionReasons } from '#features/notifications/suppression.ts'
import { writtenLine } from '#platform/written-text.ts'
import { tokenField } from './links/schema.ts'
import { newPasswordField } from './passwords/schema.ts'

/** Where a page, a mailbox or a phone is reached: a name that says it is a message to somebody else. */
export const reachable =
  /:\/|\/\/|www\.|@|(\d[\s().-]*){7}|[\p{L}\d]\.(com|net|org|edu|gov|info|biz|io|co|us|uk|me|app|dev|ai|ly|gg|to|xyz|link|site|online|shop|store|page|club|example|test)(?![\p{L}\d])/iu

export const nameField = writtenLine()
  .trim()
  .min(1, 'Name is required')
  .max(100, 'Name must be less than 100 characters')
  // Characters that are not seen, such as a zero-width space, are no name.
  .refine((name) => name === '' || /[\p{L}\p{N}]/u.test(name), 'Name is required')
  .refine((name) => !reachable.test(name), 'A name cannot have a web address or a phone number in it')

export const emailField = z
  .string()
  .trim()
  .max(255, 'Email must be less than 255 characters')
  .pipe(z.email('Invalid email address'))

export const phoneField = z
  .string()
  .trim()
  .min(1, 'Phone number is required')
  .max(20, 'Phone number must be less than 20 characters')
  .regex(/^[+()\d\s.-]*$/, 'Phone number may only have digits, spaces and + ( ) - .')

/** The account form of the booking dialog; its messages are the specification's. */
export const signUpSchema = z.object({
  name: nameField,
  email: emailField,
  phone: phoneField,
  password: newPasswordField,
  /** The account is made on the way to becoming a coach; it changes nothing but the letter of welcome. */
  wantsToCoach: z.boolean().optional(),
})

export type SignUpInput = z.input<typeof signUpSchema>

export const signInSchema = z.object({
  email: emailField,
  password: z.string().min(1, 'Password is required').max(128),
})

export const meSchema = z.object({
  userId: z.uuid(),
  role: z.enum(['student', 'coach', 'admin', 'prospect']),
  fullName: z.string(),
  email: z.string(),
  /** Letters to the address come back, or its reader called one spam: nothing is sent there. */
  emailTrouble: z.enum(suppressionReasons).optional(),
  /** The prospect behind a demo coach's eyes: they see her pages, and their own account. */
  prospect: z.object({ userId: z.uuid(), fullName: z.string(), email: z.string() }).optional(),
  /** The admin who acts as this person, whether they may change things, and until when: milliseconds UTC. */
  impersonatedBy: z.uuid().optional(),
  mayAct: z.boolean().optional(),
  actingUntil: z.number().optional(),
})

/** Who is signed in, as the browser knows it. */
export type Me = z.infer<typeof meSchema>

/** What comes between the first factor and being signed in: a code, or, for admins who must have one, an app for it. */
const nextStepSchema = z.object({ secondFactor: z.enum(['code', 'set_up']) })
export type NextStep = z.infer<typeof nextStepSchema>

/** The answer to a first factor. */
export const signedInSchema = z.union([meSchema, nextStepSchema])

export const requestMagicLinkSchema = z.object({
  email: emailField,
  /** One of our own addresses, to go on to. */
  redirect: z.string().max(1000).optional(),
})

export const magicLinkSchema = z.object({ token: tokenField })

export const sendWelcomeSchema = z.object({
  email: z.string().trim().min(1, 'Please enter an email address').max(255),
  /** Taken from the account, whatever is said here. */
  fullName: z.string().max(100).optional(),
  userType: z.enum(['student', 'instructor']).optional(),
})
