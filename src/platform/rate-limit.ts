import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from './errors.ts'

export interface RateLimits {
  /**
   * Counts one attempt at a named thing by a key (an address, an account).
   * @throws AppError too_many when more than `points` happened within `seconds`
   */
  count(name: string, key: string, limit: { points: number; seconds: number }): Promise<void>
}

/** Counters shared by all web processes through PostgreSQL; when it is away, this process counts alone. */
export function createRateLimits(pool: pg.Pool, enabled: boolean): RateLimits {
  const limiters = new Map<string, RateLimiterPostgres>()
  return {
    async count(name, key, limit) {
      if (!enabled) return
      let limiter = limiters.get(name)
      if (!limiter) {
        const options = { points: limit.points, duration: limit.seconds, keyPrefix: name }
        limiter = new RateLimiterPostgres({
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
      }
      try {
        await limiter.consume(key)
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        const minutes = Math.max(1, Math.ceil(error.msBeforeNext / 60_000))
        throw new AppError(
          'too_many',
          'too_many_requests',
          `Too many tries. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`,
        )
      }
    },
  }
}
