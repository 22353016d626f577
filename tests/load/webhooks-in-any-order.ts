/**
 * Delivers 10,000 events of the payment processor to two copies of a database: to one copy once and in order, to the other one to five
 * times each, shuffled and up to three days late, with delayed jobs as well. At the end, both must have the same bookings, payments,
 * disputes, discounts and accounts, and no email may have been sent twice.
 *
 *   node tests/load/webhooks-in-any-order.ts [--events=10000] [--seed=1] [--scenario='given back']
 *
 * With `--scenario`, only scenarios whose name contains this text are played.
 */

import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { bookLesson } from '#features/checkout/commands.ts'
import { sweepHolds } from '#features/checkout/hold-expiry.ts'
import { reconcilePayments } from '#features/checkout/reconciliation.ts'
import { refundPayment } from '#features/checkout/refunds.ts'
import { deliverEmail } from '#features/notifications/delivery.ts'
import { DAY, HOUR, MINUTE } from '#platform/duration.ts'
import { signEvent } from '#ports/payments/signed-event.ts'
import { addCoach } from '../support/people.ts'
import {
  each,
  type MemoryProduct,
  openDrillCluster,
  openMemoryProduct,
  webhookSecret,
} from './support/memory-product.ts'
import { seededRandom } from './support/random.ts'
import { addStudents, asActor } from './support/students.ts'
import { compareStates, findRepeatedMail } from './support/webhook-states.ts'
import { lives, type ProcessorEvent, playAtProcessor } from './support/webhook-stories.ts'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    scenario: { type: 'string', default: '' },
  },
})
const wanted = Number(values.events)
const random = seededRandom(`webhooks ${values.seed}`)
const scenarios = lives.filter((life) => life.includes(values.scenario))
if (scenarios.length === 0) throw new Error(`no such scenario; there are: ${lives.join('; ')}`)
const AT_ONCE = 8
/** The worker is idle for this long, so that late events meet holds that have expired but have not been processed. */
const WORKER_IDLE_HOURS = 3
const START = Date.parse('2026-11-21T15:00:00Z')
/** The events in the order in which the last product first accepted them. */
const accepted = new Set<ProcessorEvent>()

interface Delivery {
  event: ProcessorEvent
  at: number
}

const began = performance.now()
const cluster = await openDrillCluster()
const events = await makeBookings(await cluster.fresh('webhooks_made'))
console.log(
  `${events.length} events of ${new Set(events.map((event) => event.bookingId)).size} bookings, seed ${values.seed}, load ${loadavg()[0]?.toFixed(1)}`,
)

const inOrder = await openMemoryProduct(await cluster.copy('webhooks_made', 'webhooks_in_order'), START)
await play(
  inOrder,
  events.map((event) => ({ event, at: event.at + 1000 })),
  { idleHours: 12, atOnce: 1 },
)
accepted.clear()
const shuffled = await openMemoryProduct(await cluster.copy('webhooks_made', 'webhooks_shuffled'), START)
const deliveries = events.flatMap((event) =>
  Array.from({ length: 1 + Math.floor(random() * 5) }, () => ({ event, at: event.at + delay() })),
)
await play(shuffled, deliveries, { idleHours: WORKER_IDLE_HOURS, atOnce: AT_ONCE })

const differences = await compareStates(inOrder.pool, shuffled.pool)
for (const [what, rows] of Object.entries(differences))
  console.log(
    `  ${what}: ${rows.length} differ${rows.length ? `   BROKEN ${JSON.stringify(rows.slice(0, 3))}` : ''}`,
  )
for (const fact of Object.values(differences).flat().slice(0, 10)) describeDeliveries(fact)
const repeated = await findRepeatedMail(shuffled.pool)
console.log(`  emails sent twice: ${repeated}`)
await inOrder.close()
await shuffled.close()
await cluster.stop()
const kept = repeated === 0 && Object.values(differences).every((rows) => rows.length === 0)
console.log(
  `${kept ? 'all checks passed' : 'checks FAILED'} after ${Math.round((performance.now() - began) / 1000)} s`,
)
process.exitCode = kept ? 0 : 1

/** Prints the scenario of the booking that a fact is about, and the order in which its events were first accepted. */
function describeDeliveries(fact: string) {
  const about = events.filter(({ bookingId }) => fact.includes(bookingId))
  const inTime = (event: ProcessorEvent) => `${event.type} ${about.indexOf(event) + 1}`
  const order = [...accepted].filter((event) => about.includes(event)).map(inTime)
  console.log(`    ${fact}\n      scenario: ${about[0]?.life}\n      accepted: ${order.join(', ')}`)
}

