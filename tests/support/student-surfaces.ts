import { randomUUID } from 'node:crypto'
import { bookLesson } from '#features/checkout/commands.ts'
import { lessonCancelledKind, lessonReminderKind } from '#features/lesson-letters/notification-kinds.ts'
import { checkBeforeSending } from '#features/notifications/check-before-sending.ts'
import { releaseDuePayouts } from '#features/payouts/release.ts'
import { bookFromPackage } from '#features/proposals/packages/redemptions.ts'
import { enterLesson } from '#features/schedule/commands.ts'
import { deliverWebhook } from '#features/webhooks/delivery.ts'
import { password } from './coach-states.ts'
import { charlotteDay, charlotteTime } from './now.ts'
import type { testProduct } from './product.ts'
import { pay } from './promise-surfaces.ts'
import { propose } from './proposals.ts'
import { isDone, type Surface, when, works } from './state-table.ts'
import type { StudentWorld } from './student-states.ts'
import { say } from './talks.ts'

type Product = ReturnType<typeof testProduct>
type Surfaces = Surface<StudentWorld>[]

/** Needs a student's session. */
const signedIn = 'yes yes no no no no no yes'
/** Needs a session and an existing commitment. */
const promised = 'yes yes no no no – – yes'

/** Must be tried first, because students later reach their maximum number of holds. */
export function freedTimeSurface(product: Product): Surface<StudentWorld> {
  return {
    name: 'freed time is offered',
    cells: 'yes yes no no no – – yes',
    ask: async ({ state, student, freed }) => {
      if (state === 'prospect' || state === 'entered') return null
      await freed.by.post(`/api/bookings/${freed.bookingId}/cancellation`, {})
      const offers = await product.database.pool.query(
        'select 1 from freed_time_offers where student_id = $1',
        [student.userId],
      )
      return offers.rows.length > 0
    },
  }
}

/** A student's actions in the product. Suspended and closed accounts have no session. */
export function studentActs(product: Product): Surfaces {
  const { services } = product
  return [
    {
      name: 'own session',
      cells: 'yes yes no no no no yes yes',
      ask: async ({ student }) => (await student.get('/api/me')).json !== null,
    },
    {
      name: 'sign in',
      cells: 'yes yes no no no no yes yes',
      ask: ({ student: { email } }) => works(product.visitor().post('/api/sessions', { email, password })),
    },
    {
      name: 'sign-in link is mailed',
      cells: 'yes yes no no no no yes yes',
      ask: async ({ student: { email } }) => {
        await product.visitor().post('/api/magic-links', { email })
        await product.sendMessages()
        const { rows } = await product.database.pool.query(
          `select 1 from local_vendor.outbox where recipient like '%' || $1 || '%' and subject like '%sign%in%'`,
          [email],
        )
        return rows.length > 0
      },
    },
    {
      name: 'hold that was asked for before',
      cells: 'yes yes no no no yes – yes',
      // The account's state changes between the session check and the hold. The hold is paid, so that it does not count as an open one.
      ask: async ({ state, student, coach }) => {
        if (state === 'prospect') return null
        const { userId, email } = student
        const actor = { userId, email, role: 'student' as const, fullName: 'Sam Rivera' }
        const wish = { instructorId: coach.userId, start: charlotteTime(9, 16), durationMinutes: 60 }
        const held = await bookLesson(services, actor, wish)
        return held.ok && (await pay(product, held.bookingId))
      },
    },
    {
      name: 'hold',
      cells: signedIn,
      ask: ({ student, coach }) =>
        works(
          student.post('/api/bookings', {
            instructorId: coach.userId,
            start: charlotteTime(9, 14),
            durationMinutes: 60,
          }),
        ),
    },
    {
      name: 'payment of a hold',
      cells: 'yes yes no – – yes – yes',
      ask: ({ promised: { held } }) => when(held, (id) => pay(product, id)),
    },
    {
      name: 'late payment',
      cells: promised,
      ask: ({ promised: { late } }) => when(late, (id) => pay(product, id)),
    },
    {
      name: 'draw from a package',
      cells: promised,
      // Calls the command directly, like a request that is in progress during the change.
      ask: ({ student, promised: { packageId } }) =>
        when(packageId, (id) =>
          isDone(bookFromPackage(services, student, { packageId: id, start: charlotteTime(13, 9) })),
        ),
    },
    {
      name: 'accept a proposal',
      cells: promised,
      ask: ({ student, promised: { proposalId } }) =>
        when(proposalId, (id) =>
          works(student.post(`/api/proposals/${id}/acceptance`, { version: 1, start: charlotteTime(9, 10) })),
        ),
    },
    {
      name: 'move a lesson',
      cells: 'yes yes no – – no – yes',
      ask: ({ student, promised: { lesson } }) =>
        when(lesson, (id) =>
          works(student.post(`/api/bookings/${id}/reschedule`, { start: charlotteTime(10, 12) })),
        ),
    },
    {
      name: 'cancellation list',
      cells: signedIn,
      ask: ({ student, coach }) =>
        works(
          student.post('/api/cancellation-list', {
            instructorId: coach.userId,
            from: charlotteDay(14),
            to: charlotteDay(14),
            durationMinutes: 60,
          }),
        ),
    },
    {
      name: 'write to the coach',
      cells: signedIn,
      ask: ({ student, coach }) =>
        works(
          student.post('/api/conversations', {
            clientId: randomUUID(),
            instructorId: coach.userId,
            content: 'May I bring a friend?',
          }),
        ),
    },
    {
      name: 'write a review',
      cells: promised,
      ask: ({ student, promised: { taught } }) =>
        when(taught, (id) => works(student.post(`/api/bookings/${id}/review`, { rating: 5 }))),
    },
    {
      name: 'save a coach',
      cells: signedIn,
      ask: ({ student, coach }) => works(student.put(`/api/me/saved-coaches/${coach.userId}`, {})),
    },
  ]
}

