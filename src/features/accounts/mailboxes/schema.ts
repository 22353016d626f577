import { z } from 'zod'
import { tokenField } from '../links/schema.ts'
import { ownPasswordField } from '../passwords/schema.ts'
import { emailField } from '../schema.ts'

export const confirmMailboxSchema = z.object({ token: tokenField })

export const changeEmailSchema = z.object({ newEmail: emailField, password: ownPasswordField })
