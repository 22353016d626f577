import { type Context, Hono } from 'hono'
import { readFeed } from '#features/bookings/calendar/queries.ts'
import { findCalendarFile } from '#features/lesson-letters/calendar-links.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import type { RequestVariables } from './requests.ts'

/** Calendar programs poll every few minutes at most. The limit stops an attacker long before finding a valid URL. */
const READS = { points: 240, seconds: 3_600 }

/** Calendar feeds. They need no session, because the URL itself is the secret. */
export function calendars(services: Services): Hono<{ Variables: RequestVariables }> {
  const files = new Hono<{ Variables: RequestVariables }>()
  files.get('/lessons/:name{.+\\.ics}', async (c) => {
    const text = await findCalendarFile(services, c.req.param('name').slice(0, -4))
    return text === null ? none(c) : calendar(c, text, 'lesson.ics')
  })
  files.get('/:name{[\\w-]+\\.ics}', async (c) => {
    try {
      await services.rateLimits.count('calendar-feed', c.get('ip'), READS)
    } catch (error) {
      if (error instanceof AppError) return c.text(error.userMessage, 429)
      throw error
    }
    const feed = await readFeed(services, c.req.param('name').slice(0, -4))
    if (!feed) return none(c)
    c.header('etag', feed.tag)
    if (c.req.header('if-none-match')?.split(/,\s*/).includes(feed.tag)) {
      c.header('cache-control', 'private, no-cache')
      return c.body(null, 304)
    }
    return calendar(c, feed.text, 'calendar.ics')
  })
  return files
}

/** The same response for a URL that never existed and one that was revoked. */
const none = (c: Context) => c.text('There is no such calendar.', 404)

const calendar = (c: Context, text: string, name: string) =>
  c.body(text, 200, {
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': `inline; filename="${name}"`,
    'cache-control': 'private, no-cache',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
  })
