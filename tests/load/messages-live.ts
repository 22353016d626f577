/**
 * 1,000 people listen on one process, in pairs that write to each other at a constant rate, whether or not the server keeps up.
 * Measured: how long after it was sent a message is at the other one, and what a connection costs. Then the server is restarted,
 * killed, and the database crashed while they write on: afterwards everybody has the same messages in the same order. At last a
 * second process on the same database delivers to listeners of the first and the other way round.
 *
 *   npm run drill -- messages-live [--people=1000] [--rate=20] [--seconds=30]
 */
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { parseArgs } from 'node:util'
import { crashDatabase } from './support/crash-database.ts'
import { Listener } from './support/listener.ts'
import { openLoadDatabase } from './support/load-database.ts'
import { buildProduct, type Running, startServer } from './support/server.ts'
import { addStudents, type LoadStudent } from './support/students.ts'

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '30' },
  },
})
const pairsWanted = Math.floor(Number(values.people) / 2)
const rate = Number(values.rate)
const promised = { p50: 50, p99: 250, kbEach: 60 }

interface Pair {
  conversationId: string
  people: [LoadStudent, LoadStudent]
}

buildProduct()
const database = await openLoadDatabase('messages', { coaches: 20, fresh: true })
const pairs = await makePairs()
let server = await startServer({ databaseUrl: database.url })
const port = Number(new URL(server.url).port)
const agent = new Agent({ keepAlive: true, maxSockets: 32 })
const sentAt = new Map<string, number>()
let delays: number[] = []
/** What was sent before this is read by later screens, too; that is no delivery. */
let countsFrom = 0
let second: Running | undefined
const listeners: Listener[] = []
let isKept = true
try {
  await warmUp()
  const before = server.rssMb()
  await listenAll()
  const kbEach = ((server.rssMb() - before) * 1024) / listeners.length
  say(
    `${listeners.length} connections`,
    `${kbEach.toFixed(1)} kB each (promised ${promised.kbEach})`,
    kbEach <= promised.kbEach,
  )

  const usedBefore = server.cpuSeconds()
  const sentBefore = sentAt.size
  await write(Number(values.seconds), rate, () => server.url)
  report(`one process, ${rate} messages a second`)
  const grown = ((server.rssMb() - before) * 1024) / listeners.length
  const msEach = ((server.cpuSeconds() - usedBefore) * 1_000) / (sentAt.size - sentBefore)
  console.log(`  ${msEach.toFixed(1)} ms of server CPU per message, jobs included`)
  console.log(`  after it: ${server.rssMb().toFixed(0)} MB, ${grown.toFixed(1)} kB per connection`)

  delays = []
  const writing = write(30, 20, () => server.url)
  await pause(3_000)
  await server.stop()
  server = await startServer({ databaseUrl: database.url, port })
  await pause(5_000)
  await server.killHard()
  server = await startServer({ databaseUrl: database.url, port })
  await pause(5_000)
  console.log(`  the database was down for ${Math.round(await crashDatabase(database.pool))} ms`)
  await writing
  await compareAll('a restart, a kill -9 of the server and a crash of the database')

  second = await startServer({ databaseUrl: database.url })
  const { url } = second
  for (const listener of listeners.splice(0, 400)) listener.close()
  for (const pair of pairs.slice(0, 200)) {
    listeners.push(
      listen(pair, 0, () => server.url),
      listen(pair, 1, () => url),
    )
  }
  await Promise.all(listeners.map((listener) => listener.up))
  await pause(2_000)
  delays = []
  await write(10, 20, (sender) => (sender === 0 ? server.url : url), pairs.slice(0, 200))
  report('two processes, each pair on both')
  await compareAll('two processes')
} finally {
  for (const listener of listeners) listener.close()
  agent.destroy()
  await second?.stop()
  await server.stop()
  await database.close()
}
console.log(isKept ? '\nall checks passed' : '\nchecks FAILED')
process.exit(isKept ? 0 : 1)

/** Half of them coaches, each with one student; assistants off, so that only people write. */
async function makePairs(): Promise<Pair[]> {
  const people = await addStudents(database.pool, pairsWanted * 2)
  const made: Pair[] = []
  for (let i = 0; i + 1 < people.length; i += 2) {
    const [student, coach] = [people[i], people[i + 1]]
    if (student && coach) made.push({ conversationId: randomUUID(), people: [student, coach] })
  }
  const rows = JSON.stringify(
    made.map(({ conversationId, people: [student, coach] }) => ({
      id: conversationId,
      student: student.userId,
      coach: coach.userId,
    })),
  )
  const from = 'from json_to_recordset($1) as r (id uuid, student uuid, coach uuid)'
  await database.pool.query(
    `update profiles set user_type = 'instructor' where id in (select coach ${from})`,
    [rows],
  )
  await database.pool.query(
    `insert into instructor_profiles (user_id, display_name, is_visible, ai_caddie_enabled) select coach, 'Load Coach', true, false ${from}`,
    [rows],
  )
  await database.pool.query(
    `insert into conversations (id, student_id, instructor_id) select id, student, coach ${from}`,
    [rows],
  )
  await database.pool.query('vacuum analyze')
  return made
}

