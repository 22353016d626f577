import { completeDueLessons } from '#features/bookings/completion/commands.ts'
import { expireHold, sweepHolds } from '#features/checkout/hold-expiry.ts'
import { applyPaymentEvent, PaymentNotKnownYet } from '#features/checkout/payment-events.ts'
import { reconcilePayments } from '#features/checkout/reconciliation.ts'
import { refundPayment, sendRefunds } from '#features/checkout/refunds.ts'
import { settleClinics } from '#features/clinics/ending.ts'
import { endGiftCheckouts } from '#features/gift-cards/commands.ts'
import { connectPayoutAccount } from '#features/payouts/payout-account.ts'
import { releaseDuePayouts } from '#features/payouts/release.ts'
import { processDuePackages, processDueProposals } from '#features/proposals/due-proposals.ts'
import { refundCalledOff } from '#features/rain-checks/commands.ts'
import { processDueReviews } from '#features/video-reviews/due.ts'
import type { movableClock } from '#platform/clock.ts'
import { MINUTE } from '#platform/duration.ts'
import { localPayments } from '#ports/payments/local.ts'
import type { Transfer } from '#ports/payments/payments.ts'
import { signEvent } from '#ports/payments/signed-event.ts'
import type { Services } from '#ports/services.ts'
import { endSeason } from './booking-model-ending.ts'
import { changeLesson, enter, hold } from './booking-model-lessons.ts'
import { changePackages } from './booking-model-packages.ts'
import { changePerson, makePlace, takePlaceAway } from './booking-model-people.ts'
import { modelProcessor } from './booking-model-processor.ts'
import { findBrokenRules } from './booking-model-rules.ts'
import { addAdmin, addPeople, attempt, isAway, pick, type Season } from './booking-model-season.ts'
import { blur, holdWeekly } from './booking-model-series.ts'
import { addSold, changeSold, findBrokenSales } from './booking-model-sold.ts'
import type { Job, SimpleStep, Step } from './booking-model-steps.ts'
import type { LetterWatch } from './letters-model.ts'
import { charlotteTime } from './now.ts'

/** Ten in the morning in Charlotte on the day on which tests start. */
const START = Date.parse(charlotteTime(0, 10))
const SECRET = 'the model signs its own events'

/**
 * Runs sequences against the product's own commands, a real database and the local processor.
 * @param clock the product's clock, which the database follows
 * @param watch optionally follows the emails of each sequence
 */
