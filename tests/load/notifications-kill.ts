/**
 * Enqueues messages while the worker is repeatedly killed with `kill -9`. At the end, every person must have received each email exactly
 * once. Emails are counted at the mail server by Message-ID, which is derived from the business key.
 *
 *   node tests/load/notifications-kill.ts [--kills=100] [--letters=1000] [--seed=1]
 */

import { parseArgs } from 'node:util'
import { answers } from '#app/answers.ts'
import { jobKinds } from '#app/worker.ts'
import { newMessage, newMessageKind } from '#features/messages/letters.ts'
import { notifyUser } from '#features/notifications/commands.ts'
import { fillIn } from '#features/notifications/letter.ts'
import { systemClock } from '#platform/clock.ts'
import { inTransaction, openDatabase } from '#platform/db.ts'
import { freePort } from '#platform/free-port.ts'
import { createJobs } from '#platform/jobs.ts'
import { createLog } from '#platform/log.ts'
import { startSmtpDouble } from '../support/smtp-double.ts'
import { until } from './support/invariants.ts'
import { openLoadDatabase } from './support/load-database.ts'
import { seededRandom } from './support/random.ts'
import { loadSecret, type Running, startProcess } from './support/server.ts'
import { addStudents } from './support/students.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    letters: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
  },
})
const kills = Number(values.kills)
const letters = Number(values.letters)
const random = seededRandom(`notifications-kill ${values.seed}`)

const database = await openLoadDatabase('notifications', { coaches: 20, fresh: true })
const double = await startSmtpDouble()
const db = openDatabase(database.url, { poolSize: 4 })
const jobs = createJobs({ url: database.url }, createLog('silent'), { work: false })
await jobs.start(jobKinds)
const port = await freePort()
let worker = await startWorker()
let slowestStart = worker.readyMs
try {
  const people = await addStudents(database.pool, letters)
  const began = performance.now()
  const enqueuing = enqueue(people.map(({ userId }) => userId))
  for (let kill = 0; kill < kills; kill++) {
    await pause(50 + random() * 450)
    await worker.killHard()
    worker = await startWorker()
    slowestStart = Math.max(slowestStart, worker.readyMs)
  }
  await enqueuing
  const killedFor = (performance.now() - began) / 1_000
  const settled = await until(async () => (await unsettled()) === 0, { seconds: 240, everyMs: 500 })
  const raw = double.received.length
  const unique = new Set(double.received.map(({ headers }) => headers.get('message-id'))).size
  const perPerson = people.map(({ email }) => double.mailbox(email).length)
  const lost = perPerson.filter((count) => count === 0).length
  const twice = perPerson.filter((count) => count > 1).length
  const statuses = await database.pool.query(
    'select status, count(*)::int as n from email_logs group by 1 order by 1',
  )
  console.log(
    `seed ${values.seed}: ${kills} kills in ${killedFor.toFixed(0)} s, slowest start ${Math.round(slowestStart)} ms`,
  )
  console.log(`  all jobs done after the last kill: ${settled}`)
  console.log(`  emails expected ${letters}, delivered ${unique}, lost ${lost}, delivered twice ${twice}`)
  console.log(`  sent again with the same Message-ID (killed before recording it): ${raw - unique}`)
  console.log('  logs:', Object.fromEntries(statuses.rows.map((row) => [row.status, row.n])))
  process.exitCode = settled && lost === 0 && twice === 0 && unique === letters ? 0 : 1
} finally {
  await worker.stop()
  await jobs.stop()
  await db.$client.end()
  await database.close()
  await double.close()
}
console.log(process.exitCode === 0 ? '\nall checks passed' : '\nchecks FAILED')
process.exit()

/** Spreads the messages over the kills, each in a separate transaction. Every tenth is rolled back and must never be sent. */
async function enqueue(userIds: readonly string[]) {
  for (const [n, userId] of userIds.entries()) {
    if (n % 10 === 0) await pause((kills * 1_500 * 10) / userIds.length / 2)
    if (n % 10 === 9) await tell(userId, 'never', true).catch(() => undefined)
    await tell(userId, 'once', false)
  }
}

async function tell(userId: string, event: string, fails: boolean) {
  await inTransaction(db, async (tx) => {
    await notifyUser({ jobs, clock: systemClock, answers }, tx, {
      userId,
      kind: newMessageKind,
      businessKey: `drill:${event}`,
      title: 'A drill',
      body: event,
      href: '/inbox',
      email: fillIn(newMessage, {
        sender_name: 'Drill',
        message_count: '1',
        message_text: event,
        conversation_url: 'http://127.0.0.1/inbox',
      }),
      about: { what: 'account' },
    })
    if (fails) throw new Error('the preceding change did not happen')
  })
}

async function startWorker(): Promise<Running> {
  return await startProcess({
    args: ['tests/load/support/worker.ts'],
    port,
    readyPath: '/',
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      APP_URL: 'http://127.0.0.1',
      DATABASE_URL: database.url,
      DEMO: '1',
      SESSION_SECRET: loadSecret,
      LOG_LEVEL: 'silent',
      SMTP_URL: `smtp://127.0.0.1:${double.port}`,
    },
  })
}

async function unsettled(): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(
    `select count(*)::int as n from pgboss.job where name = 'send-templated-email' and state < 'completed'`,
  )
  return rows[0]?.n ?? 0
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}
