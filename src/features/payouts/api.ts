import { z } from 'zod'
import { noSuchBooking, partyOf } from '#features/bookings/policy.ts'
import { findLesson } from '#features/bookings/queries.ts'
import { listLedger } from '#features/ledger/queries.ts'
import { listWaitingRefunds } from '#features/payments/queries.ts'
import { toIso } from '#platform/time.ts'
import { admin, coach, signedIn } from '#ports/services.ts'
import { readCoachMoney } from './coach-money.ts'
import { coachMoneyInput, coachMoneySchema } from './coach-money-schema.ts'
import { readHeld, readTaught } from './earnings.ts'
import { payoutAccountStatuses } from './payout.ts'
import { connectPayoutAccount, findPayoutAccount } from './payout-account.ts'
import { listPayouts, readCoachZone } from './queries.ts'
import {
  heldMoneySchema,
  moneyTimelineSchema,
  payoutAccountSchema,
  payoutListSchema,
  taughtYearSchema,
} from './schema.ts'
import { statementsApi } from './statements/api.ts'
import { timelineFor } from './timeline.ts'

const tags = ['Payouts']
const CONNECTS_PER_COACH = { points: 20, seconds: 3600 }

export const payoutsApi = {
  timeline: signedIn
    .route({
      method: 'GET',
      path: '/bookings/{bookingId}/timeline',
      tags,
      summary: 'What happened to the money of a lesson of yours',
    })
    .input(z.object({ bookingId: z.uuid() }))
    .output(moneyTimelineSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      const lesson = await findLesson(services.db, input.bookingId)
      const party = lesson && partyOf(actor, lesson)
      if (!party) throw noSuchBooking()
      const [entries, waiting] = await Promise.all([
        listLedger(services.db, { bookingId: input.bookingId }),
        listWaitingRefunds(services.db, { bookingId: input.bookingId }),
      ])
      return timelineFor(entries, party, waiting).map((item) => ({ ...item, at: toIso(item.at) }))
    }),

  list: coach
    .route({ method: 'GET', path: '/coach/payouts', tags, summary: 'Your shares: held, and sent' })
    .input(
      z.object({
        page: z.coerce.number().int().min(1).max(500).default(1),
        /** Only shares that were sent. */
        isSent: z.stringbool().default(false),
      }),
    )
    .output(payoutListSchema)
    .handler(({ input, context: { services, actor } }) =>
      listPayouts(services, actor.userId, services.clock.now(), input),
    ),

  held: coach
    .route({
      method: 'GET',
      path: '/coach/held-money',
      tags,
      summary: 'All that is held for you, lesson by lesson, and the next payout',
    })
    .output(heldMoneySchema)
    .handler(({ context: { services, actor } }) => readHeld(services, actor.userId, services.clock.now())),

  taught: coach
    .route({
      method: 'GET',
      path: '/coach/lessons-taught',
      tags,
      summary: 'The lessons you taught this year, and what was paid for each',
    })
    .output(taughtYearSchema)
    .handler(({ context: { services, actor } }) =>
      readTaught(services.db, actor.userId, services.clock.now()),
    ),

  account: coach
    .route({ method: 'GET', path: '/coach/payout-account', tags, summary: 'Whether you can be paid' })
    .output(payoutAccountSchema)
    .handler(async ({ context: { services, actor } }) => {
      const [account, zone] = await Promise.all([
        findPayoutAccount(services.db, actor.userId),
        readCoachZone(services.db, actor.userId),
      ])
      return {
        status: account?.status ?? 'none',
        blockedBy: account?.blockedBy ?? null,
        answerBy: account?.answerBy ? toIso(account.answerBy) : null,
        zone,
      }
    }),

  connect: coach
    .meta({ forPersonAlone: true })
    .route({
      method: 'POST',
      path: '/coach/payout-account',
      tags,
      summary: 'Open the account you are paid to, or see whether it is ready',
    })
    .output(z.object({ status: z.enum(payoutAccountStatuses), url: z.string().nullable() }))
    .handler(async ({ context: { services, actor } }) => {
      await services.rateLimits.count('connect-payouts', actor.userId, CONNECTS_PER_COACH)
      return await connectPayoutAccount(services, actor)
    }),

  coachMoney: admin
    .route({
      method: 'GET',
      path: '/admin/coaches/{instructorId}/money',
      tags,
      summary: 'A coach’s year to the cent, as her own statement has it',
    })
    .input(coachMoneyInput)
    .output(coachMoneySchema)
    .handler(({ input, context: { services } }) => readCoachMoney(services, input, services.clock.now())),

  paymentTimeline: admin
    .route({
      method: 'GET',
      path: '/admin/payments/{paymentId}/timeline',
      tags,
      summary: 'What happened to the money of a payment that is not for a lesson',
    })
    .input(z.object({ paymentId: z.uuid() }))
    .output(moneyTimelineSchema)
    .handler(async ({ input, context: { services } }) => {
      const [entries, waiting] = await Promise.all([
        listLedger(services.db, input),
        listWaitingRefunds(services.db, input),
      ])
      return timelineFor(entries, 'admin', waiting).map((item) => ({ ...item, at: toIso(item.at) }))
    }),

  ...statementsApi,
}
