import { z } from 'zod'
import { writtenLine } from '#platform/written-text.ts'
import { ownPasswordField } from '../passwords/schema.ts'

/** Binary values of the device, in base64url. */
const bytes = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .regex(/^[\w-]+={0,2}$/)

const answer = {
  id: bytes(1_400),
  rawId: bytes(1_400),
  type: z.literal('public-key'),
  // Extensions are not used.
  clientExtensionResults: z.object({}).default({}),
}

export const signInAnswerSchema = z.object({
  ...answer,
  response: z.object({
    clientDataJSON: bytes(8_000),
    authenticatorData: bytes(8_000),
    signature: bytes(4_000),
    userHandle: bytes(200).optional(),
  }),
})

const newPasskeyAnswerSchema = z.object({
  ...answer,
  response: z.object({
    clientDataJSON: bytes(8_000),
    attestationObject: bytes(20_000),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
})

export const passkeyNameField = writtenLine()
  .trim()
  .min(1, 'Give the passkey a name')
  .max(60, 'Please keep it under 60 characters')

export const startPasskeySchema = z.object({ password: ownPasswordField })

export const addPasskeySchema = z.object({
  password: ownPasswordField,
  name: passkeyNameField,
  answer: newPasskeyAnswerSchema,
})

export const passkeyField = z.object({ passkeyId: z.uuid() })
export const renamePasskeySchema = passkeyField.extend({ name: passkeyNameField })

/** Options for the browser, as WebAuthn defines them in JSON. */
export const challengeSchema = z.object({ options: z.record(z.string(), z.unknown()) })
