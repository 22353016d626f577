/**
 * Bookings while the mail and SMS providers are down, slow or sending garbage. Bookings must continue; at the end, every email and text
 * must have arrived exactly once.
 *
 *   node tests/load/notifications-vendors.ts [--seconds=20] [--bookings=10] [--moods=well,down,slow,rubbish]
 *
 * Seconds and bookings apply to each mood.
 */
import { connect, createServer, type Socket } from 'node:net'
import { parseArgs } from 'node:util'
import { createServices } from '#app/services.ts'
import { jobKinds, startWorker } from '#app/worker.ts'
import { bookLesson } from '#features/checkout/commands.ts'
import { applyPaymentEvent } from '#features/checkout/payment-events.ts'
import { readEnv } from '#platform/env.ts'
import { startSmtpDouble } from '../support/smtp-double.ts'
import { startTwilioDouble } from '../support/twilio-double.ts'
import { until } from './support/invariants.ts'
import { openLoadDatabase } from './support/load-database.ts'
import { loadSecret } from './support/server.ts'
import { addStudents } from './support/students.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    bookings: { type: 'string', default: '10' },
    moods: { type: 'string', default: 'well,down,slow,rubbish' },
  },
})
const seconds = Number(values.seconds)
const each = Number(values.bookings)
type Mood = 'well' | 'down' | 'slow' | 'rubbish'
const moods = (['well', 'down', 'slow', 'rubbish'] as const).filter((one) =>
  values.moods.split(',').includes(one),
)

const database = await openLoadDatabase('vendors', { coaches: 60, fresh: true })
const account = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'token' }
const [smtp, twilio] = [await startSmtpDouble(), await startTwilioDouble({ ...account, now: Date.now })]
let mood: Mood = 'well'
const smtpDoor = await openDoor(smtp.port)
const smsDoor = await openDoor(Number(new URL(twilio.url).port))
const env = readEnv({
  NODE_ENV: 'production',
  APP_URL: 'http://127.0.0.1',
  DATABASE_URL: database.url,
  DEMO: '1',
  SESSION_SECRET: loadSecret,
  LOG_LEVEL: 'silent',
  RATE_LIMITS: 'off',
  SMTP_URL: `smtp://127.0.0.1:${smtpDoor.port}`,
  TWILIO_ACCOUNT_SID: account.accountSid,
  TWILIO_AUTH_TOKEN: account.authToken,
  TWILIO_FROM: '+13125550100',
  TWILIO_API_BASE: `http://127.0.0.1:${smsDoor.port}`,
  VENDOR_REST_SECONDS: '5',
})
const services = await createServices(env, { work: true })
await services.jobs.start(jobKinds)
await startWorker(services)
let ok = false
try {
  const students = await addStudents(database.pool, each * moods.length)
  await letThemBeTexted()
  const coaches = await listCoaches()
  const booked: string[] = []
  console.log(
    '| providers | booked | p50 ms | slowest ms | circuits at the end | emails and texts meanwhile |',
  )
  console.log('|---|--:|--:|--:|---|--:|')
  for (const next of moods) {
    change(next)
    const before = smtp.received.length + twilio.messages.length
    const times: number[] = []
    const began = performance.now()
    for (let n = 0; n < each; n++) {
      const at = performance.now()
      booked.push(await bookSomewhere(students.pop()?.userId ?? '', coaches))
      times.push(performance.now() - at)
      await pause((seconds * 1_000) / each)
    }
    await pause(Math.max(0, seconds * 1_000 - (performance.now() - began)))
    times.sort((a, b) => a - b)
    const health = await database.pool.query(
      `select distinct vendor, 'open' as state from vendor_circuits where seen_at > now() - interval '1 minute' order by vendor`,
    )
    const states = health.rows.map((row) => `${row.vendor} ${row.state}`).join(', ') || 'never opened'
    const meanwhile = smtp.received.length + twilio.messages.length - before
    console.log(
      `| ${next} | ${times.length} of ${each} | ${Math.round(times[Math.floor(times.length / 2)] ?? 0)} | ${Math.round(times.at(-1) ?? 0)} | ${states} | ${meanwhile} |`,
    )
  }
  change('well')
  const began = performance.now()
  // Retry delays grow, so a message with many attempts arrives some time after its provider recovers.
  const settled = await until(async () => (await waiting()) === 0, {
    seconds: Math.max(200, seconds * 2),
    everyMs: 500,
  })
  console.log(
    `\nrecovered: nothing pending after ${((performance.now() - began) / 1_000).toFixed(0)} s: ${settled}`,
  )
  ok = settled && (await everybodyKnows(booked))
} finally {
  await services.close()
  await Promise.all([smtpDoor.close(), smsDoor.close(), smtp.close(), twilio.close()])
  await database.close()
}
console.log(ok ? '\nall checks passed' : '\nchecks FAILED')
process.exit(ok ? 0 : 1)

/** Closes open connections, because clients reuse them for the next message. */
function change(next: Mood) {
  mood = next
  for (const door of [smtpDoor, smsDoor]) door.hangUp()
}