export async function openModel(
  real: Services,
  clock: ReturnType<typeof movableClock>,
  watch?: (services: Services, coachId: string) => LetterWatch,
) {
  const pool = real.db.$client
  const local = localPayments({ pool, secret: SECRET, appUrl: 'http://model.test', clock })
  const processor = modelProcessor(local)
  const { payments } = processor
  const services: Services = { ...real, clock, payments, localCheckouts: payments }
  const admin = await addAdmin(pool)

  /** Plays one sequence, then settles everything. @returns the violated rules */
  async function play(steps: readonly Step[]): Promise<string[]> {
    clock.moveTo(START)
    const people = await addPeople(pool)
    await addSold(
      pool,
      people.coach.userId,
      people.students.map(({ userId }) => userId),
    )
    const season: Season = {
      ...{ services, clock, pool, processor, admin },
      ...people,
      ...{ clinics: [], cards: [], reviews: [], packageSales: [] },
      ...{ lessons: [], proposals: [], away: new Map(), leaving: new Map(), wrong: [] },
      ...{ isCrowded: false, hadCrowdedLeaving: false },
    }
    processor.reset((transfer) => watchTransfer(season, transfer))
    const mailbox: string[] = []
    const expired = new Set<string>()

    async function collect() {
      await local.deliverEvents(async (_url, body) => {
        mailbox.push(body)
        return 200
      })
    }

    async function deliver(body: string) {
      const event = local.readEvent(body, signEvent(body, SECRET, clock.now()), clock.now())
      try {
        if (event) await applyPaymentEvent(services, event)
      } catch (error) {
        // Rejected: the processor sends the event again.
        if (!(error instanceof PaymentNotKnownYet)) throw error
        mailbox.push(body)
      }
    }

    async function take(step: SimpleStep): Promise<void> {
      if ('event' in step) return await takeEvent(step)
      switch (step.do) {
        case 'wait':
          return clock.advance(step.minutes * MINUTE)
        case 'hangUp':
          return processor.hangUp()
        case 'arrive':
          return await processor.arrive()
        case 'slowPayouts':
          return await processor.slowDown(step.moved, () => attempt(() => releaseDuePayouts(services)))
        case 'hold':
          return await attempt(() => hold(season, step))
        case 'enter':
          return await attempt(() => enter(season, step))
        case 'holdWeekly':
          return await attempt(() => holdWeekly(season, step))
        case 'suspend':
        case 'lift':
        case 'close':
          return await changePerson(season, step)
        case 'propose':
        case 'accept':
        case 'decline':
        case 'withdraw':
        case 'draw':
        case 'endPackage':
        case 'offer':
        case 'buy':
        case 'removeOffer':
        case 'buyLater':
        case 'paySale':
        case 'operatorRefundSale':
          return await attempt(() => changePackages(season, step))
        case 'clinic':
        case 'seats':
        case 'cancelClinic':
        case 'giftCard':
        case 'payCard':
        case 'redeem':
        case 'refundCard':
        case 'refundRest':
        case 'review':
        case 'payReview':
        case 'sendReview':
        case 'answerReview':
        case 'declineReview':
        case 'cancelReview':
        case 'supportReview':
          return await attempt(() => changeSold(season, step))
        case 'removePlace':
          return await takePlaceAway(season, step.place)
        case 'addPlace':
          return await makePlace(season)
        case 'bank':
          return hearBanks(await askBank(season, step))
        case 'saleBank':
          return hearBanks(await askBankAboutSale(season, step))
        default: {
          if (!('lesson' in step)) return await runJob(step.do)
          const lesson = pick(season.lessons, step.lesson)
          if (lesson) await attempt(() => changeLesson(season, step, lesson))
        }
      }
    }

    async function takeEvent(step: Extract<SimpleStep, { event: number }>) {
      await collect()
      const body = pick(mailbox, step.event)
      if (body === undefined) return
      // Dispute events are never lost, because banks also notify by mail.
      if (step.do === 'lose' && body.includes('charge.dispute')) return
      mailbox.splice(mailbox.indexOf(body), step.do === 'deliverTwice' ? 0 : 1)
      if (step.do !== 'lose') await deliver(body)
    }

    const hearBanks = (bodies: readonly string[]) => void mailbox.push(...bodies)

    async function runJob(job: Job) {
      const { lessons, coach } = season
      if (job === 'sweep') {
        await sweepHolds(services)
        await runHoldJobs()
      }
      if (job === 'completions') {
        await refundCalledOff(services)
        await completeDueLessons(services)
      }
      if (job === 'payouts') await releaseDuePayouts(services)
      // The hourly job would have found them in time, but the model runs it only at the end.
      if (job === 'reconcile') await reconcilePayments(services, { days: 2_000 })
      if (job === 'connect' && !isAway(season, coach.userId))
        await attempt(() => connectPayoutAccount(services, coach))
      if (job === 'refunds') {
        for (const { id } of lessons) await attempt(() => refundPayment(services, id))
        for (const paymentId of await listSales(season))
          await attempt(() => sendRefunds(services, { paymentId }))
      }
      if (job === 'clinics') await attempt(() => settleClinics(services))
      if (job === 'reviews') {
        await processDueReviews(services)
        await endGiftCheckouts(services)
      }
      if (job === 'packages') {
        await processDueProposals(services)
        await processDuePackages(services)
      }
    }

    /** Runs the expiry jobs of holds, and retries failed ones. */
    async function runHoldJobs() {
      const { rows } = await pool.query<{ id: string; booking: string }>(
        `select id, data ->> 'bookingId' as booking from pgboss.job where name = 'expire-hold' and start_after <= $1 order by start_after, id`,
        [new Date(clock.now())],
      )
      for (const { id, booking } of rows)
        if (!expired.has(id))
          await attempt(async () => {
            await expireHold(services, booking)
            expired.add(id)
          })
    }

    async function settle() {
      await processor.arrive()
      for (let round = 0; round < 2; round++) {
        await collect()
        for (const body of mailbox.splice(0).reverse()) await deliver(body)
        for (const job of ['sweep', 'refunds', 'reconcile'] as const) await runJob(job)
        clock.advance(61 * MINUTE)
        await runJob('reconcile')
      }
    }

    const letters = watch?.(services, season.coach.userId)
    for (const step of steps) {
      season.isCrowded = step.do === 'together'
      if (step.do === 'together') await Promise.all(step.steps.map(take))
      else await take(step)
      await letters?.look({ alone: step.do !== 'together', reminds: step.do === 'wait' })
    }
    season.isCrowded = false
    await endSeason({ season, runJob, settle, hearBanks }, steps.length, letters)
    const { wrong } = season
    if (letters) wrong.push(...(await letters.finish(season.lessons)))
    wrong.push(...(await findBrokenRules(season)), ...(await findBrokenSales(season)))
    // Keeps completed data from affecting the next sequence.
    await pool.query(
      `update orders set created_at = created_at - interval '4000 days'
       where id in (select order_id from payments where instructor_id = $1 or student_id = any($2))`,
      [season.coach.userId, season.students.map(({ userId }) => userId)],
    )
    await pool.query('delete from pgboss.job')
    await pool.query('delete from failed_items')
    return wrong
  }

  return { play }
}

