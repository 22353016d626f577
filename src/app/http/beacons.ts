import { type Context, Hono } from 'hono'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { track } from '#features/tracking/commands.ts'
import { mayTrack } from '#features/tracking/policy.ts'
import { type BeaconEvent, beaconSchema } from '#features/tracking/schema.ts'
import { BEACON_BYTES } from '#features/tracking/tracking.ts'
import { visitCookie } from '#features/tracking/visit-cookie.ts'
import { uuidV7 } from '#platform/uuid.ts'
import type { Services } from '#ports/services.ts'
import { limitBodyTo } from './body-limit.ts'
import type { RequestVariables } from './requests.ts'

type BeaconContext = Context<{ Variables: RequestVariables }>

/** Maximum beacons per minute and address: allows for a large office, but not for a flood. */
const BEACONS_A_MINUTE = 1_200

/**
 * `POST /t`: page views, lists, clicks and searches reported by browsers. Answered immediately and always without content. Events that may
 * not be tracked or cannot be stored are dropped silently; only malformed ones are refused.
 */
export function beacons(services: Services) {
  const { env } = services
  const session = visitCookie(services)
  const limiter = new RateLimiterMemory({ points: BEACONS_A_MINUTE, duration: 60 })
  const app = new Hono<{ Variables: RequestVariables }>()

  app.use(limitBodyTo(BEACON_BYTES, (c) => refuse(c, 413, 'too_large')))
  app.post('/', async (c) => {
    if (!mayTrack(null, c.req.raw.headers) || (await isFlood(c))) return nothing(c)
    const events = readEvents(await c.req.text())
    if (!events) return refuse(c, 400, 'bad_input')
    // If the session lookup fails, the user might be an admin, so nothing is tracked.
    const actor = await services.sessions.findActor(c.req.raw.headers).catch(() => undefined)
    if (actor === undefined || !mayTrack(actor, c.req.raw.headers)) return nothing(c)
    const sessionId = sessionOf(c, events)
    const vitals = events.filter((event) => event.kind === 'vital')
    if (vitals.length > 0)
      services.log.info(
        { vitals: vitals.map(({ name, value, rating, path }) => ({ name, value, rating, path })) },
        'web vitals',
      )
    if (sessionId)
      track(
        services,
        {
          sessionId,
          userId: actor?.userId ?? null,
          domain: new URL(c.req.url).hostname.slice(0, 253),
          at: services.clock.now(),
        },
        events,
      )
    return nothing(c)
  })
  return app

  /**
   * Returns the session in our cookie, or a new one for a first page view, and extends the cookie. Other events without a session
   * are dropped.
   */
  function sessionOf(c: BeaconContext, events: readonly BeaconEvent[]): string | null {
    const known = session.read(c.req.raw.headers)
    if (!known && !events.some((event) => event.kind === 'view')) return null
    return session.set(c.res.headers, known ?? uuidV7(services.clock.now()))
  }

  async function isFlood(c: BeaconContext): Promise<boolean> {
    if (env.RATE_LIMITS === 'off') return false
    return await limiter.consume(c.var.ip).then(
      () => false,
      () => true,
    )
  }
}

const nothing = (c: BeaconContext) => c.body(null, 204)

/** Parses a beacon's events, ignoring the content type; null if they are invalid. */
function readEvents(body: string): BeaconEvent[] | null {
  try {
    return beaconSchema.safeParse(JSON.parse(body)).data?.events ?? null
  } catch {
    return null
  }
}

const refuse = (c: Context, status: 400 | 413, code: string) =>
  c.json({ code, message: 'This is no beacon of ours.' }, status)
