import { createHash, createHmac } from 'node:crypto'
import type { Env } from '#platform/env.ts'
import { createSealer, type Sealer } from '#platform/sealed.ts'

type Secrets = Pick<Env, 'SESSION_SECRET' | 'SECRETS_KEY'>

const keyOf = ({ SESSION_SECRET, SECRETS_KEY }: Secrets) => SECRETS_KEY ?? SESSION_SECRET

/** Encrypts addresses of calendars and the keys to them; what is sealed belongs to one calendar or coach. */
export const calendarSealer = (secrets: Secrets): Sealer => createSealer(keyOf(secrets), 'other calendars')

/** Recognizes an address that a coach added before, and says nothing of it. */
export const hashOfAddress = (secrets: Secrets, address: string): Buffer =>
  createHmac(
    'sha256',
    createHash('sha256')
      .update(`addresses of calendars ${keyOf(secrets)}`)
      .digest(),
  )
    .update(address)
    .digest()
