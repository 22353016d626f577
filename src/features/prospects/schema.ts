import { z } from 'zod'
import { nameField } from '#features/accounts/schema.ts'
import { writtenLine, writtenText } from '#platform/written-text.ts'

const DIGITS = 10

/** A form sends an empty text for what was left open. */
const none = (text: string | undefined) => (text ? text : null)

/** The form of 'Start Your 30-Day Free Trial'; its messages are the specification's. */
export const trialFormSchema = z.object({
  fullName: nameField,
  email: z
    .string()
    .trim()
    .max(255, 'Email must be less than 255 characters')
    .pipe(z.email('Invalid email address')),
  phone: writtenLine()
    .trim()
    .refine((typed) => typed.replace(/\D/g, '').length >= DIGITS, 'Phone number must be at least 10 digits')
    .max(20, 'Phone number must be less than 20 characters')
    .regex(/^[+()\d\s.-]*$/, 'Phone number may only have digits, spaces and + ( ) - .'),
  businessName: writtenLine()
    .trim()
    .max(200, 'Business name must be less than 200 characters')
    .optional()
    .transform(none),
  message: writtenText()
    .trim()
    .max(1000, 'Message must be less than 1000 characters')
    .optional()
    .transform(none),
  /** People do not see this field; what fills in everything is no person. */
  website: z.string().max(200).default(''),
})

/** The request: the form, and optionally an id that stays the same when it is sent again. The session alone says who asks. */
export const trialInterestSchema = trialFormSchema.extend({ clientId: z.uuid().optional() })
export type TrialInterest = Required<z.output<typeof trialInterestSchema>>
