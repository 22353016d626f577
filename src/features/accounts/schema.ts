import { z } from 'zod'
import { suppressionReasons } from '#features/notifications/suppression.ts'
import { writtenLine } from '#platform/written-text.ts'
import { tokenField } from './links/schema.ts'
import { newPasswordField } from './passwords/schema.ts'

/** A web address or an email address. */
export const webAddress =
  /:\/|\/\/|www\.|\S@\S|[\p{L}\d]\.(com|net|org|edu|gov|info|biz|io|co|us|uk|me|app|dev|ai|ly|gg|to|xyz|link|site|online|shop|store|page|club|example|test)(?![\p{L}\d])/iu
const phoneNumber = /(\d[\s().-]*){7}/

/**
 * A web address, an email address or a phone number. Texts that are sent in letters to people who did not ask for them are refused with
 * one (`app/letters/written-variables.test.ts` lists them).
 */
export const reachable = new RegExp(`${webAddress.source}|@|${phoneNumber.source}`, 'iu')

export const nameField = writtenLine()
  .trim()
  .min(1, 'Name is required')
  .max(100, 'Name must be less than 100 characters')
  // A name of only invisible characters, such as zero-width spaces, is empty.
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

/** The account form of the booking dialog; messages are taken from the specification. */
export const signUpSchema = z.object({
  name: nameField,
  email: emailField,
  phone: phoneField,
  password: newPasswordField,
  /** The user signed up in order to become a coach; affects only the welcome email. */
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
  /** Emails to the address bounce or were reported as spam, so none are sent. */
  emailTrouble: z.enum(suppressionReasons).optional(),
  /** The prospect who is viewing as a demo coach: they see the coach's pages, but their own account. */
  prospect: z.object({ userId: z.uuid(), fullName: z.string(), email: z.string() }).optional(),
  /**
   * The admin who is impersonating this person, whether changes are allowed, and until when: milliseconds
   * UTC.
   */
  impersonatedBy: z.uuid().optional(),
  mayAct: z.boolean().optional(),
  actingUntil: z.number().optional(),
})

/** The current user as seen by the browser. */
export type Me = z.infer<typeof meSchema>

/**
 * The step between the first factor and being signed in: entering a code, or, for admins who must have a second
 * factor, using their passkey or setting up an app.
 */
const nextStepSchema = z.object({ secondFactor: z.enum(['code', 'passkey', 'set_up']) })
export type NextStep = z.infer<typeof nextStepSchema>

/** The response to the first factor. */
export const signedInSchema = z.union([meSchema, nextStepSchema])

export const requestMagicLinkSchema = z.object({
  email: emailField,
  /** A path in this application to go to. */
  redirect: z.string().max(1000).optional(),
})

export const magicLinkSchema = z.object({ token: tokenField })

export const sendWelcomeSchema = z.object({
  email: z.string().trim().min(1, 'Please enter an email address').max(255),
  /** Ignored: the name is taken from the account. */
  fullName: z.string().max(100).optional(),
  userType: z.enum(['student', 'instructor']).optional(),
  /** For the audit log. */
  reason: writtenLine().trim().max(500, 'Please keep it under 500 characters').optional(),
})
