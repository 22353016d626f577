import { bookLesson } from '#features/checkout/commands.ts'
import { acceptProposal } from '#features/proposals/acceptance.ts'
import { declineProposal, proposeLesson, withdrawProposal } from '#features/proposals/commands.ts'
import { endPackage } from '#features/proposals/packages/commands.ts'
import { removeOffer, saveOffer } from '#features/proposals/packages/offers/commands.ts'
import { listOffers, listOwnOffers } from '#features/proposals/packages/offers/queries.ts'
import { listPackages } from '#features/proposals/packages/queries.ts'
import { bookFromPackage } from '#features/proposals/packages/redemptions.ts'
import { buyPackage } from '#features/proposals/packages/sales/buy.ts'
import { toIso } from '#platform/time.ts'
import {
  actorFor,
  attempt,
  giftFor,
  isAway,
  pick,
  placeKey,
  type Remembered,
  type Season,
  sessionOf,
  slotAt,
} from './booking-model-season.ts'
import type { PackageStep } from './booking-model-steps.ts'
import { goodCard } from './now.ts'

/** Proposals of one lesson or several, and the packages that come of them. */
export async function changePackages(season: Season, step: PackageStep): Promise<void> {
  switch (step.do) {
    case 'propose':
      return await propose(season, step)
    case 'accept':
      return await accept(season, step)
    case 'decline':
    case 'withdraw':
      return await turnDown(season, step)
    case 'draw':
      return await draw(season, step)
    case 'endPackage':
      return await endOne(season, step)
    case 'offer':
    case 'removeOffer':
      return await changeOffers(season, step)
    case 'buy':
      return await buy(season, step)
    case 'buyLater':
      return await buyLater(season, step)
    case 'paySale':
    case 'operatorRefundSale':
      return await changeSale(season, step)
  }
}

async function propose(season: Season, step: Extract<PackageStep, { do: 'propose' }>) {
  const { services, coach } = season
  const student = pick(season.students, step.student)
  const start = slotAt(step.slot)
  if (!student || isAway(season, coach.userId) || start <= season.clock.now()) return
  const place = step.place === undefined ? undefined : pick(season.places, step.place)
  // No round figure: the lessons of it cost different cents.
  const priceCents = 7_999 * step.lessons + 1
  const made = await proposeLesson(services, coach, {
    studentId: student.userId,
    title: 'As the model offers it',
    lessonType: 'individual',
    durationMinutes: step.minutes,
    locationId: place?.id,
    times: [toIso(start)],
    confirmed: ['outside_hours', 'blocked', 'short_notice'],
    priceCents,
    lessons: step.lessons,
    validDays: step.days,
    openHours: 168,
  })
  if (made.ok)
    season.proposals.push({
      id: made.proposalId,
      studentId: student.userId,
      start,
      lessons: step.lessons,
      priceCents,
    })
}

async function accept(season: Season, step: Extract<PackageStep, { do: 'accept' }>) {
  const proposal = pick(season.proposals, step.proposal)
  const student = proposal && actorFor(season, 'student', proposal.studentId)
  if (!proposal || !student) return
  const held = await acceptProposal(season.services, student, {
    proposalId: proposal.id,
    version: 1,
    start: toIso(proposal.start),
    ...(await giftFor(season, student.userId, proposal.priceCents, step.isGift)),
  })
  if (!held.ok) return
  await remember(season, {
    id: held.bookingId,
    studentId: student.userId,
    sessionId: sessionOf(held.checkoutUrl),
    amountCents: held.priceCents,
    start: proposal.start,
    isBlurred: proposal.lessons > 1,
  })
}

/** The coach sells a package on the profile, changes one, or removes it. */
async function changeOffers(season: Season, step: Extract<PackageStep, { do: 'offer' | 'removeOffer' }>) {
  const { services, coach } = season
  if (isAway(season, coach.userId)) return
  const known = pick(await listOwnOffers(services.db, coach.userId), step.offer)
  if (step.do === 'removeOffer') {
    if (known) await removeOffer(services, coach, known.id)
    return
  }
  await saveOffer(services, coach, {
    ...(known ? { offerId: known.id } : {}),
    title: '',
    lessonType: 'individual',
    lessons: step.lessons,
    durationMinutes: 60,
    priceCents: 7_999 * step.lessons + 1,
    validDays: step.days,
    visibility: step.isSold ? 'public' : 'off',
  })
}

