import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { publishClinic, saveClinic } from '#features/clinics/commands.ts'
import { cancelClinic } from '#features/clinics/ending.ts'
import { buySeats } from '#features/clinics/seats.ts'
import {
  buyGiftCard,
  redeemGiftCard,
  refundGiftCard,
  refundRest,
  showCode,
} from '#features/gift-cards/commands.ts'
import { buyReview } from '#features/video-reviews/buy.ts'
import {
  answerReview,
  cancelReview,
  declineReview,
  refundBySupport,
  sendVideos,
} from '#features/video-reviews/commands.ts'
import { DAY } from '#platform/duration.ts'
import { dateIn } from '#platform/time.ts'
import { remember } from './booking-model-packages.ts'
import { giftFor, isAway, pick, type Season, sessionOf, slotAt } from './booking-model-season.ts'
import type { SoldStep } from './booking-model-steps.ts'
import { goodCard } from './now.ts'

/** What is sold besides lessons and packages: seats in clinics, gift cards and video reviews. */

const ZONE = 'America/New_York'
const SEAT_CENTS = 3_999
const REVIEW = { expectedPriceCents: 4_501, expectedHours: 48 }

/** The coach sells video reviews, and each student has a golfer. */
export async function addSold(pool: Pool, coachId: string, studentIds: string[]): Promise<void> {
  await pool.query(
    'insert into video_review_offers (instructor_id, price_cents, promised_hours, is_sold) values ($1, $2, $3, true)',
    [coachId, REVIEW.expectedPriceCents, REVIEW.expectedHours],
  )
  await pool.query(
    `insert into golfers (account_id, name, relation) select id, 'Robin', 'adult' from unnest($1::uuid[]) as id`,
    [studentIds],
  )
}

export async function changeSold(season: Season, step: SoldStep): Promise<void> {
  switch (step.do) {
    case 'clinic':
      return await makeClinic(season, step)
    case 'seats':
      return await takeSeats(season, step)
    case 'cancelClinic': {
      const clinicId = pick(season.clinics, step.clinic)
      if (clinicId && !isAway(season, season.coach.userId))
        await cancelClinic(season.services, season.coach, { clinicId })
      return
    }
    case 'giftCard':
      return await sellCard(season, step)
    case 'payCard':
    case 'redeem':
    case 'refundCard':
    case 'refundRest':
      return await changeCard(season, step)
    case 'review':
      return await sellReview(season, step)
    default:
      return await changeReview(season, step)
  }
}

async function makeClinic(season: Season, step: Extract<SoldStep, { do: 'clinic' }>) {
  const { services, coach, clinics } = season
  const place = pick(season.places, 0)
  const first = slotAt(step.slot)
  if (!place || isAway(season, coach.userId)) return
  const times = Array.from({ length: step.dates }, (_, day) => first + day * DAY)
  const clinicId = await saveClinic(services, coach, {
    title: 'As the model offers it',
    description: '',
    placeId: place.id,
    dates: times.map((time) => ({
      date: dateIn(time, ZONE),
      time: new Date(time).toLocaleTimeString('en-GB', {
        timeZone: ZONE,
        hour: '2-digit',
        minute: '2-digit',
      }),
      durationMinutes: 60,
    })),
    priceCents: SEAT_CENTS,
    seats: step.seats,
    minimum: Math.min(step.minimum, step.seats),
    decideOn: step.minimum > 1 ? dateIn(first - DAY, ZONE) : null,
    youngest: null,
    oldest: null,
    level: 'everyone',
  })
  await publishClinic(services, coach, clinicId)
  clinics.push(clinicId)
}

