import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readEnv } from '#platform/env.ts'
import type { Hashing } from '#platform/passwords.ts'
import { type App, type Guard, listen } from './listen.ts'
import { type Ending, shutDown } from './shut-down.ts'

const root = resolve(import.meta.dirname, '../..')
/** Time reserved for jobs and connections after the last request is cut off. */
const LAST_STEPS_MS = 8_000

interface BuiltServer extends Ending {
  start(hashing?: Hashing): Promise<{ app: App; guard: Guard }>
}

/**
 * Serves the built product until a stop signal, then shuts down in order, within SHUTDOWN_SECONDS.
 * @param afterwards runs last
 * @param hashing replaces the product's own in browser tests that are not about passwords
 */
export async function serve(
  afterwards: () => Promise<void> = async () => undefined,
  hashing?: Hashing,
): Promise<void> {
  // Windows imports absolute paths only as URLs.
  const file = pathToFileURL(join(root, 'dist/server/server.js'))
  const built = (await import(file.href)) as BuiltServer
  const { app, guard } = await built.start(hashing)
  const env = readEnv()
  // A process that only runs jobs leaves the machine's port to the others.
  const server = process.env.LISTEN === 'no' ? null : listen(app, guard, env)
  let isStopping = false
  const end = async () => {
    if (isStopping) return
    isStopping = true
    const limitMs = env.SHUTDOWN_SECONDS * 1_000
    setTimeout(() => {
      console.error(`not stopped after ${env.SHUTDOWN_SECONDS} s: the process exits anyway`)
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

/** Exits together with the parent process: an orphan would keep the port occupied. */
function watchParent(end: () => void) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    console.error('the parent process has exited, so this one exits too')
    end()
  }, 1_000)
  watch.unref()
}
