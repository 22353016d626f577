import { availableParallelism } from 'node:os'
import { hashPassword as hashNow, verifyPassword as verifyNow } from 'better-auth/crypto'
import { AppError } from './errors.ts'

/**
 * A hash keeps a processor busy for a tenth of a second, on purpose. One processor is left to answer everybody else, and most of
 * the few threads that Node has for work of this kind: connections to the database are opened on them, too.
 */
const AT_ONCE = Math.max(1, Math.min(availableParallelism() - 1, 3))
/** Whoever is last in a queue of this length waits for some seconds; nobody waits longer. */
const MOST_WAITING = 50 * AT_ONCE

/** @param most waiting for a turn; whoever comes then is told to come again */
export function passwordHashing(atOnce: number, most: number) {
  let busy = 0
  const waiting: (() => void)[] = []

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (busy >= atOnce) {
      if (waiting.length >= most)
        throw new AppError(
          'unavailable',
          'busy',
          'Many people are signing in right now. Please try again in a moment.',
        )
      // Whoever leaves hands its place on.
      await new Promise<void>((turn) => waiting.push(turn))
    } else busy++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else busy--
    }
  }

  return {
    /** A password as it is kept: scrypt with a salt of its own. @throws AppError busy */
    hashPassword: (password: string) => inTurn(() => hashNow(password)),
    /** Whether it is the password that was kept. @throws AppError busy */
    verifyPassword: (kept: { hash: string; password: string }) => inTurn(() => verifyNow(kept)),
  }
}

/** Passwords of this process, hashed in turn. */
export const { hashPassword, verifyPassword } = passwordHashing(AT_ONCE, MOST_WAITING)
