import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

/** Of every body outside of /uploads/, which has limits of its own. */
export const MAX_BODY_BYTES = 1024 * 1024

/**
 * Refuses bodies that are too large. One that says its length is believed: the server reads no more than that. Only what comes
 * in pieces is counted on its way, which means building a stream of the web's around every request.
 */
export function limitBodyTo(maxBytes: number, refuse: (c: Context) => Response): MiddlewareHandler {
  const counted = bodyLimit({ maxSize: maxBytes, onError: refuse })
  return async (c, next) => {
    const length = c.req.header('content-length')
    if (length === undefined || c.req.header('transfer-encoding') !== undefined) return await counted(c, next)
    // What is no number is larger than anything.
    return Number(length) <= maxBytes ? await next() : refuse(c)
  }
}
