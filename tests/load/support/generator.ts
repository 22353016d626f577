/**
 * A small HTTP/1.1 load generator: reads a plan from standard input, writes the result to standard output. It frames
 * answers by Content-Length or chunks and looks at nothing but their status, so that it takes little of the processor
 * it shares with the server.
 */
import { text } from 'node:stream/consumers'
import { Connection } from './generator-connection.ts'
import type { LoadPlan, LoadResult } from './load.ts'

const plan = JSON.parse(await text(process.stdin)) as LoadPlan
const { hostname, port } = new URL(plan.url)
const wires = plan.requests.map(({ method = 'GET', path, headers = {}, body = '' }) => {
  const lines = Object.entries({ host: `${hostname}:${port}`, ...headers }).map(([k, v]) => `${k}: ${v}\r\n`)
  if (body) lines.push(`content-length: ${Buffer.byteLength(body)}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
})

const latencies: number[] = []
const statuses: Record<string, number> = {}
const bodies: string[] = []
let bytes = 0
let next = 0

const connect = () => Connection.open(hostname, Number(port), plan.keepBodies === true)
const connections = await Promise.all(Array.from({ length: plan.connections }, connect))
const began = performance.now()
const ends = plan.seconds ? began + plan.seconds * 1000 : Number.POSITIVE_INFINITY
const last = plan.count ?? Number.POSITIVE_INFINITY
await (plan.perSecond ? runOpenLoop(plan.perSecond) : Promise.all(connections.map(runClosedLoop)))
const seconds = (performance.now() - began) / 1000
for (const connection of connections) connection.close()

latencies.sort((a, b) => a - b)
const at = (share: number) =>
  latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
const result: LoadResult = {
  requests: latencies.length,
  seconds,
  perSecond: latencies.length / seconds,
  statuses,
  p50: at(0.5),
  p99: at(0.99),
  max: at(1),
  bytesPerAnswer: Math.round(bytes / latencies.length),
  bodies,
}
process.stdout.write(JSON.stringify(result))

async function ask(connection: Connection, index: number, since: number) {
  const wire = wires[index % wires.length]
  if (!wire) throw new Error('a plan without requests')
  const answer = await connection.ask(wire)
  latencies.push(performance.now() - since)
  statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
  bytes += answer.bytes
  if (plan.keepBodies) bodies.push(answer.body)
}

async function runClosedLoop(first: Connection) {
  let connection = first
  while (next < last && performance.now() < ends) {
    await ask(connection, next++, performance.now())
    if (connection.broken) connection = await connect()
  }
}

/** Requests leave when they are due; one that finds no free connection opens another, and its waiting counts. */
async function runOpenLoop(perSecond: number) {
  const free = [...connections]
  const asked: Promise<void>[] = []
  for (; next < last; next++) {
    const due = began + (next * 1000) / perSecond
    if (due >= ends) break
    await untilInstant(due)
    asked.push(
      (async (index) => {
        const connection = free.pop() ?? (await connect())
        await ask(connection, index, due)
        if (!connection.broken) free.push(connection)
      })(next),
    )
  }
  await Promise.all(asked)
}

/** Timers are a millisecond coarse: the last two milliseconds are waited for turn by turn. */
async function untilInstant(instant: number) {
  const left = instant - performance.now()
  if (left > 2) await new Promise((done) => setTimeout(done, left - 2))
  while (performance.now() < instant) await new Promise((done) => setImmediate(done))
}
