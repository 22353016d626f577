import { randomUUID } from 'node:crypto'
import { applyPaymentEvent } from '#features/checkout/payment-events.ts'
import { lessonCancelledKind, lessonReminderKind } from '#features/lesson-letters/notification-kinds.ts'
import { checkBeforeSending } from '#features/notifications/check-before-sending.ts'
import { writeLessons } from '#features/other-calendars/google/lessons.ts'
import { releaseDuePayouts } from '#features/payouts/release.ts'
import { enterLesson } from '#features/schedule/commands.ts'
import { deliverWebhook } from '#features/webhooks/delivery.ts'
import { type CoachWorld, googleAccountOf, type Outside, password } from './coach-states.ts'
import { charlotteTime } from './now.ts'
import type { testProduct } from './product.ts'
import { isDone, type Surface, works } from './state-table.ts'
import { say } from './talks.ts'

type Product = ReturnType<typeof testProduct>

/** Commitments that remain if the coach hides; for a suspended coach, an admin decides about them. */
const kept = 'yes yes yes no – – – yes'
/** The same for unpaid commitments, except to demo coaches, who take no payments. */
const proposed = 'yes yes yes no no no – no'
/** Remains until the account is closed. */
const endsWithAccount = 'yes yes yes no no no – yes'

/** What students with lessons, packages, proposals and conversations can still do with a coach. */
export function promiseSurfaces(product: Product): Surface<CoachWorld>[] {
  const { services } = product
  return [
    {
      name: 'payment of a hold',
      cells: kept,
      ask: async ({ promised }) => (promised?.held ? await pay(product, promised.held) : null),
    },
    {
      name: 'late payment',
      cells: endsWithAccount,
      ask: async ({ promised }) => promised && (await pay(product, promised.late)),
    },
    {
      name: 'slots of a package',
      cells: endsWithAccount,
      ask: async ({ promised, instructorId }) =>
        promised && (await works(promised.kim.get(`/api/coaches/${instructorId}/slots?durationMinutes=60`))),
    },
    {
      name: 'draw from a package',
      cells: endsWithAccount,
      ask: async ({ promised }) =>
        promised &&
        (await works(
          promised.kim.post(`/api/packages/${promised.packageId}/lessons`, { start: charlotteTime(13, 9) }),
        )),
    },
    {
      name: 'move a lesson',
      cells: kept,
      ask: async ({ promised }) =>
        promised?.lesson
          ? await works(
              promised.sam.post(`/api/bookings/${promised.lesson}/reschedule`, {
                start: charlotteTime(10, 12),
              }),
            )
          : null,
    },
    {
      name: 'accept a proposal',
      cells: proposed,
      ask: async ({ promised }) =>
        promised &&
        (await works(
          promised.sam.post(`/api/proposals/${promised.proposalId}/acceptance`, {
            version: 1,
            start: charlotteTime(14, 10),
          }),
        )),
    },
    {
      name: 'buy a proposed package',
      cells: proposed,
      ask: async ({ promised }) => {
        if (!promised) return null
        const held = await promised.gil.post(`/api/proposals/${promised.packageProposalId}/acceptance`, {
          version: 1,
          start: charlotteTime(15, 10),
        })
        return (await works(Promise.resolve(held))) && (await pay(product, String(held.json.bookingId)))
      },
    },
    {
      name: 'freed time is offered',
      cells: 'yes no yes no – – – no',
      ask: async ({ promised }) => {
        if (!promised?.freed) return null
        await promised.ann.post(`/api/bookings/${promised.freed}/cancellation`, {})
        const { rows } = await product.database.pool.query(
          'select 1 from freed_time_offers where student_id = $1',
          [promised.bea.userId],
        )
        return rows.length > 0
      },
    },
    {
      name: 'answer a message',
      cells: endsWithAccount,
      ask: async ({ promised }) =>
        promised && (await works(say(promised.kim, promised.conversationId, 'See you on Tuesday'))),
    },
    {
      name: 'write a review',
      cells: 'yes yes yes yes yes yes – yes',
      ask: async ({ promised }) =>
        promised &&
        (await works(promised.lea.post(`/api/bookings/${promised.taught}/review`, { rating: 5 }))),
    },
    {
      name: 'enter a lesson',
      cells: 'yes yes yes no no no no yes',
      // Calls the command directly, because a suspended coach has no session.
      ask: ({ promised, instructorId }) =>
        isDone(
          enterLesson(
            services,
            { userId: instructorId, email: 'coach@coaches.test' },
            {
              student: { is: 'known', studentId: promised?.kim.userId ?? randomUUID() },
              ...enteredLesson(charlotteTime(9, 11)),
            },
          ),
        ),
    },
    {
      name: 'enter a lesson for a new student',
      cells: 'yes yes no no no no no yes',
      ask: ({ instructorId }) =>
        isDone(
          enterLesson(
            services,
            { userId: instructorId, email: 'coach@coaches.test' },
            {
              student: { is: 'invited', name: 'Pat Moss', email: `${randomUUID()}@students.test` },
              ...enteredLesson(charlotteTime(9, 13)),
            },
          ).catch(() => ({ ok: false })),
        ),
    },
  ]
}

const enteredLesson = (start: string) => ({
  start,
  durationMinutes: 60,
  priceCents: 9_000,
  payment: 'elsewhere' as const,
  confirmed: [],
  idempotencyKey: randomUUID(),
})