/** The first requests compile and fill what later ones use; a connection should not be charged for it. */
async function warmUp() {
  const warm = Array.from({ length: 200 }, (_, i) => pairs[i % pairs.length]).flatMap((pair) =>
    pair ? [listen(pair, 0, () => server.url)] : [],
  )
  await Promise.all(warm.map((listener) => listener.up))
  await write(10, 50, () => server.url)
  for (const listener of warm) listener.close()
  await pause(2_000)
  delays = []
  countsFrom = performance.now()
}

async function listenAll() {
  for (const [i, pair] of pairs.entries()) {
    listeners.push(
      listen(pair, 0, () => server.url),
      listen(pair, 1, () => server.url),
    )
    if (i % 25 === 24) await Promise.all(listeners.map((listener) => listener.up))
  }
  await Promise.all(listeners.map((listener) => listener.up))
  await pause(3_000)
}

function listen(pair: Pair, side: 0 | 1, url: () => string): Listener {
  const { userId, cookie } = pair.people[side]
  return new Listener({
    url,
    cookie,
    userId,
    conversationId: pair.conversationId,
    onMessage: ({ content }) => {
      const [key = '', author] = content.split(' ')
      const planned = sentAt.get(key)
      if (planned !== undefined && planned >= countsFrom && author !== userId)
        delays.push(performance.now() - planned)
    },
  })
}

/** Writes at a constant rate; each message is sent again under the same id until the server has it. */
async function write(seconds: number, perSecond: number, urlFor: (sender: 0 | 1) => string, among = pairs) {
  const began = performance.now()
  const open: Promise<void>[] = []
  for (let n = 0; n < seconds * perSecond; n++) {
    const planned = began + (n * 1_000) / perSecond
    if (planned > performance.now()) await pause(planned - performance.now())
    const pair = among[Math.floor(Math.random() * among.length)]
    const side = n % 2 === 0 ? 0 : 1
    if (pair) open.push(send(pair, side, planned, () => urlFor(side)))
  }
  await Promise.all(open)
  await pause(1_500)
}

async function send(pair: Pair, side: 0 | 1, planned: number, url: () => string) {
  const { userId, cookie } = pair.people[side]
  const clientId = randomUUID()
  sentAt.set(clientId, planned)
  const body = JSON.stringify({ clientId, content: `${clientId} ${userId}` })
  while ((await post(`${url()}/api/conversations/${pair.conversationId}/messages`, cookie, body)) !== 201)
    await pause(200 + Math.random() * 200)
}

function post(url: string, cookie: string, body: string): Promise<number> {
  return new Promise((done) => {
    const asked = request(
      url,
      {
        method: 'POST',
        agent,
        headers: { cookie, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      },
      (answer) => {
        answer.resume()
        answer.on('end', () => done(answer.statusCode ?? 0))
        answer.on('error', () => done(0))
      },
    )
    asked.setTimeout(10_000, () => asked.destroy())
    asked.on('error', () => done(0))
    asked.end(body)
  })
}

function report(what: string) {
  const sorted = delays.toSorted((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  const [p50, p99] = [at(0.5), at(0.99)]
  say(
    `${what}: ${sorted.length} deliveries`,
    `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${at(1).toFixed(0)} ms (promised ${promised.p50} and ${promised.p99})`,
    p50 <= promised.p50 && p99 <= promised.p99,
  )
}

/** What everybody has on the screen against what the database keeps. */
async function compareAll(after: string) {
  const kept = await database.pool.query<{ conversation_id: string; ids: string[] }>(
    'select conversation_id, array_agg(id order by position) as ids from messages where conversation_id = any($1) group by 1',
    [pairs.map(({ conversationId }) => conversationId)],
  )
  const byConversation = new Map(kept.rows.map((row) => [row.conversation_id, row.ids]))
  const isComplete = () =>
    listeners.every((one) => one.messages.length >= (byConversation.get(one.conversationId)?.length ?? 0))
  for (let tries = 0; tries < 50 && !isComplete(); tries++) await pause(200)
  let wrong = 0
  for (const listener of listeners) {
    const ids = byConversation.get(listener.conversationId) ?? []
    if (listener.messages.map(({ id }) => id).join() !== ids.join()) wrong++
  }
  const total = kept.rows.reduce((sum, { ids }) => sum + ids.length, 0)
  const asked = sentAt.size
  say(
    `after ${after}`,
    `${asked} written, ${total} kept, ${wrong} of ${listeners.length} screens differ`,
    wrong === 0 && total === asked,
  )
}

function say(what: string, figures: string, holds: boolean) {
  if (!holds) isKept = false
  console.log(`${holds ? '✓' : '✗'} ${what}: ${figures}`)
}

function pause(ms: number) {
  return new Promise((done) => setTimeout(done, Math.max(0, ms)))
}