/** A student buys a package as the profile shows it. */
async function buy(season: Season, step: Extract<PackageStep, { do: 'buy' }>) {
  const { services, coach } = season
  const student = pick(season.students, step.student)
  if (!student || isAway(season, student.userId)) return
  const sold = await listOffers(services.db, coach.userId, { studentId: student.userId })
  const offer = pick(sold, step.offer)
  if (!offer) return
  const start = slotAt(step.slot)
  const place = step.place === undefined ? undefined : pick(season.places, step.place)
  const held = await bookLesson(services, student, {
    instructorId: coach.userId,
    start: toIso(start),
    durationMinutes: offer.durationMinutes,
    expectedPriceCents: offer.priceCents,
    package: { offerId: offer.id, version: offer.version },
    ...(await giftFor(season, student.userId, offer.priceCents, step.isGift)),
    ...(place ? { locationId: place.id } : {}),
  })
  if (!held.ok) return
  if (held.priceCents !== offer.priceCents)
    season.wrong.push(`a package costs ${held.priceCents} instead of ${offer.priceCents}`)
  await remember(season, {
    id: held.bookingId,
    studentId: student.userId,
    sessionId: sessionOf(held.checkoutUrl),
    amountCents: held.priceCents,
    start,
    isBlurred: true,
  })
}

/** A student buys a package as the profile shows it, and chooses its times later. */
async function buyLater(season: Season, step: Extract<PackageStep, { do: 'buyLater' }>) {
  const { services, coach, packageSales } = season
  const student = pick(season.students, step.student)
  if (!student || isAway(season, student.userId)) return
  const sold = await listOffers(services.db, coach.userId, { studentId: student.userId })
  const offer = pick(sold, step.offer)
  if (!offer) return
  const { paymentId, checkoutUrl } = await buyPackage(services, student, {
    instructorId: coach.userId,
    offerId: offer.id,
    version: offer.version,
    ...(await giftFor(season, student.userId, offer.priceCents, step.isGift)),
  })
  if (!packageSales.some(({ id }) => id === paymentId))
    packageSales.push({ id: paymentId, sessionId: sessionOf(checkoutUrl) })
}

/** The student pays, or an operator refunds a fifth on the processor's dashboard. */
async function changeSale({ processor, packageSales }: Season, step: Extract<PackageStep, { sale: number }>) {
  const sale = pick(packageSales, step.sale)
  if (!sale?.sessionId) return
  if (step.do === 'paySale') return void (await processor.payments.pay(sale.sessionId, goodCard))
  const paid = await processor.payments.findCheckout(sale.sessionId)
  const paymentIntentId = paid?.paymentIntentId
  if (!paid || !paymentIntentId) return
  const amountCents = Math.floor(paid.amountCents / 5)
  await attempt(() => processor.payments.refund({ key: `operator:${sale.id}`, paymentIntentId, amountCents }))
}

async function turnDown(season: Season, step: Extract<PackageStep, { proposal: number }>) {
  const proposal = pick(season.proposals, step.proposal)
  if (!proposal) return
  const actor = actorFor(season, step.do === 'decline' ? 'student' : 'coach', proposal.studentId)
  if (!actor) return
  if (step.do === 'decline') await declineProposal(season.services, actor, proposal.id)
  else await withdrawProposal(season.services, actor, proposal.id)
}

