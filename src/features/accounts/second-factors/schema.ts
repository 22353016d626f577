import { z } from 'zod'
import { ownPasswordField, ownPushEndpointField } from '../passwords/schema.ts'
import { plainCode } from './codes.ts'

/** Six digits from the app, or a backup code. */
export const secondFactorCodeField = z
  .string()
  .max(40)
  .overwrite(plainCode)
  .regex(/^(\d{6}|[a-z\d]{5}-[a-z\d]{5})$/, 'Enter the 6 digits your app shows, or a backup code')

export const startSecondFactorSchema = z.object({ password: ownPasswordField })

/** From the app only: a backup code does not prove that the app works. */
export const confirmSecondFactorSchema = z.object({
  code: z
    .string()
    .max(40)
    .overwrite(plainCode)
    .regex(/^\d{6}$/, 'Enter the 6 digits your app shows'),
  ownPushEndpoint: ownPushEndpointField,
})

export const answerSecondFactorSchema = z.object({
  code: secondFactorCodeField,
  /** Skips the second step in this browser for 30 days. */
  trustDevice: z.boolean().default(false),
})

/** Password and code, required for changing the second factor. */
export const ownSecondFactorSchema = z.object({ password: ownPasswordField, code: secondFactorCodeField })

export const secondFactorStateSchema = z.object({
  isOn: z.boolean(),
  /** Mandatory for admins of a production marketplace. */
  isRequired: z.boolean(),
  backupCodesLeft: z.int(),
})

/** The state of a user's second factor. */
export type SecondFactorState = z.infer<typeof secondFactorStateSchema>

export const newSecondFactorSchema = z.object({
  /** The URI an app scans: `otpauth://totp/…`, including the secret. */
  uri: z.string(),
  /** The URI as a QR code: its size in modules, and one SVG path. */
  qr: z.object({ size: z.int(), path: z.string() }),
  /** Shown only once. */
  backupCodes: z.array(z.string()),
})

/** The data needed to set up an authenticator app. */
export type NewSecondFactor = z.infer<typeof newSecondFactorSchema>
