import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from './errors.ts'

export interface RateLimits {
  /**
   * Counts one attempt at an action by a key (an IP address, an account).
   * @throws AppError too_many when more than `points` happened within `seconds`
   */
  count(name: string, key: string, limit: Limit): Promise<void>
  /**
   * Checks the limit without counting an attempt.
   * @throws AppError too_many when `points` happened within `seconds`
   */
  refuseSpent(name: string, key: string, limit: Limit): Promise<void>
}

interface Limit {
  points: number
  seconds: number
}

/**
 * Counters shared by all web processes through PostgreSQL. While the database is unavailable, each process
 * counts separately.
 */
export function createRateLimits(pool: pg.Pool, enabled: boolean): RateLimits {
  const limiters = new Map<string, RateLimiterPostgres>()

  function limiterOf(name: string, limit: Limit): RateLimiterPostgres {
    const known = limiters.get(name)
    if (known) return known
    const options = { points: limit.points, duration: limit.seconds, keyPrefix: name }
    const limiter = new RateLimiterPostgres({
      ...options,
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      inMemoryBlockOnConsumed: limit.points + 1,
      inMemoryBlockDuration: Math.min(limit.seconds, 10),
      insuranceLimiter: new RateLimiterMemory(options),
    })
    limiters.set(name, limiter)
    return limiter
  }

  return {
    async count(name, key, limit) {
      if (!enabled) return
      try {
        await limiterOf(name, limit).consume(key)
      } catch (error) {
        throw error instanceof RateLimiterRes ? tooMany(error) : error
      }
    },
    async refuseSpent(name, key, limit) {
      if (!enabled) return
      const counted = await limiterOf(name, limit).get(key)
      if (counted && counted.remainingPoints <= 0) throw tooMany(counted)
    },
  }
}

function tooMany({ msBeforeNext }: RateLimiterRes): AppError {
  const minutes = Math.max(1, Math.ceil(msBeforeNext / 60_000))
  return new AppError(
    'too_many',
    'too_many_requests',
    `Too many tries. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`,
    { retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)) },
  )
}
