import { createHmac, randomBytes } from 'node:crypto'
import type { Env } from '#platform/env.ts'
import { createSealer } from '#platform/sealed.ts'

/** Signatures as Standard Webhooks has them (standardwebhooks.com). */

const PREFIX = 'whsec_'

export const newSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`

/** What goes with one delivery. @param at when it is sent, milliseconds since 1970, UTC */
export function signedHeaders(secret: string, id: string, at: number, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000))
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const mark = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${mark}` }
}

/** Encrypts secrets of addresses; what is sealed belongs to one address. */
export const secretSealer = ({ SESSION_SECRET, SECRETS_KEY }: Pick<Env, 'SESSION_SECRET' | 'SECRETS_KEY'>) =>
  createSealer(SECRETS_KEY ?? SESSION_SECRET, 'webhooks')
