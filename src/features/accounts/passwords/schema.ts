import { z } from 'zod'
import { tokenField } from '../links/schema.ts'
import { isCommonPassword } from './password.ts'

/** A new password. Messages are taken from the specification where it defines them. */
export const newPasswordField = z
  .string()
  .min(6, 'Password must be at least 6 characters')
  .max(128, 'Password must be less than 128 characters')
  .refine((password) => !isCommonPassword(password), 'This password is too easy to guess')

/** The current password, for confirming a sensitive action. */
export const ownPasswordField = z.string().min(1, 'Password is required').max(128)

/**
 * The push endpoint of the current browser. Its notifications stay enabled; all other browsers are
 * unsubscribed.
 */
export const ownPushEndpointField = z.url().max(1_000).optional()

export const resetPasswordSchema = z.object({ token: tokenField, password: newPasswordField })

export const changePasswordSchema = z.object({
  currentPassword: ownPasswordField,
  newPassword: newPasswordField,
  /** Signs out every other device. */
  endOthers: z.boolean().default(true),
  ownPushEndpoint: ownPushEndpointField,
})

/** The form of the page behind an emailed link. */
export const newPasswordForm = z.object({ password: newPasswordField })
