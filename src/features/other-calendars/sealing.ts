import { createHash, createHmac } from 'node:crypto'
import type { Env } from '#platform/env.ts'
import { createSealer, type Sealer } from '#platform/sealed.ts'

type Secrets = Pick<Env, 'SESSION_SECRET' | 'SECRETS_KEY'>

const keyOf = ({ SESSION_SECRET, SECRETS_KEY }: Secrets) => SECRETS_KEY ?? SESSION_SECRET

/** Encrypts calendar URLs and tokens; each ciphertext is bound to one calendar or coach. */
export const calendarSealer = (secrets: Secrets): Sealer => createSealer(keyOf(secrets), 'other calendars')

/** A keyed hash to detect duplicate URLs without revealing them. */
export const hashOfAddress = (secrets: Secrets, address: string): Buffer =>
  createHmac(
    'sha256',
    createHash('sha256')
      .update(`addresses of calendars ${keyOf(secrets)}`)
      .digest(),
  )
    .update(address)
    .digest()
