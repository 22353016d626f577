import { type Context, Hono } from 'hono'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { z } from 'zod'
import type { Services } from '#ports/services.ts'
import { limitBodyTo } from './body-limit.ts'
import type { RequestVariables } from './requests.ts'

const BODY_BYTES = 8 * 1024
/**
 * Maximum errors per minute from one address. The limit for all addresses keeps forged reports from crowding out the server's own errors in
 * error reporting.
 */
const FROM_ONE = 10
const OF_ALL = 20
const MOST_WORDS = 300

/** An error reported by `platform/error-reporter.ts`. Other fields are dropped. */
const browserErrorSchema = z.object({
  path: z.string().regex(/^\/[^\s?#\p{Cc}\p{Cs}]{0,299}$/u),
  type: z.string().regex(/^[\w$]{1,40}$/),
  message: z.string().max(1_000),
  frames: z.array(z.string().regex(/^[\w$.<> ]{0,80}@\/assets\/[\w.-]{1,100}\.js:\d{1,7}:\d{1,9}$/)).max(12),
})

/**
 * `POST /t/errors`: logs errors in browsers without identifying the user. Answered without content, because the browser cannot act on the
 * response. Also accepted from users who opted out of tracking, because it tracks no one.
 */
export function browserErrors({ env, log }: Services): Hono<{ Variables: RequestVariables }> {
  const fromOne = new RateLimiterMemory({ points: FROM_ONE, duration: 60 })
  const ofAll = new RateLimiterMemory({ points: OF_ALL, duration: 60 })
  const app = new Hono<{ Variables: RequestVariables }>()

  app.use(limitBodyTo(BODY_BYTES, (c) => refuse(c, 413, 'too_large')))
  app.post('/', async (c) => {
    const told = readError(await c.req.text())
    if (!told) return refuse(c, 400, 'bad_input')
    if (await hasRoom(c.get('ip'))) {
      const { type, path, message, frames } = told
      log.error(
        {
          page: pathWords(path),
          agent: c.req.header('user-agent')?.slice(0, 200),
          // The message of a SyntaxError can quote the parsed text, so it is replaced.
          broke: {
            type,
            message: type === 'SyntaxError' ? 'could not be read' : bareMessage(message),
            stack: frames.join('\n'),
          },
        },
        'an error in a browser',
      )
    }
    return c.body(null, 204)
  })
  return app

  async function hasRoom(ip: string): Promise<boolean> {
    if (env.RATE_LIMITS === 'off') return true
    try {
      await fromOne.consume(ip)
      await ofAll.consume('all')
      return true
    } catch {
      return false
    }
  }
}

function readError(body: string) {
  try {
    return browserErrorSchema.safeParse(JSON.parse(body)).data ?? null
  } catch {
    return null
  }
}

/** Removes path segments that may be secret keys; keeps words and ids. */
export const pathWords = (path: string): string =>
  path
    .split('/')
    .map((part) => (/^([a-z]+(-[a-z\d]+)*|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})?$/.test(part) ? part : '…'))
    .join('/')

/**
 * Removes possible user input from an error message: what follows the path of a URL, quoted text that is not an identifier, email
 * addresses, and long numbers.
 */
export const bareMessage = (message: string): string =>
  message
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/(https?:\/\/[^\s?#'")]+)[^\s'")]*/g, '$1')
    .replace(/(?<!\w)(["'`])(?![A-Za-z_$][\w$.]{0,39}\1)(?:(?!\1).)*\1/g, '$1…$1')
    .replace(/[^\s@<"']+@[^\s@>"']+/g, '…')
    .replace(/\d{5,}/g, '…')
    .slice(0, MOST_WORDS)

const refuse = (c: Context, status: 400 | 413, code: string) =>
  c.json({ code, message: 'This is no error of a page of ours.' }, status)
