import { createServer, type RequestListener, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import type { Env } from '#platform/env.ts'

export type App = { fetch(request: Request, env: unknown): Response | Promise<Response> }

/** Answers what the process has no room for, and hands on the rest. */
export type Guard = (answer: RequestListener) => RequestListener

/** Who asks in HTTP/1.0, as proxies do when they look whether we are well, need not say whom. */
const NAMELESS = { hostname: 'localhost' }

/** Answers over HTTP what an app answers, and the files of the build. @param guard turns away what the process has no room for */
export function listen(app: App, guard: Guard, env: Pick<Env, 'HOST' | 'PORT' | 'PROCESS_ROLE'>): Server {
  const files = new Hono()
  const onlyHashed = (path: string) =>
    /\/assets\//.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
  files.use('*', async (c, next) => {
    if (c.req.path === '/' || !/\.[a-z0-9]+$/i.test(c.req.path)) return await next()
    return await serveStatic({
      root: 'dist/client',
      precompressed: true,
      onFound: (path, found) => {
        found.header('cache-control', onlyHashed(path))
        found.header('x-content-type-options', 'nosniff')
        // Browsers ask leave for fonts alone, and the panel on a coach's own site has no origin.
        if (path.endsWith('.woff2')) found.header('access-control-allow-origin', '*')
      },
    })(c, next)
  })
  files.all('*', (c) => app.fetch(c.req.raw, c.env))
  // Files have been compressed by the build; pages and answers are on their way out. Streams of events stay as they are.
  const squeezed = new Hono().use('*', compress()).all('*', (c) => app.fetch(c.req.raw, c.env))
  const takesGzip = (request: Request) => /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')
  const answer = getRequestListener((request, bindings) => {
    if (env.PROCESS_ROLE === 'worker') return app.fetch(request, bindings)
    // What cannot be a file's name need not be looked for among the files.
    if (/\.[a-z0-9]+(\?|$)/i.test(request.url)) return files.fetch(request, bindings)
    return takesGzip(request) ? squeezed.fetch(request, bindings) : app.fetch(request, bindings)
  }, NAMELESS)
  const options = {
    keepAliveTimeout: 65_000,
    // A swing video of 50 MB over a slow line takes minutes; headers have their own, shorter time.
    requestTimeout: 300_000,
    headersTimeout: 20_000,
    maxHeaderSize: 32 * 1024,
  }
  return createServer(options, guard(answer)).listen(env.PORT, env.HOST)
}
