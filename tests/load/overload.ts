/**
 * Four times as many visitors as a server can serve: what it lets in is answered about as fast as when it is just full, the rest is told
 * at once to come back, and events of payments and people who sign out are never turned away.
 *
 *   npm run drill -- overload [--seconds=15] [--times=4]
 */
import { createHmac } from 'node:crypto'
import { Agent, request } from 'node:http'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { openLoadDatabase } from './support/load-database.ts'
import { buildProduct, startServer } from './support/server.ts'
import { addStudents } from './support/students.ts'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '15' }, times: { type: 'string', default: '4' } },
})
const seconds = Number(values.seconds)
const AT_ONCE = 32
/** Each of its own, so that no answer is remembered. */
let asked = 0
const path = () => `/api/coaches?zip=28202&minPrice=${1 + (asked++ % 40)}&page=${1 + (asked % 3)}`

buildProduct()
const database = await openLoadDatabase('search', { coaches: 300 })
const server = await startServer({
  databaseUrl: database.url,
  env: { REQUESTS_AT_ONCE: String(AT_ONCE), SEARCH_MEMORY_MB: '0', PAGE_MEMORY_MB: '0' },
})
const port = Number(new URL(server.url).port)
const agent = new Agent({ keepAlive: true, maxSockets: 2_000 })
try {
  const students = await addStudents(database.pool, Math.ceil(seconds * 2))
  await full(3_000)
  const { rate, p99 } = await full(seconds * 500)
  console.log(
    `full: ${Math.round(rate)} searches a second, p99 ${Math.round(p99)} ms, load ${loadavg()[0]?.toFixed(1)}`,
  )
  const taken: number[] = []
  const refused: number[] = []
  const others: Record<string, number> = {}
  const never: Record<string, number> = {}
  const waiting: Promise<unknown>[] = []
  const began = performance.now()
  const every = 1_000 / (rate * Number(values.times))
  for (let n = 0, special = 0; performance.now() - began < seconds * 1_000; ) {
    const due = Math.floor((performance.now() - began) / every)
    for (; n < due; n++)
      waiting.push(
        ask('GET', path()).then(({ status, ms, retryAfter }) => {
          if (status === 200) taken.push(ms)
          else if (status === 503 && retryAfter) refused.push(ms)
          else others[status] = (others[status] ?? 0) + 1
        }),
      )
    for (; special < (performance.now() - began) / 500; special++) {
      const cookie = students[special]?.cookie ?? ''
      const told = JSON.stringify({ id: `evt_${special}`, type: 'unknown', created: 0, data: { object: {} } })
      for (const [what, asking] of [
        ['sign out', ask('DELETE', '/api/sessions', { cookie })],
        ['payment event', ask('POST', '/webhooks/payments', signed(told), told)],
      ] as const)
        waiting.push(
          asking.then(({ status }) => {
            never[`${what}: ${status}`] = (never[`${what}: ${status}`] ?? 0) + 1
          }),
        )
    }
    await new Promise((done) => setTimeout(done, 2))
  }
  await Promise.all(waiting)
  const p99Then = quantile(taken, 0.99)
  console.log(
    `${values.times} times that for ${seconds} s: let in ${taken.length}, p99 ${Math.round(p99Then)} ms; turned away ${refused.length}, told so within ${Math.round(quantile(refused, 0.5))} ms (median)`,
  )
  console.log('other answers:', others, 'never turned away:', never)
  const neverRefused = Object.keys(never).every((what) => !/: (503|0)$/.test(what))
  const isGood = refused.length > 0 && neverRefused && Object.keys(others).length === 0
  // Two programs share two cores here: the one that asks takes its part, too.
  process.exitCode = isGood && p99Then <= Math.max(3 * p99, 1_000) ? 0 : 1
} finally {
  agent.destroy()
  await server.stop()
  await database.close()
}
console.log(process.exitCode === 0 ? '\nas promised' : '\npromises BROKEN')

/** As many at once as it takes in, each asking again as soon as it was answered. */
async function full(ms: number): Promise<{ rate: number; p99: number }> {
  const took: number[] = []
  const began = performance.now()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (performance.now() - began < ms) took.push((await ask('GET', path())).ms)
    }),
  )
  return { rate: took.length / ((performance.now() - began) / 1_000), p99: quantile(took, 0.99) }
}

/** What is signed with another key is refused, with 400: it was looked at. */
function signed(body: string): Record<string, string> {
  const at = Math.floor(Date.now() / 1_000)
  const signature = createHmac('sha256', 'nobody').update(`${at}.${body}`).digest('hex')
  return { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${signature}` }
}

function ask(method: string, to: string, headers: Record<string, string> = {}, body?: string) {
  const began = performance.now()
  return new Promise<{ status: number; ms: number; retryAfter: string | undefined }>((done) => {
    const end = (status: number, retryAfter?: string) =>
      done({ status, ms: performance.now() - began, retryAfter })
    const asking = request({ host: '127.0.0.1', port, path: to, method, agent, headers }, (answer) => {
      answer.resume()
      answer.on('end', () => end(answer.statusCode ?? 0, answer.headers['retry-after']))
      answer.on('error', () => end(0))
    })
    asking.on('error', () => end(0))
    asking.end(body)
  })
}

function quantile(all: number[], share: number): number {
  const sorted = all.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
