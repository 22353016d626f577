import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { takePart } from './discounts.ts'
import { goodCard } from './now.ts'
import { enterStudent, openCoach, send, type Target } from './target.ts'

/** The hourly rates of the two coaches, in dollars. */
const rates = { maya: 85, keoni: 117.35 }

interface Marks {
  maya: string
  keoni: string
  /** Another student's proposal, for a dollar. */
  othersProposal: string
  othersOffer: string
  ownOffer: string
  /** The browser session to which the student's own offer is bound. */
  visit: string
}

/** Fields that a client could add to a booking in order to pay less. */
function anyTampering(marks: Marks) {
  /** Fields that are ignored may occur often. */
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 1 })
  /** Fields for which a booking can be refused occur rarely, so that most bookings succeed. */
  const seldom = <T>(value: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
  const sometimes = <T>(value: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
  const price = fc.oneof(
    fc.constant(0),
    fc.constant(1),
    fc.integer({ min: -9_999, max: 20_000 }),
    fc.double(),
  )
  return fc.record({
    instructorId: fc.constantFrom(marks.maya, marks.keoni),
    durationMinutes: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(60, 90, 120) },
      { weight: 1, arbitrary: fc.constantFrom(0, 1, 30, 45, 600, -60, 60.5) },
    ),
    viaFunction: fc.boolean(),
    price: maybe(price),
    priceAmount: seldom(fc.constantFrom(0, 0.01, 1, 42.5)),
    priceCents: maybe(price),
    amount: maybe(price),
    discountPercentage: maybe(fc.constantFrom(25, 50, 99, 100)),
    discount: maybe(fc.constantFrom(25, 100, '100%')),
    expectedPriceCents: seldom(fc.constantFrom(0, 100, 4_250)),
    currency: maybe(fc.constantFrom('jpy', 'mxn')),
    status: maybe(fc.constantFrom('confirmed', 'completed')),
    payment_status: maybe(fc.constant('completed')),
    is_demo: maybe(fc.constant(true)),
    studentId: maybe(fc.uuid()),
    promoCode: sometimes(fc.constantFrom('GOOD20', 'OVER', 'KEONIONLY', 'NOSUCHCODE', "' or 1=1 --", '')),
    offerToken: sometimes(
      fc.oneof(
        fc.constantFrom(
          marks.othersOffer,
          marks.ownOffer,
          `${marks.ownOffer}x`,
          `${randomUUID()}.AAAAAAAAAAAAAAAAAAAAAA`,
        ),
        fc.string({ minLength: 1, maxLength: 60 }),
      ),
    ),
    proposalId: seldom(fc.oneof(fc.constant(marks.othersProposal), fc.uuid())),
    conversationId: seldom(fc.uuid()),
    packageContext: seldom(
      fc.record({
        conversation_id: fc.uuid(),
        lesson_title: fc.constant('Free'),
        lesson_type: fc.constant('group'),
        price: fc.constant(1),
      }),
    ),
  })
}

type Tampering = ReturnType<typeof anyTampering> extends fc.Arbitrary<infer T> ? T : never

/**
 * Books with manipulated prices, discounts, durations, coaches and packages. Compares the charges with prices computed here, independently
 * of the product.
 */
export async function tryTampering(target: Target, count: number, seed = 1) {
  const { services } = target
  const pool = services.db.$client
  const marks = await prepare(target)
  const answers = new Map<string, number>()
  const wrong: string[] = []
  let student = { cookie: '', userId: '' }
  let charged = 0
  for (const [at, body] of fc.sample(anyTampering(marks), { numRuns: count, seed }).entries()) {
    if (at % 200 === 0) student = await enterStudent(target)
    const { path, wish } = asRequest(body, at, services.clock.now())
    const answer = await send(target, path, wish, { cookie: `${student.cookie}; ${marks.visit}` })
    const code = answer.status < 300 ? 'booked' : String(answer.json?.code)
    answers.set(code, (answers.get(code) ?? 0) + 1)
    if (answer.status >= 500) wrong.push(`${answer.status} ${JSON.stringify(body)}`)
    const { rows } = await pool.query<Charged>(
      `select b.id, p.amount_cents as owed, c.amount_cents as asked, b.duration_minutes as minutes, b.instructor_id as coach
       from bookings b join payments p on p.booking_id = b.id join local_vendor.checkouts c on c.booking_id = b.id::text
       where b.student_id = $1 and b.status = 'pending'`,
      [student.userId],
    )
    if (rows.length !== (code === 'booked' ? 1 : 0))
      wrong.push(`${rows.length} booked: ${JSON.stringify(body)}`)
    for (const row of rows) {
      const price = priceOf(body, marks)
      const isLesson = row.coach === body.instructorId && row.minutes === body.durationMinutes
      if (row.owed !== price || row.asked !== price || !isLesson)
        wrong.push(`${row.owed}/${row.asked} for ${price}: ${JSON.stringify(body)}`)
      charged++
      if (charged % 10 === 0) await payFor(target, row.id)
      else await releaseHeldTime(target, row.id)
    }
  }
  return {
    bodies: count,
    charged,
    answers: Object.fromEntries(answers),
    wrong,
    books: await readBooks(target),
  }
}

