import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { makeCoach } from '#features/accounts/commands.ts'
import { findActor } from '#features/accounts/queries.ts'
import { profiles } from '#features/accounts/tables.ts'
import { addWeeklyHours } from '#features/availability/commands.ts'
import { bookings } from '#features/bookings/tables.ts'
import { leaveAllLists } from '#features/cancellation-list/commands.ts'
import { insertPlaces, insertProfiles } from '#features/coaches/commands.ts'
import { readBalance } from '#features/gift-cards/queries.ts'
import { endCustomerOf } from '#features/payments/saved-cards/statement.ts'
import { payments } from '#features/payments/tables.ts'
import { lessonCredits, lessonPackages } from '#features/proposals/packages/tables.ts'
import { withdrawProposalsOf } from '#features/proposals/unavailable-people.ts'
import { listOpen } from '#features/video-reviews/due.ts'
import { withdrawConsents } from '#features/workspaces/consents.ts'
import type { Actor } from '#platform/actor.ts'
import { present } from '#platform/columns.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { centsFromDollars, formatMoney } from '#platform/money.ts'
import type { Services } from '#ports/services.ts'
import { announceLive } from './emails.ts'
import { eligibilityOf } from './onboarding.ts'
import { findZipPlace, readDraft } from './queries.ts'
import {
  type CoachDraft,
  type CoachToBe,
  coachToBeSchema,
  draftIssues,
  fullDraft,
  type GoLive,
} from './schema.ts'
import { coachDrafts } from './tables.ts'

/** Merges new fields into the saved draft. */
export async function saveDraft(services: Services, actor: Actor, draft: CoachDraft): Promise<void> {
  refuseUnlessOpen(actor)
  await services.db
    .insert(coachDrafts)
    .values({ userId: actor.userId, draft })
    .onConflictDoUpdate({
      target: coachDrafts.userId,
      set: { draft: sql`${coachDrafts.draft} || excluded.draft`, updatedAt: present },
    })
}

/**
 * Turns a student or prospect into a coach: listed, bookable instantly, with a place and weekly hours. The
 * current session has the coach role from the next request on. What only students can use or withdraw ends: places on
 * waiting lists, open proposals, saved cards, and the consents to show measured progress.
 * @returns the missing fields by step when the draft is incomplete
 * @throws AppError already_coach, admins_do_not_teach, lessons_coming, lessons_left, review_open, gift_card_left
 */
export async function goLive(services: Services, actor: Actor): Promise<GoLive> {
  refuseUnlessOpen(actor)
  const draft = fullDraft(await readDraft(services.db, actor))
  const checked = coachToBeSchema.safeParse(draft)
  if (!checked.success) {
    // A double click: the first request may have completed the draft already.
    if ((await findActor(services.db, actor.userId))?.role === 'coach') throw alreadyCoach()
    return { ok: false, issues: draftIssues(draft) }
  }
  const place = await findZipPlace(services.db, services.clock, checked.data.zip)
  if (!place)
    return { ok: false, issues: [{ step: 'place', path: 'zip', message: 'We do not know this ZIP code' }] }
  await services.db.transaction(async (tx) => {
    await lockStudent(tx, actor.userId, services.clock.now())
    await leaveAllLists(tx, actor.userId)
    await withdrawProposalsOf(services, tx, { userId: actor.userId })
    await withdrawConsents(tx, actor.userId)
    await tx.execute(endCustomerOf(actor.userId))
    await insertCoach(tx, actor.userId, checked.data, place)
    await makeCoach(tx, actor.userId)
    await tx.delete(coachDrafts).where(eq(coachDrafts.userId, actor.userId))
    await announceLive(services, tx, { userId: actor.userId, fullName: actor.fullName, city: place.city })
  })
  services.sessions.forget(actor.userId)
  const me = await findActor(services.db, actor.userId)
  if (!me) throw new AppError('not_found', 'no_such_account', 'This account no longer exists.')
  return { ok: true, me }
}

function refuseUnlessOpen(actor: Actor) {
  const eligibility = eligibilityOf(actor.role)
  if (eligibility === 'coach') throw alreadyCoach()
  if (eligibility === 'admin')
    throw new AppError('conflict', 'admins_do_not_teach', 'Admins cannot teach. Use another account.')
}

