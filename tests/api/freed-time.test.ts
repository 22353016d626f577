import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { cancelLesson } from '#features/bookings/cancellation/commands.ts'
import { declineOffer } from '#features/cancellation-list/commands.ts'
import { bookLesson } from '#features/checkout/commands.ts'
import type { Actor } from '#platform/actor.ts'
import { freePort } from '#platform/free-port.ts'
import { publish } from '#platform/reactions.ts'
import { dateIn, toIso } from '#platform/time.ts'
import { until } from '../load/support/invariants.ts'
import { type Running, startProcess } from '../load/support/server.ts'
import { charlotteTime } from '../support/now.ts'
import { addCoach } from '../support/people.ts'
import { testProduct, testSecret } from '../support/product.ts'

/** More of them in `npm run drill -- freed-time`. */
const rounds = Number(process.env.ROUNDS ?? 1)
const WAITING = 50

const product = testProduct()
const { query } = product

let coach: string
let owner: Actor
let waiting: Actor[]

beforeAll(async () => {
  coach = (await addCoach(product.database.pool)).id
  owner = await addStudent()
  waiting = []
  for (let n = 0; n < WAITING; n++) waiting.push(await addStudent())
})

async function addStudent(): Promise<Actor> {
  const id = randomUUID()
  const email = `${id}@students.test`
  await query(
    `insert into profiles (id, full_name, email, user_type, email_verified) values ($1, 'Sam Rivera', $2, 'student', true)`,
    [id, email],
  )
  return { userId: id, role: 'student', fullName: 'Sam Rivera', email }
}

/** A paid lesson of its own time for each round. */
async function addLesson(start: string): Promise<string> {
  const [made] = await query(
    `with place as (
       select id, location_name from instructor_teaching_locations where instructor_id = $1 order by is_primary desc limit 1
     ), b as (
       insert into bookings (instructor_id, student_id, lesson_date, lesson_end, duration_minutes, time_zone, price_amount,
         lesson_title, status, payment_status, teaching_location_id, location_name)
       select $1, $2, $3, $3, 60, 'America/New_York', 85, 'A lesson', 'confirmed', 'completed', id, location_name from place
       returning id, instructor_id, student_id
     )
     insert into payments (booking_id, instructor_id, student_id, amount_cents, payment_status)
     select id, instructor_id, student_id, 8500, 'completed' from b returning booking_id`,
    [coach, owner.userId, start],
  )
  return String(made?.booking_id)
}

async function startWorker(port: number): Promise<Running> {
  return await startProcess({
    args: ['tests/load/support/freed-time-worker.ts'],
    port,
    readyPath: '/',
    env: {
      NODE_ENV: 'test',
      PORT: String(port),
      APP_URL: 'http://greenside.test',
      DATABASE_URL: product.database.url,
      DEMO: '1',
      SESSION_SECRET: testSecret,
      LOG_LEVEL: 'silent',
      // Started again and again: what was compiled once is read.
      NODE_COMPILE_CACHE: join(tmpdir(), 'greenside-drill'),
    },
  })
}

/** The processor's word that a held lesson is paid. */
async function pay(bookingId: string) {
  const [payment] = await query(
    'select amount_cents, stripe_session_id from payments where booking_id = $1',
    [bookingId],
  )
  const event = {
    id: `evt_${randomUUID()}`,
    createdAt: product.clock.now(),
    type: 'checkout_paid',
    sessionId: String(payment?.stripe_session_id),
    orderId: bookingId,
    amountCents: Number(payment?.amount_cents),
    currency: 'usd',
    paymentIntentId: `pi_${randomUUID()}`,
  } as const
  const { services } = product
  await services.db.transaction((tx) =>
    publish(services, tx, 'payment_heard', { event, card: null, refunds: [] }),
  )
}

const openOffer = async (lesson: string) =>
  (
    await query(
      `select o.id, o.student_id, o.booking_id from freed_time_offers o join freed_times t on t.id = o.freed_time_id
       where t.booking_id = $1 and o.status = 'open'`,
      [lesson],
    )
  )[0]

