import { AsyncLocalStorage } from 'node:async_hooks'
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
/** From one address: its users wait a second or so, and nobody elsewhere waits for them. */
const MOST_OF_AN_ADDRESS = 15 * AT_ONCE

/** How a password is made unreadable, and compared. */
export interface Hashing {
  hash(password: string): Promise<string>
  verify(kept: { hash: string; password: string }): Promise<boolean>
}

/** Passwords of a process, hashed in turn. */
export interface Passwords {
  /** A password as it is kept: scrypt with a salt of its own. @throws AppError busy */
  hashPassword(password: string): Promise<string>
  /** Whether it is the password that was kept. @throws AppError busy */
  verifyPassword(kept: { hash: string; password: string }): Promise<boolean>
  /** Runs work whose passwords wait in the queue of an address. */
  forAddress<T>(address: string, work: () => T): T
}

interface Limits {
  atOnce: number
  /** Waiting for a turn; whoever comes then is told to come again. */
  most: number
  mostOfAnAddress: number
}

const ownLimits: Limits = {
  atOnce: AT_ONCE,
  most: MOST_WAITING,
  mostOfAnAddress: MOST_OF_AN_ADDRESS,
}
const scrypt: Hashing = { hash: hashNow, verify: verifyNow }

/** @param hashing scrypt when left out; tests that are not about passwords take something cheaper */
export function createPasswords(hashing: Hashing = scrypt, limits: Limits = ownLimits): Passwords {
  const addresses = new AsyncLocalStorage<string>()
  /** Who waits, by address; the address whose turn is next comes first. */
  const queues = new Map<string, (() => void)[]>()
  let busy = 0
  let waiting = 0

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    // Whoever leaves hands its place on.
    if (busy >= limits.atOnce) await waitForTurn(addresses.getStore() ?? '')
    else busy++
    try {
      return await work()
    } finally {
      handOn()
    }
  }

  function waitForTurn(address: string): Promise<void> {
    const queue = queues.get(address) ?? []
    if (waiting >= limits.most || queue.length >= limits.mostOfAnAddress)
      throw new AppError(
        'unavailable',
        'busy',
        'Many people are signing in right now. Please try again in a moment.',
      )
    waiting++
    queues.set(address, queue)
    return new Promise<void>((turn) => queue.push(turn))
  }

  function handOn() {
    const [next] = queues
    if (!next) {
      busy--
      return
    }
    const [address, queue] = next
    const turn = queue.shift()
    // Its next one comes after one of everybody else's.
    queues.delete(address)
    if (queue.length > 0) queues.set(address, queue)
    waiting--
    turn?.()
  }

  return {
    hashPassword: (password) => inTurn(() => hashing.hash(password)),
    verifyPassword: (kept) => inTurn(() => hashing.verify(kept)),
    forAddress: (address, work) => addresses.run(address, work),
  }
}