async function draw(season: Season, step: Extract<PackageStep, { do: 'draw' }>) {
  const bought = pick(await packagesOf(season), step.package)
  const student = bought && actorFor(season, 'student', bought.studentId)
  if (!bought || !student) return
  const start = slotAt(step.slot)
  const place = step.place === undefined ? undefined : pick(season.places, step.place)
  const drawn = await bookFromPackage(season.services, student, {
    packageId: bought.id,
    start: toIso(start),
    ...(place ? { locationId: place.id } : {}),
  })
  if (!drawn.ok) return
  const lesson = { id: drawn.bookingId, studentId: student.userId, sessionId: '', amountCents: 0, start }
  const named = place ?? season.places.find(({ id }) => id === bought.placeId)
  await remember(season, { ...lesson, isBlurred: true }, named)
}

/** As the page does: what comes back is shown first. Half of these tests are whether it is what the terms say. */
async function endOne(season: Season, step: Extract<PackageStep, { do: 'endPackage' }>) {
  const { services, pool } = season
  const bought = pick(await packagesOf(season), step.package)
  const actor = bought && actorFor(season, step.by, bought.studentId)
  if (!bought || !actor) return
  const asWho = step.by === 'student' ? bought.studentId : season.coach.userId
  const shown = (await listPackages(services.db, asWho)).find(({ id }) => id === bought.id)
  const { rows } = await pool.query<{ cents: number; given: number }>(
    `select coalesce(sum(c.value_cents), 0)::int as cents, (select coalesce(-sum(l.amount_cents), 0)::int from ledger_transactions t
       join ledger_lines l on l.transaction_id = t.id and l.account = 'refunds_due'
       where (t.booking_id in (select id from bookings where package_id = $1)
         or t.payment_id = (select payment_id from lesson_packages where id = $1)) and t.business_key like 'borne:%') as given
     from lesson_credits c where c.package_id = $1 and c.status = 'available'`,
    [bought.id],
  )
  // A package of one lesson is what the weather left of it: all of it comes back.
  const isFull = step.by !== 'student' || bought.lessons === 1 || isAway(season, season.coach.userId)
  const due = Math.floor((rows[0]?.cents ?? 0) * (isFull ? 1 : 0.8) + 0.5)
  const expectedRefundCents = Math.max(0, due - (rows[0]?.given ?? 0))
  if (!season.isCrowded && shown && !shown.endedAt && shown.refundCents !== expectedRefundCents)
    season.wrong.push(`a package shows a refund of ${shown.refundCents} instead of ${expectedRefundCents}`)
  const ended = await endPackage(services, actor, { packageId: bought.id, expectedRefundCents })
  if (!season.isCrowded && !ended.ok && ended.reason === 'refund_changed')
    season.wrong.push(`a package does not give ${expectedRefundCents} back when the ${step.by} ends it`)
}

/** Packages by the order in which they were bought. */
export async function packagesOf({ pool, coach }: Season) {
  const { rows } = await pool.query<{
    id: string
    studentId: string
    placeId: string | null
    lessons: number
  }>(
    `select id, student_id as "studentId", teaching_location_id as "placeId", lessons_total as lessons from lesson_packages
     where instructor_id = $1 order by created_at, payment_id`,
    [coach.userId],
  )
  return rows
}

type New = Pick<
  Remembered,
  'id' | 'studentId' | 'sessionId' | 'amountCents' | 'start' | 'isBlurred' | 'isSeat'
>

/** A lesson the product has just written; the model knows where it takes place from then on. @param named the place that was chosen */
export async function remember(
  season: Season,
  lesson: New,
  named?: { name: string; zone: string },
): Promise<void> {
  if (season.lessons.some(({ id }) => id === lesson.id)) return
  const made = {
    ...lesson,
    ceiling: 100,
    movedByCoach: false,
    refund: null,
    moves: 0,
    places: new Set<string>(),
  }
  season.lessons.push(made)
  const { rows } = await season.pool.query<{ name: string; zone: string }>(
    'select location_name as name, time_zone as zone from bookings where id = $1',
    [lesson.id],
  )
  const [at] = rows
  if (named && at && placeKey(at) !== placeKey(named))
    season.wrong.push(`a lesson is booked at ${placeKey(at)} instead of ${placeKey(named)}`)
  if (at) made.places.add(placeKey(at))
}
