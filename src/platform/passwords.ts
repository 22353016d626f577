import { AsyncLocalStorage } from 'node:async_hooks'
import { availableParallelism } from 'node:os'
import { hashPassword as hashNow, verifyPassword as verifyNow } from 'better-auth/crypto'
import { AppError } from './errors.ts'

/**
 * Hashing a password intentionally takes about 100 ms of CPU. This leaves one processor for other requests,
 * and most of Node's few thread-pool threads, which are also used for opening database connections.
 */
const AT_ONCE = Math.max(1, Math.min(availableParallelism() - 1, 3))
/** The maximum queue length; the last one in the queue waits for a few seconds. */
const MOST_WAITING = 50 * AT_ONCE
/** The maximum per address: its users wait about a second, and users at other addresses are not delayed. */
const MOST_OF_AN_ADDRESS = 15 * AT_ONCE

/** Hashes and verifies passwords. */
export interface Hashing {
  hash(password: string): Promise<string>
  verify(kept: { hash: string; password: string }): Promise<boolean>
}

/** Hashes passwords, limiting how many run concurrently in this process. */
export interface Passwords {
  /** Hashes a password with scrypt and a random salt. @throws AppError busy */
  hashPassword(password: string): Promise<string>
  /** Verifies a password against the stored hash. @throws AppError busy */
  verifyPassword(kept: { hash: string; password: string }): Promise<boolean>
  /** Runs work whose hashing is queued under an address. */
  forAddress<T>(address: string, work: () => T): T
}

interface Limits {
  atOnce: number
  /** The maximum number of waiting calls; further calls are rejected as busy. */
  most: number
  mostOfAnAddress: number
}

const ownLimits: Limits = {
  atOnce: AT_ONCE,
  most: MOST_WAITING,
  mostOfAnAddress: MOST_OF_AN_ADDRESS,
}
const scrypt: Hashing = { hash: hashNow, verify: verifyNow }

/** @param hashing defaults to scrypt; tests that are not about passwords use something cheaper */
export function createPasswords(hashing: Hashing = scrypt, limits: Limits = ownLimits): Passwords {
  const addresses = new AsyncLocalStorage<string>()
  /** Waiting calls by address; the address at the front is served next. */
  const queues = new Map<string, (() => void)[]>()
  let busy = 0
  let waiting = 0

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    // A finished call passes its slot to the next one.
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
    // Round robin: the address moves to the back of the queue.
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
