import { z } from 'zod'
import { ownPasswordField } from '../passwords/schema.ts'
import { plainCode } from './codes.ts'

/** Six digits of the app, or a backup code. */
export const secondFactorCodeField = z
  .string()
  .max(40)
  .overwrite(plainCode)
  .regex(/^(\d{6}|[a-z\d]{5}-[a-z\d]{5})$/, 'Enter the 6 digits your app shows, or a backup code')

export const startSecondFactorSchema = z.object({ password: ownPasswordField })

/** Only the app's: a backup code proves nothing about the app. */
export const confirmSecondFactorSchema = z.object({
  code: z
    .string()
    .max(40)
    .overwrite(plainCode)
    .regex(/^\d{6}$/, 'Enter the 6 digits your app shows'),
})

export const answerSecondFactorSchema = z.object({
  code: secondFactorCodeField,
  /** Spares this browser the question for 30 days. */
  trustDevice: z.boolean().default(false),
})

/** Password and code: what it takes to change anything about it. */
export const ownSecondFactorSchema = z.object({ password: ownPasswordField, code: secondFactorCodeField })

export const secondFactorStateSchema = z.object({
  isOn: z.boolean(),
  /** Admins of a real marketplace cannot do without. */
  isRequired: z.boolean(),
  backupCodesLeft: z.int(),
})

/** Whether somebody signs in with a code, too. */
export type SecondFactorState = z.infer<typeof secondFactorStateSchema>

export const newSecondFactorSchema = z.object({
  /** What an app scans: `otpauth://totp/…`; the secret is in it. */
  uri: z.string(),
  /** The same as a picture: its side in modules, and one SVG path. */
  qr: z.object({ size: z.int(), path: z.string() }),
  /** Shown once and never again. */
  backupCodes: z.array(z.string()),
})

/** Everything it takes to set up an app. */
export type NewSecondFactor = z.infer<typeof newSecondFactorSchema>
