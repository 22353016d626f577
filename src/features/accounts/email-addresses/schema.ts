import { z } from 'zod'
import { tokenField } from '../links/schema.ts'
import { ownPasswordField } from '../passwords/schema.ts'
import { emailField } from '../schema.ts'

/** In a browser that is not signed in as the owner the link works only with the account's password. */
export const confirmEmailAddressSchema = z.object({
  token: tokenField,
  password: ownPasswordField.optional(),
})

/** The form of a page that asks for the password. */
export const confirmByPasswordForm = z.object({ password: ownPasswordField })

/** Whoever reads the mailbox says that the account, or the change of its address, is none of theirs. */
export const refuseEmailAddressSchema = z.object({
  purpose: z.enum(['email-verification', 'email-change']),
  token: tokenField,
})

export const changeEmailSchema = z.object({ newEmail: emailField, password: ownPasswordField })