/** Actions of others that involve the student, and what reaches the student's mailbox, calendar and programs. */
export function studentReached(product: Product, heard: ReadonlySet<string>): Surfaces {
  const { services } = product
  const query = async (statement: string, values: unknown[]) =>
    (await product.database.pool.query(statement, values)).rows
  const mayLeave = async (userId: string, kind: { id: string }) =>
    (await checkBeforeSending(services, { kind: kind.id, userId, channel: 'email' })).why === null
  const enter = ({ coach }: StudentWorld, start: string, student: EnteredFor) =>
    isDone(
      enterLesson(
        services,
        { userId: coach.userId, email: 'coach@coaches.test' },
        {
          ...{ student, start, durationMinutes: 60, priceCents: 9_000, payment: 'elsewhere', confirmed: [] },
          idempotencyKey: randomUUID(),
        },
      ),
    )
  return [
    {
      name: 'coach answers a message',
      cells: 'yes yes no no no – – yes',
      ask: ({ coach, promised: { conversationId } }) =>
        when(conversationId, (id) => works(say(coach, id, 'See you on Tuesday'))),
    },
    {
      name: 'coach proposes a lesson',
      cells: 'yes yes no no no no – yes',
      ask: async ({ state, coach, student }) =>
        state === 'prospect'
          ? null
          : await propose(product, coach, student, { times: [charlotteTime(15, 10)] }).then(
              () => true,
              () => false,
            ),
    },
    {
      name: 'coach enters a lesson',
      cells: 'yes yes no no no no – yes',
      ask: async (world) =>
        world.state === 'prospect'
          ? null
          : await enter(world, charlotteTime(14, 11), { is: 'known', studentId: world.student.userId }),
    },
    {
      name: 'coach enters a lesson by address',
      // An invitation: the response does not reveal the account's state. Accounts that are not open or not a student's get no email.
      cells: 'yes yes yes yes yes yes yes yes',
      ask: (world) =>
        enter(world, charlotteTime(14, 13), { is: 'invited', name: 'Pat Moss', email: world.student.email }),
    },
    {
      name: 'API v1: own token',
      cells: promised,
      ask: ({ promised: { token } }) =>
        when(token, (secret) =>
          works(
            product.visitor().send('GET', '/api/v1/me', undefined, { authorization: `Bearer ${secret}` }),
          ),
        ),
    },
    {
      name: 'calendar feed',
      cells: promised,
      ask: ({ promised: { feed } }) => when(feed, (path) => works(product.visitor().get(path))),
    },
    {
      name: 'webhook that waits is sent',
      cells: promised,
      ask: ({ student, promised: { endpointId } }) =>
        when(endpointId, async (endpoint) => {
          const waiting = await query(
            'select id from webhook_deliveries where endpoint_id = $1 order by created_at, id limit 1',
            [endpoint],
          )
          for (const { id } of waiting) await deliverWebhook(services, String(id))
          return heard.has(student.userId)
        }),
    },
    {
      name: 'reminder of a lesson',
      cells: 'yes yes no no no yes – yes',
      ask: async ({ state, student }) =>
        state === 'prospect' ? null : await mayLeave(student.userId, lessonReminderKind),
    },
    {
      name: 'letter of a cancelled lesson',
      cells: 'yes yes yes no no yes – yes',
      ask: async ({ state, student }) =>
        state === 'prospect' ? null : await mayLeave(student.userId, lessonCancelledKind),
    },
    {
      name: 'letter about new terms',
      cells: 'yes yes no no no no yes yes',
      ask: async ({ student }) =>
        (
          await query(
            `select 1 from pgboss.job where name = 'send-templated-email'
               and data ->> 'userId' = $1 and data ->> 'template' = 'terms-change'`,
            [student.userId],
          )
        ).length > 0,
    },
    {
      name: 'payout of a lesson taught before',
      cells: 'yes yes yes yes yes – – yes',
      ask: ({ coach, promised: { taught } }) =>
        when(taught, async (id) => {
          await coach.post('/api/coach/payout-account')
          await releaseDuePayouts(services)
          const [share] = await query('select status from payouts where booking_id = $1', [id])
          return share?.status === 'sent'
        }),
    },
  ]
}

type EnteredFor = { is: 'known'; studentId: string } | { is: 'invited'; name: string; email: string }
