/**
 * Signing in costs a strong hash; it must not cost everybody else the server. Measures one hash, then signs people in at a
 * steady rate while a bystander asks for a tiny page, and reads the delay of the server's event loop from its own figures.
 *
 *   npm run drill -- password-hashing [--rate=50] [--seconds=20]
 */
import { parseArgs } from 'node:util'
import { hashPassword } from 'better-auth/crypto'
import { openLoadDatabase } from './support/load-database.ts'
import { buildProduct, startServer } from './support/server.ts'

const { values } = parseArgs({
  options: { rate: { type: 'string', default: '50' }, seconds: { type: 'string', default: '20' } },
})
const rate = Number(values.rate)
const seconds = Number(values.seconds)
/** From design goals: long enough to make guessing dear, short enough not to be felt. */
const HASH_MS = [50, 250] as const
const LOOP_DELAY_P99_MS = 20

const times: number[] = []
for (let i = 0; i < 15; i++) {
  const started = performance.now()
  await hashPassword('fairway-seven')
  times.push(performance.now() - started)
}
const hashMs = median(times)
console.log(`one hash (scrypt, N = 16384, r = 16): ${hashMs.toFixed(0)} ms`)

buildProduct()
const database = await openLoadDatabase('passwords', { coaches: 50, fresh: true })
const server = await startServer({ databaseUrl: database.url })
let isFine = hashMs >= HASH_MS[0] && hashMs <= HASH_MS[1]
try {
  await post('/api/accounts', {
    name: 'Known Student',
    email: 'known@students.test',
    phone: '7045550100',
    password: 'fairway-seven',
  })
  const before = await loopDelays()
  const signIns: Promise<number>[] = []
  const bystander: number[] = []
  for (let tick = 0; tick < rate * seconds; tick++) {
    signIns.push(
      post('/api/sessions', { email: 'known@students.test', password: 'fairway-seven' }).then(
        ({ status }) => status,
      ),
    )
    if (tick % 5 === 0) {
      const started = performance.now()
      void fetch(`${server.url}/healthz`).then(() => bystander.push(performance.now() - started))
    }
    await new Promise((done) => setTimeout(done, 1000 / rate))
  }
  const statuses = await Promise.all(signIns)
  const during = await loopDelays()
  const good = statuses.filter((status) => status === 200 || status === 201).length
  bystander.sort((a, b) => a - b)
  console.log(
    `${statuses.length} sign-ins at ${rate} a second: ${good} let in, ${statuses.length - good} not`,
  )
  console.log(
    `event loop delay, p99: ${before.toFixed(1)} ms idle, ${during.toFixed(1)} ms meanwhile (goal ${LOOP_DELAY_P99_MS})`,
  )
  console.log(`a bystander's /healthz: p50 ${at(bystander, 0.5)} ms, p99 ${at(bystander, 0.99)} ms`)
  isFine &&= during <= LOOP_DELAY_P99_MS && good === statuses.length
} finally {
  await server.stop()
  await database.close()
}
process.exitCode = isFine ? 0 : 1

/** The 99th percentile since the server was last asked, in milliseconds. */
async function loopDelays(): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(text)?.[1] ?? Number.NaN) * 1000
}

function post(path: string, body: object): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

function at(sorted: number[], share: number): string {
  return (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1)
}