async function takeSeats(season: Season, step: Extract<SoldStep, { do: 'seats' }>) {
  const { services, pool } = season
  const student = pick(season.students, step.student)
  const clinicId = pick(season.clinics, step.clinic)
  if (!student || !clinicId || isAway(season, student.userId)) return
  const { rows } = await pool.query<{ id: string }>('select id from golfers where account_id = $1', [
    student.userId,
  ])
  const players = [null, rows[0]?.id ?? null].slice(0, step.players)
  const held = await buySeats(services, student, {
    clinicId,
    players: step.players === 1 && step.isGolfer ? [rows[0]?.id ?? null] : players,
    expectedPriceCents: SEAT_CENTS,
    expectedPolicy: 'standard',
    ...(await giftFor(season, student.userId, SEAT_CENTS * step.players, step.isGift)),
  })
  const { rows: dates } = await pool.query<{ at: string }>(
    'select extract(epoch from min(starts_at)) * 1000 as at from clinic_dates where clinic_id = $1',
    [clinicId],
  )
  for (const id of held.bookingIds)
    await remember(season, {
      id,
      studentId: student.userId,
      sessionId: sessionOf(held.checkoutUrl),
      amountCents: SEAT_CENTS,
      start: Math.round(Number(dates[0]?.at)),
      isBlurred: false,
      isSeat: true,
    })
}

async function sellCard(season: Season, step: Extract<SoldStep, { do: 'giftCard' }>) {
  const { services, cards } = season
  const buyer = pick(season.students, step.student)
  if (!buyer || isAway(season, buyer.userId)) return
  const bought = await buyGiftCard(services, buyer, {
    amountCents: step.dollars * 100,
    fromName: 'Student',
    recipientName: 'Friend',
  })
  if (bought.ok)
    cards.push({
      id: bought.giftCardId,
      buyerId: buyer.userId,
      sessionId: sessionOf(bought.checkoutUrl),
    })
}

async function changeCard(season: Season, step: Extract<SoldStep, { card: number }>) {
  const { services, students, processor, wrong } = season
  const card = pick(season.cards, step.card)
  const buyer = students.find(({ userId }) => userId === card?.buyerId)
  if (!card || !buyer) return
  if (step.do === 'payCard') return void (await processor.payments.pay(card.sessionId, goodCard))
  if (step.do === 'refundRest')
    return void (await services.db.transaction((tx) => refundRest(services, tx, [card.id])))
  if (isAway(season, buyer.userId)) return
  if (step.do === 'refundCard') return void (await refundGiftCard(services, buyer, card.id))
  const student = step.do === 'redeem' ? pick(students, step.student) : undefined
  const shown = await showCode(services, buyer, card.id)
  if (!shown || !student || isAway(season, student.userId)) return
  const redeemed = await redeemGiftCard(services, student, shown.code)
  const { redeemedBy: before } = card
  // What is left on the cards of a closed account can be redeemed in another one.
  const isTheirs = before !== undefined && before !== student.userId && season.away.get(before) !== 'closed'
  if (redeemed.ok && isTheirs) wrong.push('a gift card is redeemed by two people')
  if (redeemed.ok) card.redeemedBy = student.userId
}

async function sellReview(season: Season, step: Extract<SoldStep, { do: 'review' }>) {
  const { services, coach, reviews } = season
  const student = pick(season.students, step.student)
  if (!student || isAway(season, student.userId)) return
  const bought = await buyReview(services, student, {
    instructorId: coach.userId,
    golferId: null,
    ...REVIEW,
    ...(await giftFor(season, student.userId, REVIEW.expectedPriceCents, step.isGift)),
  })
  if (!reviews.some(({ id }) => id === bought.videoReviewId))
    reviews.push({
      id: bought.videoReviewId,
      studentId: student.userId,
      sessionId: sessionOf(bought.checkoutUrl),
    })
}