/** The coach's own access: sessions, emails, calendars, programs and payouts. */
export function ownSurfaces(
  product: Product,
  outside: Outside,
  heard: ReadonlySet<string>,
): Surface<CoachWorld>[] {
  const { services } = product
  const { pool } = product.database
  const mayLeave = async (userId: string, kind: { id: string }) =>
    (await checkBeforeSending(services, { kind: kind.id, userId, channel: 'email' })).why === null
  const count = async (statement: string, values: unknown[]) =>
    (await pool.query<{ n: number }>(statement, values)).rows[0]?.n ?? 0
  return [
    {
      name: 'own session',
      cells: 'yes yes yes no no no yes yes',
      ask: async ({ coach }) => (await coach.get('/api/me')).json !== null,
    },
    {
      name: 'sign in',
      cells: 'yes yes yes no no no yes yes',
      ask: ({ coach: { email } }) => works(product.visitor().post('/api/sessions', { email, password })),
    },
    {
      name: 'sign-in link is mailed',
      cells: 'yes yes yes no no no yes yes',
      ask: async ({ coach: { email } }) => {
        await product.visitor().post('/api/magic-links', { email })
        await product.sendMessages()
        return (
          (await count(
            `select count(*)::int as n from local_vendor.outbox where recipient like '%' || $1 || '%' and body_text like '%/magic-link-login%'`,
            [email],
          )) > 0
        )
      },
    },
    {
      name: 'API v1: own token',
      cells: 'yes yes yes no no no – yes',
      ask: async ({ promised }) =>
        promised &&
        (await works(
          product
            .visitor()
            .send('GET', '/api/v1/me', undefined, { authorization: `Bearer ${promised.token}` }),
        )),
    },
    {
      name: 'calendar feed',
      cells: 'yes yes yes no no no – yes',
      ask: async ({ promised }) => promised && (await works(product.visitor().get(promised.feed))),
    },
    {
      name: 'webhook that waits is sent',
      cells: 'yes yes yes no no no – yes',
      ask: async ({ promised, instructorId }) => {
        if (!promised) return null
        const waiting = await pool.query(
          'select id from webhook_deliveries where endpoint_id = $1 order by created_at, id limit 1',
          [promised.endpointId],
        )
        for (const { id } of waiting.rows) await deliverWebhook(services, String(id))
        return heard.has(instructorId)
      },
    },
    {
      name: 'webhook of a later event',
      cells: 'yes yes yes no – – – yes',
      // The lesson that Ann cancelled above.
      ask: async ({ promised }) =>
        promised?.freed
          ? (await count(
              `select count(*)::int as n from webhook_deliveries where endpoint_id = $1 and event = 'booking.cancelled'`,
              [promised.endpointId],
            )) > 0
          : null,
    },
    {
      name: 'lessons in Google Calendar',
      cells: 'yes yes yes no no no – yes',
      ask: async ({ promised, instructorId }) => {
        if (!promised) return null
        await writeLessons(services, instructorId)
        const account = googleAccountOf(instructorId)
        return (outside.google.calendarsOf(account).get(account)?.events.size ?? 0) > 0
      },
    },
    {
      name: 'reminder of a lesson',
      cells: 'yes yes yes no no no – yes',
      ask: async ({ promised, instructorId }) =>
        promised && (await mayLeave(instructorId, lessonReminderKind)),
    },
    {
      name: 'letter of a cancelled lesson',
      cells: 'yes yes yes yes no no – yes',
      ask: async ({ promised, instructorId }) =>
        promised && (await mayLeave(instructorId, lessonCancelledKind)),
    },
    {
      name: 'letter about new terms',
      cells: 'yes yes yes no no no yes yes',
      ask: async ({ instructorId }) =>
        (await count(
          `select count(*)::int as n from pgboss.job where name = 'send-templated-email'
             and data ->> 'userId' = $1 and data ->> 'template' = 'terms-change'`,
          [instructorId],
        )) > 0,
    },
    {
      name: 'payout of a lesson taught before',
      cells: 'yes yes yes no – – – yes',
      ask: async ({ state, promised }) => {
        if (!promised || state === 'closed' || state === 'left') return null
        await releaseDuePayouts(services)
        const { rows } = await pool.query('select status from payouts where booking_id = $1', [
          promised.taught,
        ])
        return rows[0].status === 'sent'
      },
    },
  ]
}

/** Delivers the processor's event that a checkout was paid. @returns whether the lesson is confirmed */
export async function pay(product: Product, bookingId: string): Promise<boolean> {
  const { pool } = product.database
  const payment = await pool.query(
    'select amount_cents, stripe_session_id from payments where booking_id = $1',
    [bookingId],
  )
  const [row] = payment.rows
  await applyPaymentEvent(product.services, {
    id: `evt_${randomUUID()}`,
    createdAt: product.clock.now(),
    type: 'checkout_paid',
    sessionId: String(row.stripe_session_id),
    orderId: bookingId,
    amountCents: Number(row.amount_cents),
    currency: 'usd',
    paymentIntentId: `pi_${randomUUID()}`,
  })
  const booking = await pool.query('select status from bookings where id = $1', [bookingId])
  return booking.rows[0].status === 'confirmed'
}
