import { createServer, type RequestListener, type Server } from 'node:http'
import { join, resolve } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { type Env, readEnv } from '#platform/env.ts'
import { type Ending, shutDown } from './shut-down.ts'

const root = resolve(import.meta.dirname, '../..')
/** What is left for jobs and connections once the last request was cut off. */
const LAST_STEPS_MS = 8_000

type App = { fetch(request: Request, env: unknown): Response | Promise<Response> }

/** Answers what the process has no room for, and hands on the rest. */
type Guard = (answer: RequestListener) => RequestListener

interface BuiltServer extends Ending {
  start(): Promise<{ app: App; guard: Guard }>
}

/** Serves the built product until the process is told to stop; then ends in order, within SHUTDOWN_SECONDS. */
export async function serve(afterwards: () => Promise<void> = async () => undefined): Promise<void> {
  const built = (await import(join(root, 'dist/server/server.js'))) as BuiltServer
  const { app, guard } = await built.start()
  const env = readEnv()
  // One of several processes of a machine that only works off jobs leaves the port to the others.
  const server = process.env.LISTEN === 'no' ? null : listenTo(app, guard, env)
  let isStopping = false
  const end = async () => {
    if (isStopping) return
    isStopping = true
    const limitMs = env.SHUTDOWN_SECONDS * 1_000
    setTimeout(() => {
      console.error(`not stopped after ${env.SHUTDOWN_SECONDS} s: the process ends all the same`)
      process.exit(1)
    }, limitMs).unref()
    await shutDown(server, built, {
      drainMs: env.DRAIN_SECONDS * 1_000,
      limitMs: Math.max(limitMs / 2, limitMs - LAST_STEPS_MS),
    })
    await afterwards()
    process.exit(0)
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  watchParent(end)
  if (server)
    await new Promise<void>((done) => (server.listening ? done() : server.once('listening', () => done())))
}

function listenTo(app: App, guard: Guard, env: Env): Server {
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
  })
  const options = {
    keepAliveTimeout: 65_000,
    // A swing video of 50 MB over a slow line takes minutes; headers have their own, shorter time.
    requestTimeout: 300_000,
    headersTimeout: 20_000,
    maxHeaderSize: 32 * 1024,
  }
  return createServer(options, guard(answer)).listen(env.PORT, env.HOST)
}

/** Whoever started us was killed: an orphan would hold the port for nobody. */
function watchParent(end: () => void) {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && end(), 1_000).unref()
}