test(`${rounds} rounds: one of ${WAITING} waiting students gets the freed time, the rest are notified, and nothing is held forever`, async () => {
  const port = await freePort()
  let worker = await startWorker(port)
  const counts = { taken: 0, public: 0, kills: 0, offers: 0, told: 0 }
  for (let round = 0; round < rounds; round++) {
    const start = charlotteTime(4 + (round % 25), 9 + Math.floor(round / 25) * 2)
    const lesson = await addLesson(start)
    const day = dateIn(start, 'America/New_York')
    const isWanted = round % 4 !== 3
    const asking = isWanted ? waiting : waiting.slice(0, 3)
    await query(`delete from cancellation_requests where instructor_id = $1`, [coach]).catch(() => undefined)
    await query(
      `insert into cancellation_requests (student_id, instructor_id, from_date, to_date, duration_minutes, created_at)
       select id, $2, $3, $3, 60, current_instant() + nth * interval '1 millisecond'
       from unnest($1::uuid[]) with ordinality as t(id, nth)`,
      [asking.map(({ userId }) => userId), coach, day],
    )
    expect(await cancelLesson(product.services, owner, { bookingId: lesson })).toMatchObject({ ok: true })
    // Somewhere on the way of this round the process is killed, and another takes its place.
    const killing = (async () => {
      await new Promise((done) => setTimeout(done, (round * 37) % 400))
      await worker.killHard()
      counts.kills++
      worker = await startWorker(port)
    })()
    const taker = isWanted ? round % 5 : Number.POSITIVE_INFINITY
    const passed: string[] = []
    let last = ''
    for (let turn = 0; turn <= Math.min(taker, asking.length); turn++) {
      const moved = await until(
        async () => {
          const offer = await openOffer(lesson)
          const [time] = await query('select status from freed_times where booking_id = $1', [lesson])
          return (offer && offer.id !== last) || time?.status === 'public'
        },
        { seconds: 60, everyMs: 20 },
      )
      expect(moved, `round ${round}, turn ${turn}`).toBeTruthy()
      const offer = await openOffer(lesson)
      if (!offer) break
      counts.offers++
      last = String(offer.id)
      const student = waiting.find(({ userId }) => userId === offer.student_id)
      if (!student) throw new Error('offered to somebody who does not wait')
      if (turn === taker) {
        const held = await bookLesson(product.services, student, {
          instructorId: coach,
          start: toIso(Date.parse(start)),
          durationMinutes: 60,
        })
        expect(held).toMatchObject({ ok: true, bookingId: offer.booking_id })
        await pay(String(offer.booking_id))
      } else if ((round + turn) % 3 === 0) {
        passed.push(student.userId)
        await declineOffer(product.services, student, last)
      } else
        await query(
          `with late as (update freed_time_offers set expires_at = current_instant() - interval '1 second' where id = $1)
           update bookings set hold_expires_at = current_instant() - interval '1 second' where id = $2 and status = 'pending'`,
          [last, offer.booking_id],
        )
    }
    await killing
    const settled = await until(
      async () =>
        (await query(`select 1 from freed_times where booking_id = $1 and status = 'offering'`, [lesson]))
          .length === 0,
      { seconds: 60, everyMs: 20 },
    )
    expect(settled, `round ${round} is settled`).toBeTruthy()

    const [time] = await query('select id, status from freed_times where booking_id = $1', [lesson])
    expect(time?.status).toBe(isWanted ? 'taken' : 'public')
    counts[isWanted ? 'taken' : 'public']++
    const there = await query(
      `select status from bookings where instructor_id = $1 and lesson_date = $2 and status <> 'cancelled'`,
      [coach, start],
    )
    expect(there.map(({ status }) => status)).toEqual(isWanted ? ['confirmed'] : [])
    const offers = await query(`select status from freed_time_offers where freed_time_id = $1`, [time?.id])
    expect(offers.filter(({ status }) => status === 'taken')).toHaveLength(isWanted ? 1 : 0)
    expect(offers.filter(({ status }) => status === 'open')).toEqual([])
    const [told] = await query(
      `select count(distinct user_id)::int as n from notifications where kind = 'freed_time' and business_key = $1`,
      [`${time?.id}:gone`],
    )
    expect(told?.n).toBe(asking.length - passed.length - (isWanted ? 1 : 0))
    counts.told += Number(told?.n)
  }
  await worker.stop()
  console.log(JSON.stringify({ rounds, ...counts }))
}, 3_600_000)
