/**
 * 10,000 addresses that nobody would type, at public pages and the API, a few at a time: no 5xx, no markup that comes back as
 * markup, no answer that takes long.
 *
 *   node tests/load/random-queries.ts [--count=10000] [--coaches=1200] [--seed=greenside] [--slow=1000]
 */
import { parseArgs } from 'node:util'
import { addHostileCoach } from '../support/hostile-coach.ts'
import { randomAddresses, wrongWith } from '../support/random-addresses.ts'
import { openLoadDatabase } from './support/load-database.ts'
import { buildProduct, startServer } from './support/server.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    coaches: { type: 'string', default: '1200' },
    seed: { type: 'string', default: 'greenside' },
    slow: { type: 'string', default: '1000' },
  },
})
const AT_ONCE = 4
const slow = Number(values.slow)

buildProduct()
const database = await openLoadDatabase('random_queries', { coaches: Number(values.coaches) })
const client = await database.pool.connect()
await client.query(`delete from profiles where email = 'bad@coaches.test'`)
await addHostileCoach(client)
client.release()
const server = await startServer({ databaseUrl: database.url })
const wrong: string[] = []
const took: number[] = []
const statuses = new Map<number, number>()
try {
  const addresses = randomAddresses(Number(values.count), values.seed)
  await Promise.all(Array.from({ length: AT_ONCE }, () => visitAll(addresses)))
} finally {
  await server.stop()
  await database.close()
}

took.sort((a, b) => a - b)
const at = (share: number) => (took[Math.floor((took.length - 1) * share)] ?? 0).toFixed(0)
console.log(
  `${took.length} answers: ${[...statuses]
    .sort()
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')}`,
)
console.log(`p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, slowest ${at(1)} ms, ${AT_ONCE} at a time`)
for (const line of wrong.slice(0, 20)) console.error(line)
console.log(wrong.length === 0 ? 'nothing went wrong' : `${wrong.length} went wrong`)
process.exit(wrong.length === 0 ? 0 : 1)

async function visitAll(addresses: string[]) {
  for (let address = addresses.pop(); address !== undefined; address = addresses.pop()) {
    const began = performance.now()
    const answer = await fetch(server.url + address, {
      redirect: 'manual',
      headers: { 'accept-encoding': 'identity' },
    })
    const text = await answer.text()
    const ms = performance.now() - began
    took.push(ms)
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    const found = wrongWith({ status: answer.status, type: answer.headers.get('content-type') ?? '', text })
    if (found) wrong.push(`${found}: ${address}`)
    if (ms > slow) wrong.push(`${ms.toFixed(0)} ms: ${address}`)
  }
}
