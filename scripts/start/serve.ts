import type { Server } from 'node:http'
import { join, resolve } from 'node:path'
import { serve as listen } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { readEnv } from '#platform/env.ts'

const root = resolve(import.meta.dirname, '../..')

interface BuiltServer {
  start(): Promise<{ app: { fetch(request: Request, env: unknown): Response | Promise<Response> } }>
  stop(): Promise<void>
}

/** Serves the built product until the process is told to stop; then lets the requests at hand finish. */
export async function serve(afterwards: () => Promise<void> = async () => undefined): Promise<void> {
  const built = (await import(join(root, 'dist/server/server.js'))) as BuiltServer
  const { app } = await built.start()
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
      },
    })(c, next)
  })
  files.all('*', (c) => app.fetch(c.req.raw, c.env))
  // Files have been compressed by the build; pages and answers are on their way out. Streams of events stay as they are.
  const squeezed = new Hono().use('*', compress()).all('*', (c) => app.fetch(c.req.raw, c.env))
  const takesGzip = (request: Request) => /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')
  const server = listen({
    fetch: (request, bindings) => {
      // What cannot be a file's name need not be looked for among the files.
      if (/\.[a-z0-9]+(\?|$)/i.test(request.url)) return files.fetch(request, bindings)
      return takesGzip(request) ? squeezed.fetch(request, bindings) : app.fetch(request, bindings)
    },
    port: Number(process.env.PORT ?? 3000),
    hostname: readEnv().HOST,
    serverOptions: {
      keepAliveTimeout: 65_000,
      // A swing video of 50 MB over a slow line takes minutes; headers have their own, shorter time.
      requestTimeout: 300_000,
      headersTimeout: 20_000,
      maxHeaderSize: 32 * 1024,
    },
  }) as Server
  let stopping = false
  const shutDown = async () => {
    if (stopping) return
    stopping = true
    server.close()
    setTimeout(() => server.closeAllConnections(), 3_000).unref()
    server.closeIdleConnections()
    await built.stop()
    await afterwards()
    process.exit(0)
  }
  process.on('SIGTERM', shutDown)
  process.on('SIGINT', shutDown)
  watchParent(shutDown)
  await new Promise<void>((done) => (server.listening ? done() : server.once('listening', () => done())))
}

/** Whoever started us was killed: an orphan would hold the port for nobody. */
function watchParent(shutDown: () => void) {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && shutDown(), 1_000).unref()
}
