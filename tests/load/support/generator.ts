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

/** Connections of an open loop, for each that is open from the beginning. */
const MORE_CONNECTIONS = 4

const latencies: number[] = []
const late: number[] = []
const waits: number[] = []
const byStatus = new Map<number, number[]>()
const bodies: string[] = []
let bytes = 0
let next = 0

let isAtFileLimit = false
const connections = (await Promise.all(Array.from({ length: plan.connections }, connect))).filter(
  (connection) => connection !== undefined,
)
if (connections.length === 0) throw new Error('not one connection can be opened: raise `ulimit -n`')
const began = performance.now()
const ends = plan.seconds ? began + plan.seconds * 1000 : Number.POSITIVE_INFINITY
const last = plan.count ?? Number.POSITIVE_INFINITY
await (plan.perSecond ? runOpenLoop(plan.perSecond) : Promise.all(connections.map(runClosedLoop)))
const seconds = (performance.now() - began) / 1000
for (const connection of connections) connection.close()

const at = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
for (const all of [latencies, late, waits, ...byStatus.values()]) all.sort((a, b) => a - b)
const result: LoadResult = {
  requests: latencies.length,
  seconds,
  perSecond: latencies.length / seconds,
  statuses: Object.fromEntries([...byStatus].map(([status, of]) => [status, of.length])),
  p50: at(latencies, 0.5),
  p99: at(latencies, 0.99),
  max: at(latencies, 1),
  ofStatus: Object.fromEntries(
    [...byStatus].map(([status, of]) => [status, { p50: at(of, 0.5), p99: at(of, 0.99) }]),
  ),
  lateP99: at(late, 0.99),
  waitP99: at(waits, 0.99),
  bytesPerAnswer: Math.round(bytes / latencies.length),
  bodies,
  isAtFileLimit,
}
process.stdout.write(JSON.stringify(result))

/**
 * Node raises its limit of open files to the machine's hard limit automatically. Where that does not suffice, the generator goes on with
 * the connections it has, and reports it.
 * @returns undefined where this process or the machine may open no more files
 */
async function connect(): Promise<Connection | undefined> {
  try {
    return await Connection.open(hostname, Number(port), plan.keepBodies === true)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EMFILE' && code !== 'ENFILE') throw error
    isAtFileLimit = true
    return undefined
  }
}

/** In place of one that broke; its file is free again. */
async function connectAgain(): Promise<Connection> {
  const connection = await connect()
  if (!connection) throw new Error('a broken connection cannot be replaced: raise `ulimit -n`')
  return connection
}

async function ask(connection: Connection, index: number, since: number) {
  const wire = wires[index % wires.length]
  if (!wire) throw new Error('a plan without requests')
  const answer = await connection.ask(wire)
  const ms = performance.now() - since
  latencies.push(ms)
  const alike = byStatus.get(answer.status) ?? []
  byStatus.set(answer.status, alike)
  alike.push(ms)
  bytes += answer.bytes
  if (plan.keepBodies) bodies.push(answer.body)
}

async function runClosedLoop(first: Connection) {
  let connection = first
  while (next < last && performance.now() < ends) {
    await ask(connection, next++, performance.now())
    if (connection.broken) connection = await connectAgain()
  }
}

/**
 * Requests leave when they are due. One that finds no free connection opens another, up to a limit, and its waiting counts; that the
 * generator itself is late does not, and is reported.
 */
async function runOpenLoop(perSecond: number) {
  const free = [...connections]
  const waiting: ((connection: Connection) => void)[] = []
  let open = connections.length
  const take = async (): Promise<Connection> => {
    const idle = free.pop()
    if (idle) return idle
    if (open < plan.connections * MORE_CONNECTIONS && !isAtFileLimit) {
      open++
      const more = await connect()
      if (more) return more
      open--
    }
    return free.pop() ?? (await new Promise((turn) => waiting.push(turn)))
  }
  const giveBack = async (connection: Connection) => {
    const whole = connection.broken ? await connectAgain() : connection
    const turn = waiting.shift()
    if (turn) turn(whole)
    else free.push(whole)
  }
  const asked: Promise<void>[] = []
  for (; next < last; next++) {
    const due = began + (next * 1000) / perSecond
    if (due >= ends) break
    await untilInstant(due, perSecond)
    const leaves = performance.now()
    late.push(leaves - due)
    asked.push(
      (async (index) => {
        const connection = await take()
        waits.push(performance.now() - leaves)
        await ask(connection, index, leaves)
        await giveBack(connection)
      })(next),
    )
  }
  await Promise.all(asked)
}

/**
 * Timers are a millisecond coarse: the last two milliseconds are waited for turn by turn. Where more than one is due in each, they leave
 * together: what is measured needs the processor more.
 */
async function untilInstant(instant: number, perSecond: number) {
  const left = instant - performance.now()
  if (perSecond > 1_000) return left > 0 ? await new Promise((done) => setTimeout(done, 1)) : undefined
  if (left > 2) await new Promise((done) => setTimeout(done, left - 2))
  while (performance.now() < instant) await new Promise((done) => setImmediate(done))
}
