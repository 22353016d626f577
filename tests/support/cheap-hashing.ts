import { createHash, randomBytes } from 'node:crypto'
import { verifyPassword } from 'better-auth/crypto'
import type { Hashing } from '#platform/passwords.ts'

/**
 * Passwords that are hashed in no time, for tests that are about something else. Only tests hand it to the product; the real
 * one takes none of these hashes for a password.
 */
export const cheapHashing: Hashing = {
  hash: async (password) => {
    const salt = randomBytes(8).toString('hex')
    return `of-a-test$${salt}$${digest(salt, password)}`
  },
  verify: async ({ hash, password }) => {
    const [, salt = '', kept] = hash.split('$')
    return hash.startsWith('of-a-test$')
      ? kept === digest(salt, password)
      : await verifyPassword({ hash, password })
  },
}

const digest = (salt: string, password: string) =>
  createHash('sha256').update(`${salt} ${password}`).digest('hex')
