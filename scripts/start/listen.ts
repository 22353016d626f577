import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { networkOf } from '#app/http/client-address.ts'
import { countPerAddress } from '#app/http/count-per-address.ts'
import { brandColors, inBrandColors } from '#platform/brand.ts'
import type { Env } from '#platform/env.ts'
import { isIcon } from '#platform/logo.ts'

export type App = { fetch(request: Request, env: unknown): Response | Promise<Response> }

/** Answers what the process has no room for, and hands on the rest. */
export type Guard = (answer: RequestListener) => RequestListener

const BUILD = 'dist/client'

/** Who asks in HTTP/1.0, as proxies do when they look whether we are well, need not say whom. */
const NAMELESS = { hostname: 'localhost' }

type ListenEnv = Pick<
  Env,
  'HOST' | 'LOGO_FILE' | 'PORT' | 'PROCESS_ROLE' | 'REQUESTS_PER_ADDRESS' | 'TRUSTED_PROXY_HOPS'
>
/** Connections of one address, idle ones and streams of events too, for each request that it may have open. */
const CONNECTIONS_FACTOR = 10

/** Answers over HTTP what an app answers, and the files of the build. @param guard turns away what the process has no room for */
export function listen(app: App, guard: Guard, env: ListenEnv): Server {
  const files = new Hono()
  const onlyHashed = (path: string) =>
    /\/assets\//.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
  let offline: string | undefined
  files.use('*', async (c, next) => {
    // The operator's logo and colors, which the files of the build do not have.
    if (env.LOGO_FILE && isIcon(c.req.path)) {
      const icon = await app.fetch(c.req.raw, c.env)
      if (icon.status === 200) return icon
    }
    if (brandColors && c.req.path === '/offline.html') {
      const page = offline ?? inBrandColors(await readFile(join(BUILD, 'offline.html'), 'utf8'))
      offline = page
      return c.html(page, 200, {
        'cache-control': onlyHashed(c.req.path),
        'x-content-type-options': 'nosniff',
      })
    }
    if (c.req.path === '/' || !/\.[a-z0-9]+$/i.test(c.req.path)) return await next()
    return await serveStatic({
      root: BUILD,
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
    // A swing video of 50 MB over a slow line takes minutes; headers and other bodies have their own, shorter times.
    requestTimeout: 300_000,
    headersTimeout: 20_000,
    connectionsCheckingInterval: 5_000,
    maxHeaderSize: 32 * 1024,
  }
  const server = createServer(options, guard(answer))
  limitConnections(server, env)
  return server.listen(env.PORT, env.HOST)
}

/** Closes what one address opens beyond its share. A proxy in front opens all connections, and has a limit of its own. */
function limitConnections(server: Server, env: ListenEnv) {
  if (env.TRUSTED_PROXY_HOPS > 0) return
  const enter = countPerAddress(env.REQUESTS_PER_ADDRESS * CONNECTIONS_FACTOR)
  server.on('connection', (socket) => {
    const leave = enter(networkOf(socket.remoteAddress ?? 'unknown'))
    if (leave) socket.once('close', leave)
    else socket.destroy()
  })
}
