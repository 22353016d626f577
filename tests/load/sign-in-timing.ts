/**
 * Checks that response times do not reveal which accounts exist. Sign-in, password reset and sign-in links are requested for known and
 * unknown addresses alternately. Status and body must be identical, and the median times must differ by at most 5 ms.
 *
 *   node tests/load/sign-in-timing.ts [--n=500] [--door=sessions]
 */
import { parseArgs } from 'node:util'
import { openLoadDatabase } from './support/load-database.ts'
import { buildProduct, startServer } from './support/server.ts'

const { values } = parseArgs({
  options: { n: { type: 'string', default: '500' }, door: { type: 'string', default: '' } },
})
const n = Number(values.n)
const GOAL_MS = 5

buildProduct()
const database = await openLoadDatabase('timing', { coaches: 50, fresh: true })
const server = await startServer({ databaseUrl: database.url })
let failures = 0
try {
  const known = await addAccount('known@students.test')
  console.log(
    '| endpoint | n | known, median ms | unknown, median ms | difference | median of the pairs’ differences | answers |',
  )
  console.log('|---|--:|--:|--:|--:|--:|---|')
  for (const [path, body] of [
    ['/api/sessions', { password: 'not-the-password' }],
    ['/api/password-resets', {}],
    ['/api/magic-links', {}],
  ] as const)
    if (path.includes(values.door)) failures += await compare(path, known, body)
} finally {
  await server.stop()
  await database.close()
}
console.log(failures === 0 ? '\nno endpoint reveals accounts' : `\n${failures} endpoints REVEAL accounts`)
process.exitCode = failures === 0 ? 0 : 1

/** Requests alternate, so that both are affected equally by other load. The order is swapped each time, so that neither is always first. */
async function compare(path: string, known: string, body: object): Promise<number> {
  const times = { known: [] as number[], unknown: [] as number[] }
  const answers = { known: new Set<string>(), unknown: new Set<string>() }
  for (let i = -10; i < n; i++)
    for (const kind of i % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      const email = kind === 'known' ? known : `unknown-${i}@students.test`
      const answer = await timed(path, { email, ...body })
      // The first ten are a warm-up.
      if (i < 0) continue
      times[kind].push(answer.ms)
      answers[kind].add(answer.text)
    }
  const [a, b] = [median(times.known), median(times.unknown)]
  const same = answers.known.size === 1 && [...answers.known].join() === [...answers.unknown].join()
  const difference = Math.abs(a - b)
  // The differences of pairs sent at the same time, which cancel out other load on the machine.
  const paired = median(times.known.map((ms, i) => ms - (times.unknown[i] ?? ms)))
  console.log(
    `| ${path} | ${n} | ${a.toFixed(2)} | ${b.toFixed(2)} | ${difference.toFixed(2)} | ${paired.toFixed(2)} | ${same ? 'the same' : 'DIFFERENT'} |`,
  )
  return same && difference <= GOAL_MS ? 0 : 1
}

async function timed(path: string, body: object): Promise<{ ms: number; text: string }> {
  const started = performance.now()
  const answer = await post(path, body)
  const text = `${answer.status} ${await answer.text()}`
  return { ms: performance.now() - started, text }
}

async function addAccount(email: string): Promise<string> {
  const made = await post('/api/accounts', {
    name: 'Known Student',
    email,
    phone: '7045550100',
    password: 'fairway-seven',
  })
  if (made.status !== 201) throw new Error(`no account: ${await made.text()}`)
  return email
}

function post(path: string, body: object): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

function median(numbers: number[]): number {
  const sorted = [...numbers].sort((x, y) => x - y)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
