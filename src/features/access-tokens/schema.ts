import { z } from 'zod'
import { writtenText } from '#platform/written-text.ts'
import { scopes } from './scope.ts'
import { lifetimeNames } from './token.ts'

const scopeField = z.enum(scopes, 'That is nothing a token may be allowed to do')

export const newTokenSchema = z.object({
  name: writtenText()
    .trim()
    .min(1, 'Please give it a name')
    .max(60, 'The name must have 60 characters at most'),
  /** Listed, or separated by spaces as a form sends them. */
  scopes: z
    .union([
      z.array(scopeField),
      z
        .string()
        .max(200)
        .transform((list) => list.split(' ').filter(Boolean)),
    ])
    .pipe(z.array(scopeField).min(1, 'Choose at least one permission').max(scopes.length))
    .transform((chosen) => scopes.filter((scope) => chosen.includes(scope))),
  lifetime: z.enum(lifetimeNames).default('90'),
})

export type NewToken = z.output<typeof newTokenSchema>

export const accessTokenSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The token's last four characters. */
  ending: z.string(),
  scopes: z.array(z.enum(scopes)),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  isExpired: z.boolean(),
  lastUsedAt: z.iso.datetime().nullable(),
})

export type AccessToken = z.infer<typeof accessTokenSchema>

export const madeTokenSchema = z.object({
  made: accessTokenSchema,
  /** Shown this once: only its hash is kept. */
  token: z.string(),
})
