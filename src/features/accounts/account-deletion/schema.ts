import { z } from 'zod'
import { ownPasswordField } from '../passwords/schema.ts'

export const closeAccountSchema = z.object({ password: ownPasswordField })