/**
 * Locks the user, so that the second request of a double click waits and then finds a coach. A student with
 * future lessons, or who has paid for something that a coach's account cannot use, cannot become a coach yet.
 */
async function lockStudent(tx: Queryable, userId: string, now: number) {
  const [found] = await tx
    .select({ userType: profiles.userType })
    .from(profiles)
    .where(and(eq(profiles.id, userId), isNull(profiles.closedAt)))
    .for('update')
  if (found?.userType !== 'student') throw alreadyCoach()
  const coming = await tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.studentId, userId), inArray(bookings.status, ['pending', 'confirmed'])))
    .limit(1)
  if (coming.length > 0)
    throw new AppError(
      'conflict',
      'lessons_coming',
      'You have a lesson booked as a student. Take it or cancel it first: a coach’s account does not show it.',
    )
  const left = await tx
    .select({ id: lessonPackages.id })
    .from(lessonPackages)
    .innerJoin(
      lessonCredits,
      and(eq(lessonCredits.packageId, lessonPackages.id), eq(lessonCredits.status, 'available')),
    )
    .where(
      and(
        eq(lessonPackages.studentId, userId),
        isNull(lessonPackages.endedAt),
        gt(lessonPackages.expiresAt, now),
      ),
    )
    .limit(1)
  if (left.length > 0)
    throw new AppError(
      'conflict',
      'lessons_left',
      'You have lessons left in a package. Book them or end the package first.',
    )
  if ((await listOpen(tx, userId)).length > 0)
    throw new AppError(
      'conflict',
      'review_open',
      'You have a video review that is not answered yet. Wait for the answer, or cancel the review before you send videos.',
    )
  const [unpaid] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.studentId, userId), eq(payments.paymentStatus, 'pending')))
    .limit(1)
  if (unpaid)
    throw new AppError(
      'conflict',
      'checkout_open',
      'You have a purchase at the checkout. Pay for it, or wait until the checkout has ended.',
    )
  const { cards, balanceCents } = await readBalance(tx, userId)
  const giftCents = cards.reduce((sum, card) => sum + card.leftCents, 0)
  if (giftCents > 0)
    throw new AppError(
      'conflict',
      'gift_card_left',
      balanceCents > 0
        ? `You have ${formatMoney(giftCents)} left on a gift card, and a coach’s account cannot use it. Spend it first, or sign up as a coach with another email address.`
        : `A gift card with ${formatMoney(giftCents)} left is on hold while its buyer’s bank decides, and a coach’s account cannot use it. Wait for the decision, or sign up as a coach with another email address.`,
    )
}

async function insertCoach(
  tx: Queryable,
  userId: string,
  coach: CoachToBe,
  place: { city: string; state: string; lat: number; lng: number; zone: string },
) {
  const created = await insertProfiles(tx, [
    {
      userId,
      displayName: coach.displayName,
      bio: coach.bio,
      location: `${place.city}, ${place.state}`,
      hourlyRate: centsFromDollars(coach.hourlyRate),
      specialties: coach.specialties,
      launchMonitor: coach.launchMonitor || null,
      credentials: coach.credential ? [coach.credential] : [],
      gender: coach.gender || null,
      facilityTypes: coach.facilityTypes,
      yearsCoaching: coach.years === '' ? null : Number(coach.years),
      lessonDurations: coach.durations.toSorted((a, b) => a - b),
      timeZone: place.zone,
      isVisible: true,
      instantBookEnabled: true,
    },
  ])
  if (created === 0) throw alreadyCoach()
  await insertPlaces(tx, [
    {
      instructorId: userId,
      locationName: coach.locationName,
      address: coach.address || null,
      city: place.city,
      state: place.state,
      zip: coach.zip,
      lat: place.lat,
      lng: place.lng,
      timeZone: place.zone,
      isPrimary: true,
    },
  ])
  await addWeeklyHours(
    tx,
    coach.hours.map(({ day, from, to }) => ({ coachId: userId, dayOfWeek: day, from, to })),
  )
}

const alreadyCoach = () => new AppError('conflict', 'already_coach', 'You are a coach already.')
