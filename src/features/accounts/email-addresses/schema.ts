import { z } from 'zod'
import { tokenField } from '../links/schema.ts'
import { ownPasswordField } from '../passwords/schema.ts'
import { emailField } from '../schema.ts'

/** The password is required unless the browser is signed in as the owner. */
export const confirmEmailAddressSchema = z.object({
  token: tokenField,
  password: ownPasswordField.optional(),
})

/** The form of a page that asks for the password. */
export const confirmByPasswordForm = z.object({ password: ownPasswordField })

/** The mailbox owner states that the account, or the change of its address, is not theirs. */
export const refuseEmailAddressSchema = z.object({
  purpose: z.enum(['email-verification', 'email-change']),
  token: tokenField,
})

export const changeEmailSchema = z.object({ newEmail: emailField, password: ownPasswordField })