async function changeReview(season: Season, step: Extract<SoldStep, { review: number }>) {
  const { services, pool, coach, processor } = season
  const review = pick(season.reviews, step.review)
  const student = season.students.find(({ userId }) => userId === review?.studentId)
  if (!review || !student) return
  const { id: videoReviewId } = review
  const isCoachAway = isAway(season, coach.userId)
  const isStudentAway = isAway(season, student.userId)
  switch (step.do) {
    case 'payReview':
      return void (await processor.payments.pay(review.sessionId, goodCard))
    case 'sendReview':
      if (isStudentAway) return
      await pool.query(
        `insert into clips (instructor_id, student_id, review_id, uploader_id, kind, title, storage_key, files, byte_size, width, height)
         values ($1, $2, $3, $2, 'image', 'Driver', 'clips/' || $4::text, '[]', 1, 1, 1)`,
        [coach.userId, student.userId, videoReviewId, randomUUID()],
      )
      return await sendVideos(services, student, { videoReviewId, question: 'Why do I slice?' })
    case 'answerReview':
      if (!isCoachAway) await answerReview(services, coach, { videoReviewId, answer: 'Turn your hands.' })
      return
    case 'declineReview':
      if (!isCoachAway)
        await declineReview(services, coach, { videoReviewId, reason: 'The camera is too close.' })
      return
    case 'cancelReview':
      if (!isStudentAway) await cancelReview(services, student, videoReviewId)
      return
    case 'supportReview':
      await services.db.transaction((tx) => refundBySupport(services, tx, [videoReviewId]))
  }
}

/** What went back from a payment `p` to the gift cards that paid it. */
const returned =
  '(select coalesce(sum(d.returned_cents), 0) from gift_card_draws d where d.payment_id = p.id)'

/** The amount of a payment `p` that the processor refunded, or gift cards got back. */
const given = `((select coalesce(sum(r.amount_cents), 0) from local_vendor.refunds r join orders o
  on o.stripe_payment_intent_id = r.payment_intent_id where o.id = p.order_id and r.state not in ('failed', 'canceled'))
  + ${returned})`

/** What the processor transferred to the coach for a payment `p` without a booking. */
const sent = `(
  (select coalesce(sum(s.amount_cents), 0) from local_vendor.transfers s join payouts o on s.idempotency_key = o.id::text
    where o.payment_id = p.id)
  - (select coalesce(sum(v.amount_cents), 0) from local_vendor.transfer_reversals v
      join local_vendor.transfers s on s.id = v.transfer_id join payouts o on s.idempotency_key = o.id::text
      where o.payment_id = p.id))`

const booked = (account: string) => `(select coalesce(sum(l.amount_cents), 0) from ledger_transactions t
  join ledger_lines l on l.transaction_id = t.id where t.payment_id = p.id and l.account = '${account}')`

const paid = 'case when p.paid_at is null then 0 else p.amount_cents end'

/** Payments without a booking and without lessons. $1 is the coach, $2 are the students. */
const sales = `payments p where p.kind not in ('lesson', 'lesson_package') and (p.instructor_id = $1 or p.student_id = any($2::uuid[]))`

/** What payments took from a gift card `g`, without what went back. */
const taken = `(select coalesce(sum(d.amount_cents - d.returned_cents), 0) from gift_card_draws d
  join payments q on q.id = d.payment_id where d.card_id = g.id and q.paid_at is not null)`