/** A third immediately, a third within the worker's idle hours, a third within three days. */
function delay(): number {
  const kind = random()
  return random() * (kind < 1 / 3 ? MINUTE : kind < 2 / 3 ? WORKER_IDLE_HOURS * HOUR : 3 * DAY)
}

/** Holds bookings with many coaches and plays each booking's scenario at the processor. @returns its events in order */
async function makeBookings(url: string): Promise<ProcessorEvent[]> {
  const product = await openMemoryProduct(url, START)
  const { pool, services, clock } = product
  const bookings = Math.ceil((wanted / 38) * 11)
  // Half of the days in a window of 30, eight hours each.
  const coaches = await Promise.all(Array.from({ length: Math.ceil(bookings / 160) }, () => addCoach(pool)))
  await pool.query(
    `insert into promo_codes (code, percent_off, max_uses_per_student) values ('FIFTH', 20, null)`,
  )
  const students = await addStudents(pool, Math.ceil(bookings / 3))
  const made: ProcessorEvent[] = []
  await each(Array.from({ length: bookings }), AT_ONCE, async (_, at) => {
    const student = students[Math.floor(at / 3)]
    const coach = coaches[Math.floor(at / 160)]
    if (!student || !coach) throw new Error('too few people')
    const slot = at % 160
    // 9:00 in Charlotte, from the fifth day on, so that no lesson begins before the last event is delivered.
    const start = START - HOUR + (5 + Math.floor(slot / 8)) * DAY + (slot % 8) * HOUR
    const held = await bookLesson(services, asActor(student), {
      instructorId: coach.id,
      start: new Date(start).toISOString(),
      durationMinutes: 60,
      ...(at % 5 === 0 ? { promoCode: 'FIFTH' } : {}),
    })
    if (!held.ok) throw new Error(`not held: ${held.reason}`)
    made.push(...(await playAtProcessor(services, held, scenarios[at % scenarios.length] ?? 'paid')))
  })
  clock.moveTo(START)
  await product.close()
  return made.toSorted((a, b) => a.at - b.at).slice(0, wanted)
}

/** Delivers all events when they are due, runs the worker's jobs in between, and continues for a day after the last event. */
async function play(
  product: MemoryProduct,
  planned: Delivery[],
  options: { idleHours: number; atOnce: number },
) {
  const { clock, pool, webhooks } = product
  let waiting = planned.toSorted((a, b) => a.at - b.at)
  const outcomes: Record<string, number> = {}
  let nextJobs = START + Math.max(options.idleHours, 0.3) * HOUR
  while (waiting.length > 0) {
    const due = waiting.slice(0, options.atOnce)
    waiting = waiting.slice(options.atOnce)
    clock.moveTo(Math.max(clock.now(), due.at(-1)?.at ?? 0))
    await Promise.all(
      due.map(async ({ event, at }) => {
        const answer = await webhooks.request('/webhooks/payments', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'stripe-signature': signEvent(event.body, webhookSecret, clock.now()),
          },
          body: event.body,
        })
        const { outcome = '' } = (await answer.json()) as { outcome?: string }
        const key = `${answer.status} ${outcome}`.trim()
        outcomes[key] = (outcomes[key] ?? 0) + 1
        // The processor retries rejected events.
        if (!answer.ok) insertSorted(waiting, { event, at: at + HOUR })
        else accepted.add(event)
      }),
    )
    if (clock.now() >= nextJobs) {
      await runJobs(product)
      nextJobs += 12 * HOUR
    }
  }
  clock.moveTo(START + 4 * DAY)
  await runJobs(product)
  clock.advance(2 * HOUR)
  await runJobs(product)
  await sendMail(product)
  const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from local_vendor.outbox')
  console.log(`  ${planned.length} deliveries, ${rows[0]?.n} messages sent:`, outcomes)
}

function insertSorted(waiting: Delivery[], late: Delivery) {
  const found = waiting.findIndex(({ at }) => at > late.at)
  waiting.splice(found < 0 ? waiting.length : found, 0, late)
}

async function runJobs({ services, pool }: MemoryProduct) {
  await sweepHolds(services)
  await reconcilePayments(services)
  const { rows } = await pool.query<{ booking_id: string }>(
    `select distinct booking_id from payment_refunds where status = 'requested'`,
  )
  for (const { booking_id } of rows) await refundPayment(services, booking_id)
}

/** Sends every email, and every fifth one twice, as after a crash of the worker before it recorded the delivery. */
async function sendMail({ services, pool }: MemoryProduct) {
  const { rows } = await pool.query<{ data: Parameters<typeof deliverEmail>[1] }>(
    `select data from pgboss.job where name = 'send-templated-email' order by created_on, id`,
  )
  await each(rows, AT_ONCE, async ({ data }, at) => {
    await deliverEmail(services, data)
    if (at % 5 === 0) await deliverEmail(services, data)
  })
}
