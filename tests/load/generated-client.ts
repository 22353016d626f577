/**
 * Tests a client generated from our OpenAPI document by a public generator. A program is type-checked against it, finds a coach, books with
 * a token, reads the booking, and receives typed problems. The generator and its TypeScript 5 are installed into a temporary folder (35
 * MB), which needs the registry.
 *
 *   node tests/load/generated-client.ts
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLoadDatabase } from './support/load-database.ts'
import { buildProduct, startServer } from './support/server.ts'
import { addStudents } from './support/students.ts'

const GENERATOR = '@hey-api/openapi-ts@0.99.0'
const COMPILER = 'typescript@5.9.3'
const strict = [
  ...[
    '--strict',
    '--noUncheckedIndexedAccess',
    '--skipLibCheck',
    '--target',
    'esnext',
    '--lib',
    'esnext,dom,dom.iterable',
  ],
  // The generated client's imports have no file extensions.
  ...['--module', 'commonjs', '--moduleResolution', 'node10'],
]

/** A third-party program, as written against the types of the generated client. */
const program = `
import { client } from './client/client.gen'
import { book, getBooking, listBookings, listCoaches, listOpenTimes } from './client/sdk.gen'
import type { Booking, Problem } from './client/types.gen'

declare const process: { env: Record<string, string>; exitCode: number }
const { API = '', TOKEN = '', NARROW_TOKEN = '' } = process.env
client.setConfig({ baseUrl: API, auth: TOKEN })

function refused(what: string, answer: { error?: Problem; response?: Response }, status: number, code: string) {
  const { error, response } = answer
  if (response?.status !== status || error?.status !== status || error.code !== code || error.detail === '')
    throw new Error(what + ': ' + response?.status + ' ' + JSON.stringify(error))
  console.log(what + ': ' + error.status + ' ' + error.code + ', ' + error.detail)
}

async function main() {
  const { data: coaches } = await listCoaches({ query: { zip: '28202' }, throwOnError: true })
  for (const coach of coaches.items) {
    const asked = { path: { instructorId: coach.id }, query: { durationMinutes: 60 } }
    const { data: times } = await listOpenTimes(asked)
    const slot = times?.mayBook ? times.days.flatMap(({ slots }) => slots)[0] : undefined
    if (!slot) continue
    const body = { instructorId: coach.id, start: slot.start, durationMinutes: 60, idempotencyKey: crypto.randomUUID() }
    const { data: held } = await book({ body, throwOnError: true })
    const again = await book({ body, throwOnError: true })
    if (again.data.bookingId !== held.bookingId) throw new Error('the same key held another booking')
    const { data: booking } = await getBooking({ path: { bookingId: held.bookingId }, throwOnError: true })
    const { data: upcoming } = await listBookings({ throwOnError: true })
    const isListed = upcoming.items.some((one: Pick<Booking, 'id'>) => one.id === booking.id)
    if (booking.status !== 'pending' || Date.parse(booking.start) !== Date.parse(slot.start) || !isListed)
      throw new Error('another booking than the one that was held')
    console.log('held ' + booking.title + ' with ' + booking.coach.name + ' for ' + booking.priceCents + ' cents')

    const past = await book({ body: { ...body, start: '2020-01-01T15:00:00Z', idempotencyKey: crypto.randomUUID() } })
    refused('a time that has passed', past, 400, 'in_the_past')
    const wrong = await book({ body: { ...body, instructorId: 'nobody' } })
    refused('a wrong field', wrong, 400, 'bad_input')
    if (wrong.error?.errors?.[0]?.pointer !== '#/instructorId') throw new Error('no pointer to the field')
    refused('a token without the scope', await book({ body, auth: NARROW_TOKEN }), 403, 'beyond_scope')
    refused('a token that is none', await listBookings({ auth: 'gs_pat_none' }), 401, 'token_not_good')
    return
  }
  throw new Error('no coach has an open time')
}

main().catch((error) => {
  console.error(error)
  process.exitCode = 1
})
`

buildProduct()
const database = await openLoadDatabase('client', { coaches: 200, fresh: true })
const server = await startServer({ databaseUrl: database.url })
const folder = mkdtempSync(join(tmpdir(), 'generated-client-'))
try {
  const [student] = await addStudents(database.pool, 1)
  if (!student) throw new Error('no student')
  const [token, narrow] = await Promise.all([
    makeToken(student.cookie, ['profile:read', 'bookings:read', 'bookings:write']),
    makeToken(student.cookie, ['profile:read']),
  ])
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }))
  timed('installed', () =>
    run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', GENERATOR, COMPILER]),
  )
  writeFileSync(join(folder, 'spec.json'), await (await fetch(`${server.url}/api/v1/spec.json`)).text())
  timed('generated', () => run('npx', ['--no-install', 'openapi-ts', '-i', 'spec.json', '-o', 'client']))
  writeFileSync(join(folder, 'program.ts'), program)
  timed('type-checked', () =>
    run('npx', ['--no-install', 'tsc', ...strict, '--outDir', 'built', 'program.ts']),
  )
  timed('run', () =>
    run(process.execPath, ['built/program.js'], {
      API: `${server.url}/api/v1`,
      TOKEN: token,
      NARROW_TOKEN: narrow,
    }),
  )
  const { rows } = await database.pool.query('select status from bookings where student_id = $1', [
    student.userId,
  ])
  if (rows.length !== 1) throw new Error(`one booking is held, not ${rows.length}`)
  console.log('\nall checks passed')
} finally {
  rmSync(folder, { recursive: true, force: true })
  await server.stop()
  await database.close()
}

function run(command: string, args: readonly string[], env: Record<string, string> = {}) {
  execFileSync(command, args, {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  })
}

function timed(what: string, step: () => void) {
  const began = performance.now()
  step()
  console.log(`${what} in ${((performance.now() - began) / 1_000).toFixed(1)} s`)
}

async function makeToken(cookie: string, scopes: string[]): Promise<string> {
  const answer = await fetch(`${server.url}/api/me/access-tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ name: 'Generated client', scopes, lifetime: '30' }),
  })
  if (answer.status !== 201) throw new Error(`no token: ${answer.status}`)
  return ((await answer.json()) as { token: string }).token
}