/** Each query returns violations after everything has settled. $1 is the coach, $2 are the students. */
const rules: Record<string, string> = {
  'more seats are taken than a clinic has': `
    select c.id from clinics c join bookings b on b.clinic_id = c.id and b.status <> 'cancelled'
    where c.instructor_id = $1 and $2::uuid[] is not null group by c.id having count(*) > c.seats`,
  'a cancelled clinic kept a seat': `
    select b.id from bookings b join clinics c on c.id = b.clinic_id
    where c.instructor_id = $1 and $2::uuid[] is not null and c.status = 'cancelled' and b.status <> 'cancelled'`,
  // With a closed account, its golfers are erased, and their seats no longer name a golfer.
  'a golfer has two seats in one clinic': `
    select clinic_id as id from bookings b join profiles s on s.id = b.student_id and s.closed_at is null
    where instructor_id = $1 and $2::uuid[] is not null and clinic_id is not null
      and status <> 'cancelled' group by clinic_id, student_id, golfer_id having count(*) > 1`,
  'a clinic was not decided': `
    select id from clinics where instructor_id = $1 and $2::uuid[] is not null and status = 'published' and minimum > 1
      and decided_at is null and decide_at <= current_instant()`,
  'a clinic and its occupied time differ': `
    select c.id from clinics c left join clinic_dates d on d.clinic_id = c.id left join occupancies o on o.clinic_date_id = d.id
    where c.instructor_id = $1 and $2::uuid[] is not null and (c.status = 'published') <> (o.id is not null)`,
  'a sale does not balance': `
    select t.id from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
    where t.payment_id in (select p.id from payments p where p.instructor_id = $1 or p.student_id = any($2::uuid[])) group by t.id having sum(l.amount_cents) <> 0`,
  'cash of a sale is not what the processor has': `
    select p.id || ' ' || p.kind as id from ${sales} and ${booked('processor_cash')} <> ${paid} - ${given} - ${sent}
      - case when p.paid_at is null then 0 else p.gift_cents - ${returned} end`,
  'something of a sale is still owed': `
    select p.id || ' ' || p.kind as id from ${sales} and (${booked('coach_held')} <> 0 or ${booked('refunds_due')} <> 0)`,
  'refunds of a sale are not those of the processor': `
    select p.id || ' ' || p.kind as id from ${sales} and p.refunded_cents <> ${given}`,
  'a sale was paid and says otherwise': `
    select p.id || ' ' || p.kind as id from ${sales} and p.payment_status <> case when p.paid_at is null then 'failed'
      when p.refunded_cents = 0 then 'completed' when p.refunded_cents < p.amount_cents then 'partially_refunded' else 'refunded' end`,
  'a review is still open': `
    select id from video_reviews where instructor_id = $1 and $2::uuid[] is not null and status in ('pending', 'paid', 'asked')`,
  'a review is paid otherwise than nine tenths of what was kept': `
    select v.id from video_reviews v join payments p on p.id = v.payment_id where v.instructor_id = $1 and $2::uuid[] is not null
      and ${sent} <> case when v.status = 'answered' then (p.amount_cents - p.refunded_cents) - floor((p.amount_cents - p.refunded_cents) / 10.0 + 0.5)
        else 0 end`,
  'a review without an answer was not refunded': `
    select v.id from video_reviews v join payments p on p.id = v.payment_id where v.instructor_id = $1 and $2::uuid[] is not null
      and p.paid_at is not null and v.status <> 'answered' and p.refunded_cents <> p.amount_cents`,
  'a gift card gave more than was paid for it': `
    select g.id from gift_cards g join payments p on p.id = g.payment_id where p.student_id = any($2::uuid[]) and $1::uuid is not null
      and ${taken} + p.refunded_cents > ${paid} - least(0, ${booked('platform_fee')})`,
  'what is left on gift cards is not what the books owe': `
    select sum(left_cents)::text || ' instead of ' || -max(owed) as id from (
      select ${paid} - p.refunded_cents - ${taken} + greatest(0, ${booked('platform_fee')}) as left_cents,
        (select coalesce(sum(l.amount_cents), 0) from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
          left join bookings b on b.id = t.booking_id left join payments q on q.id = t.payment_id
          where l.account = 'gift_cards' and coalesce(b.student_id, q.student_id) = any($2::uuid[])) as owed
      from gift_cards g join payments p on p.id = g.payment_id where p.student_id = any($2::uuid[]) and $1::uuid is not null) c
    having sum(left_cents) <> -max(owed)`,
  'a payment took otherwise from gift cards than it says': `
    select p.id from payments p where p.instructor_id = $1 and $2::uuid[] is not null
      and p.gift_cents <> (select coalesce(sum(d.amount_cents), 0) from gift_card_draws d where d.payment_id = p.id)`,
}

/** Returns every violated rule of seats, gift cards and video reviews, with examples. */
export async function findBrokenSales({ pool, coach, students }: Season): Promise<string[]> {
  const broken: string[] = []
  for (const [rule, text] of Object.entries(rules)) {
    const values = [coach.userId, students.map(({ userId }) => userId)]
    const { rows } = await pool.query<{ id: string }>({ name: rule.slice(0, 60), text, values })
    if (rows.length > 0) broken.push(`${rule}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
  return broken
}