/** Books with the next coach who has an open time. */
async function bookSomewhere(userId: string, coaches: string[]): Promise<string> {
  for (let coach = coaches.pop(); coach; coach = coaches.pop()) {
    const booked = await book(userId, coach)
    if (booked) return booked
  }
  throw new Error('no coach has an open time')
}

/** Holds and pays the first time of this coach that can be booked; null if there is none. */
async function book(userId: string, instructorId: string): Promise<string | null> {
  const student = { userId, role: 'student', fullName: 'Load Student', email: `${userId}@load.test` } as const
  const day = Math.ceil(Date.now() / 86_400_000) * 86_400_000
  for (let hour = 3 * 24; hour < 14 * 24; hour++) {
    const start = new Date(day + hour * 3_600_000).toISOString()
    const held = await bookLesson(services, student, { instructorId, start, durationMinutes: 60 })
    if ('ok' in held && !held.ok) continue
    const { rows } = await database.pool.query<{ id: string; session: string; cents: number }>(
      'select booking_id as id, stripe_session_id as session, amount_cents as cents from payments where student_id = $1',
      [userId],
    )
    const [payment] = rows
    if (!payment) break
    await applyPaymentEvent(services, {
      id: `evt_${payment.id}`,
      createdAt: Date.now(),
      type: 'checkout_paid',
      sessionId: payment.session,
      orderId: payment.id,
      amountCents: payment.cents,
      currency: 'usd',
      paymentIntentId: `pi_${payment.id}`,
    })
    return payment.id
  }
  return null
}

async function listCoaches(): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    `select user_id as id from instructor_profiles c where is_visible and instant_book_enabled and 60 = any (lesson_durations)
       and exists (select from instructor_availability a where a.instructor_id = c.user_id) order by user_id`,
  )
  return rows.map(({ id }) => id)
}

/** Whether each booking was confirmed exactly once to both sides by email, and to the student also by text. */
async function everybodyKnows(booked: string[]): Promise<boolean> {
  const { rows } = await database.pool.query<{ id: string; student: string; coach: string; phone: string }>(
    `select b.id, s.email as student, c.email as coach, s.phone from bookings b join profiles s on s.id = b.student_id
     join profiles c on c.id = b.instructor_id where b.id = any ($1) and b.status = 'confirmed'`,
    [booked],
  )
  const ids = smtp.received.map(({ headers }) => headers.get('message-id'))
  const lost = rows.filter(({ student }) => smtp.mailbox(student).length !== 1).length
  const letters = new Set(ids).size
  const texts = rows.map(({ phone }) => twilio.messages.filter(({ to }) => to === phone).length)
  const [none, twice] = [texts.filter((n) => n === 0).length, texts.filter((n) => n > 1).length]
  console.log(`  bookings ${booked.length}, confirmed ${rows.length}`)
  console.log(`  emails expected ${rows.length * 2}, delivered ${letters}, students without one ${lost}`)
  console.log(`  accepted again with the same Message-ID: ${ids.length - letters}`)
  console.log(`  texts expected ${rows.length}, lost ${none}, twice ${twice}`)
  return (
    rows.length === booked.length && lost === 0 && letters === rows.length * 2 && none === 0 && twice === 0
  )
}

async function waiting(): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(
    `select count(*)::int as n from pgboss.job where state < 'completed'
       and name in ('send-templated-email', 'send-templated-sms')`,
  )
  return rows[0]?.n ?? 0
}

/** Gives each student a phone number and consent to texts, without quiet hours. */
async function letThemBeTexted() {
  await database.pool.query(`
    update profiles p set phone = '+1312' || (5550000 + n.n)::text
    from (select id, row_number() over (order by id) as n from profiles where email like '%@load.test') n where n.id = p.id`)
  await database.pool.query(`
    insert into sms_consents (user_id, phone, action, source, wording, is_proved, said_at)
    select id, phone, 'given', 'seed', 'a drill', true, current_instant() from profiles where email like '%@load.test'`)
  await database.pool.query(`
    insert into notification_settings (user_id, updated_at) select id, current_instant() from profiles where email like '%@load.test'`)
}

/** A proxy in front of a provider that forwards, refuses connections, accepts them without answering, or sends garbage. */
async function openDoor(behind: number) {
  const sockets = new Set<Socket>()
  const door = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    if (mood === 'down') return socket.resetAndDestroy()
    if (mood === 'slow') return
    if (mood === 'rubbish') return void socket.end('\u0000\u0001 what? 9999 =?!\r\n<html>\r\n')
    const inside = connect(behind, '127.0.0.1')
    inside.on('error', () => socket.destroy())
    socket.pipe(inside).pipe(socket)
  })
  await new Promise<void>((listening) => door.listen(0, '127.0.0.1', listening))
  const address = door.address()
  return {
    port: address && typeof address === 'object' ? address.port : 0,
    hangUp() {
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      this.hangUp()
      door.close()
    },
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}
