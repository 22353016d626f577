import { z } from 'zod'
import { tokenField } from '../links/schema.ts'
import { isCommonPassword } from './password.ts'

/** A password that is being chosen; the messages are the specification's where it has them. */
export const newPasswordField = z
  .string()
  .min(6, 'Password must be at least 6 characters')
  .max(128, 'Password must be less than 128 characters')
  .refine((password) => !isCommonPassword(password), 'This password is too easy to guess')

/** The password one has, asked for again before something that matters. */
export const ownPasswordField = z.string().min(1, 'Password is required').max(128)

/** The push address of the browser that asks: its notifications stay on while those of all others end. */
export const ownPushEndpointField = z.url().max(1_000).optional()

export const resetPasswordSchema = z.object({ token: tokenField, password: newPasswordField })

export const changePasswordSchema = z.object({
  currentPassword: ownPasswordField,
  newPassword: newPasswordField,
  /** Signs out every other device. */
  endOthers: z.boolean().default(true),
  ownPushEndpoint: ownPushEndpointField,
})

/** The form that a mailed link leads to. */
export const newPasswordForm = z.object({ password: newPasswordField })
