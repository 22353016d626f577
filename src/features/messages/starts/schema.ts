import { z } from 'zod'
import { signUpSchema } from '#features/accounts/schema.ts'
import { LONGEST_FIRST_MESSAGE } from '../message.ts'

export const firstMessageField = z
  .string()
  .trim()
  .min(1, 'Message is required')
  .max(LONGEST_FIRST_MESSAGE, `Message must be less than ${LONGEST_FIRST_MESSAGE} characters`)

/** An account and the first message of it, in one form; its messages are the specification's (row 77). */
export const signUpWithMessageSchema = signUpSchema.extend({ message: firstMessageField })
