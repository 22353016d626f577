import { type Context, Hono, type Next } from 'hono'
import { findSearchAnswer } from '#features/search/answers/queries.ts'
import { type SearchInput, searchSchema } from '#features/search/schema.ts'
import type { Services } from '#ports/services.ts'
import type { RequestVariables } from './requests.ts'
import { sendWhole } from './whole-answers.ts'

type SearchContext = Context<{ Variables: RequestVariables }>

/**
 * The search, which is asked more than all else, from memory where it can be. What is answered is what the procedure
 * `search.coaches` answers; whatever is unusual goes on to it: admins, who see more, what makes no sense, and failures.
 */
export function searches(services: Services): Hono<{ Variables: RequestVariables }> {
  const app = new Hono<{ Variables: RequestVariables }>()
  app.get('/api/coaches', (c, next) => answer(c, next, () => readQuery(c.req.url), ['', '']))
  app.post('/rpc/search/coaches', (c, next) => answer(c, next, () => readCall(c), ['{"json":', '}']))
  return app

  async function answer(
    c: SearchContext,
    next: Next,
    read: () => unknown,
    [before, after]: readonly [string, string],
  ): Promise<Response | undefined> {
    if (c.req.method === 'HEAD') return void (await next())
    const found = await find(c, read).catch(() => null)
    if (!found) return void (await next())
    const body = before ? Buffer.concat([Buffer.from(before), found, Buffer.from(after)]) : found
    return sendWhole(c, 200, body, { 'content-type': 'application/json' })
  }

  async function find(c: SearchContext, read: () => unknown): Promise<Buffer<ArrayBuffer> | null> {
    const input = searchSchema.safeParse(await read())
    if (!input.success) return null
    const actor = await services.sessions.findActor(c.req.raw.headers)
    return actor?.role === 'admin' ? null : await findSearchAnswer(services, input.data satisfies SearchInput)
  }
}

/** The query's fields; null where a name comes twice or means a field within a field. */
function readQuery(url: string): Record<string, string> | null {
  const at = url.indexOf('?')
  const fields: Record<string, string> = Object.create(null)
  if (at < 0) return fields
  for (const [name, value] of new URLSearchParams(url.slice(at + 1))) {
    if (name in fields || /[[\].]/.test(name)) return null
    fields[name] = value
  }
  return fields
}

/** What our own pages call with, as long as it is plain JSON. */
async function readCall(c: SearchContext): Promise<unknown> {
  const { json, meta }: { json?: unknown; meta?: unknown[] } = JSON.parse(await c.req.text())
  return meta && meta.length > 0 ? null : json
}
