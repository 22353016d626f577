import type { Context, MiddlewareHandler } from 'hono'

/** What is never turned away: money that was paid, and what operators ask. */
const alwaysAnswered = /^\/(webhooks\/|healthz$|readyz$|metrics$)/
/**
 * These last as long as somebody looks, sends, or waits for their password to be hashed, which has a queue of its own; they take little
 * of the process meanwhile, and whoever tries many passwords must not turn the others away. Signing out is among them.
 */
const lasting = /^\/(events$|uploads\/|files\/|rpc\/accounts\/|api\/(sessions|accounts)(\/|$))/

/** When somebody who was turned away had better come back, in seconds. */
const RETRY_AFTER_SECONDS = 2

/**
 * Answers so many requests at once and turns the others away at once: a process that takes on more than it can do answers everybody
 * late, and nobody waits for that.
 * @param atOnce a process's; 0 for no limit
 * @param refuse answers 503
 */
export function turnAwayWhenFull(
  atOnce: number,
  refuse: (c: Context) => Response,
): MiddlewareHandler & { turnedAway(): number } {
  let [underWay, turnedAway] = [0, 0]
  const handler: MiddlewareHandler = async (c, next) => {
    const { path } = c.req
    if (atOnce === 0 || lasting.test(path)) return await next()
    if (underWay >= atOnce && !alwaysAnswered.test(path)) {
      turnedAway++
      const refusal = refuse(c)
      refusal.headers.set('retry-after', String(RETRY_AFTER_SECONDS))
      return refusal
    }
    underWay++
    try {
      return await next()
    } finally {
      underWay--
    }
  }
  return Object.assign(handler, { turnedAway: () => turnedAway })
}