/** The payments of gift cards, video reviews, and packages without their first lesson. */
async function listSales({ pool, cards, reviews, packageSales }: Season): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select payment_id as id from gift_cards where id = any($1) union all
     select payment_id from video_reviews where id = any($2)`,
    [cards.map(({ id }) => id), reviews.map(({ id }) => id)],
  )
  return [...rows, ...packageSales].map(({ id }) => id)
}

/** Opens or decides a dispute. Banks dispute only older payments, which the product already knows. */
async function askBank(season: Season, step: Extract<SimpleStep, { do: 'bank' }>): Promise<string[]> {
  const lesson = pick(season.lessons, step.lesson)
  if (!lesson) return []
  const { rows } = await season.pool.query<{ session: string }>(
    `select o.stripe_session_id as session from payments p join orders o on o.id = p.order_id
     where p.booking_id = $1 and o.stripe_payment_intent_id is not null`,
    [lesson.id],
  )
  const [paid] = rows
  if (!paid) return []
  blur(season, lesson)
  return await season.processor.bankSays(paid.session, step.says, season.clock.now())
}

/** The same for a package that was bought without its first lesson. */
async function askBankAboutSale(
  { pool, processor, packageSales, clock }: Season,
  step: Extract<SimpleStep, { do: 'saleBank' }>,
): Promise<string[]> {
  const sale = pick(packageSales, step.sale)
  if (!sale) return []
  const { rowCount } = await pool.query(
    `select from payments p join orders o on o.id = p.order_id where p.id = $1 and o.stripe_payment_intent_id is not null`,
    [sale.id],
  )
  return rowCount ? await processor.bankSays(sale.sessionId, step.says, clock.now()) : []
}

/** Checks that suspended and closed accounts receive no transfers, except those decided at the same instant. */
async function watchTransfer(season: Season, { bookingId }: Transfer) {
  const { coach, away, isCrowded, wrong } = season
  const state = away.get(coach.userId)
  if (state && !isCrowded) wrong.push(`a share is sent to a coach who is ${state}: ${bookingId}`)
}