interface Charged {
  id: string
  owed: number
  asked: number
  minutes: number
  coach: string
}

/**
 * The lesson's price by the coach's rate, minus the discount. The only code that is valid with every coach is limited to the platform's
 * fee, a tenth of the price.
 */
function priceOf(body: Tampering, marks: Marks): number {
  const rate = body.instructorId === marks.maya ? rates.maya : rates.keoni
  const list = Math.round((Math.round(rate * 100) * body.durationMinutes) / 60)
  if (body.promoCode === 'GOOD20') return list - Math.round(list * 0.1)
  if (body.promoCode === 'KEONIONLY') return list - 500
  if (body.offerToken === marks.ownOffer) return list - Math.round(list * 0.25)
  return list
}

function asRequest({ viaFunction, ...body }: Tampering, slot: number, now: number) {
  const start = new Date(
    (Math.floor(now / 86_400_000) + 1 + (slot % 50)) * 86_400_000 + (slot % 8) * 3 * 3_600_000,
  ).toISOString()
  return viaFunction
    ? { path: '/api/functions/create-instant-booking-payment', wish: { ...body, lessonDate: start } }
    : { path: '/api/bookings', wish: { ...body, start } }
}

async function prepare(target: Target): Promise<Marks> {
  const pool = target.services.db.$client
  const maya = await openCoach(target, 'Maya Bennett', rates.maya)
  const keoni = await openCoach(target, 'Keoni Akana', rates.keoni)
  for (const { id } of [maya, keoni]) await takePart(pool, id, target.services.clock.now())
  const other = await enterStudent(target)
  await pool.query(
    `insert into promo_codes (code, percent_off, amount_off_cents, instructor_id, max_uses_per_student, valid_from, valid_until, funded_by) values
      ('GOOD20', 20, null, null, null, current_instant() - interval '1 year', null, 'platform'),
      ('OVER', 90, null, null, null, current_instant() - interval '9 years', current_instant() - interval '8 years', 'platform'),
      ('KEONIONLY', null, 500, $1, null, current_instant() - interval '1 year', null, 'coach')`,
    [keoni.id],
  )
  const { rows } = await pool.query<{ id: string }>(
    `insert into lesson_proposals (instructor_id, student_id, status, price_amount, lesson_title, accepted_start)
     values ($1, $2, 'accepted', 1, 'Cheap', current_instant() + interval '3 days') returning id`,
    [maya.id, other.userId],
  )
  const own = await offerOf(target, maya.id)
  const others = await offerOf(target, maya.id)
  return {
    maya: maya.id,
    keoni: keoni.id,
    othersProposal: rows[0]?.id ?? '',
    visit: own.cookie,
    ownOffer: own.token,
    othersOffer: others.token,
  }
}

async function offerOf(target: Target, coachId: string) {
  const answer = await target.app.request(`http://greenside.test/api/coaches/${coachId}/exit-offer`, {
    method: 'POST',
  })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { cookie, token: String((await answer.json()).offer?.token) }
}

/** Pays, and delivers the processor's event. */
async function payFor(target: Target, bookingId: string) {
  const { services, app } = target
  const { rows } = await services.db.$client.query<{ id: string }>(
    'select id from local_vendor.checkouts where booking_id = $1',
    [bookingId],
  )
  await send(target, `/api/test-checkouts/${rows[0]?.id}/payments`, goodCard)
  await services.localCheckouts?.deliverEvents(
    async (url, body, headers) => (await app.request(url, { method: 'POST', body, headers })).status,
  )
}

async function releaseHeldTime({ services }: Target, bookingId: string) {
  await services.db.$client.query(
    `update bookings set status = 'cancelled', cancelled_at = current_instant(), cancel_reason = 'abandoned' where id = $1`,
    [bookingId],
  )
}

/** Compares the ledger with the payments: cash must equal the payments, and every transaction must sum to zero. */
async function readBooks({ services }: Target): Promise<{ paid: string; cash: string; unbalanced: number }> {
  const { rows } = await services.db.$client.query<{ paid: string; cash: string; unbalanced: number }>(`
    select (select coalesce(sum(amount_cents - refunded_cents), 0)::text from payments where paid_at is not null) as paid,
      (select coalesce(sum(amount_cents), 0)::text from ledger_lines where account = 'processor_cash') as cash,
      (select count(*)::int from (select 1 from ledger_lines group by transaction_id having sum(amount_cents) <> 0) u) as unbalanced`)
  return rows[0] ?? { paid: '', cash: '', unbalanced: -1 }
}
