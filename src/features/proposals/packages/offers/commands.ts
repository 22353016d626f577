import { and, count, eq, inArray } from 'drizzle-orm'
import type { PaymentEvents } from '#features/checkout/events.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import type { Actor } from '#platform/actor.ts'
import { present } from '#platform/columns.ts'
import type { Queryable } from '#platform/db.ts'
import { type Refused, refused } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import { packageOffers, packagePurchases } from '../tables.ts'
import { defaultOfferTitle, MAX_OFFERS } from './offer.ts'
import type { SaveOfferInput } from './schema.ts'

/**
 * Adds or changes a package of the coach. Packages already bought keep their terms. A change of what is sold
 * increases the version, so that a student who sees the former terms has to confirm again. A change that is based on
 * another version than the stored one is refused, unless it asks for what is stored.
 */
export async function saveOffer(
  { db }: Pick<Services, 'db'>,
  coach: Pick<Actor, 'userId'>,
  input: SaveOfferInput,
): Promise<
  { ok: true; offerId: string } | Refused<'no_such_offer' | 'too_many_offers' | 'changed_elsewhere'>
> {
  const { offerId, newOfferId, basedOn, lessons: lessonsTotal, title, ...rest } = input
  const terms = { ...rest, lessonsTotal, title: title || defaultOfferTitle(input) }
  return await db.transaction(async (tx) => {
    await lockOwnOffers(tx, coach.userId)
    const known = await findOwn(tx, coach.userId, offerId ?? newOfferId)
    if (offerId && !known) return refused('no_such_offer')
    if (known) {
      const isSame = isSameSale(known, terms)
      if (basedOn !== undefined && basedOn !== known.version && !isSame) return refused('changed_elsewhere')
      await tx
        .update(packageOffers)
        .set({ ...terms, version: isSame ? known.version : known.version + 1, updatedAt: present })
        .where(eq(packageOffers.id, known.id))
      return { ok: true, offerId: known.id }
    }
    const [own] = await tx
      .select({ count: count() })
      .from(packageOffers)
      .where(eq(packageOffers.instructorId, coach.userId))
    if ((own?.count ?? 0) >= MAX_OFFERS) return refused('too_many_offers')
    const [added] = await tx
      .insert(packageOffers)
      .values({ ...terms, id: newOfferId, instructorId: coach.userId })
      .onConflictDoNothing()
      .returning({ id: packageOffers.id })
    // The id is that of another coach's package.
    if (!added) return refused('no_such_offer')
    return { ok: true, offerId: added.id }
  })
}

async function findOwn(tx: Queryable, coachId: string, offerId: string | undefined) {
  if (!offerId) return undefined
  const [own] = await tx
    .select()
    .from(packageOffers)
    .where(and(eq(packageOffers.id, offerId), eq(packageOffers.instructorId, coachId)))
  return own
}

/** Removes a package from the coach's offers. Packages already bought stay as they are. */
export async function removeOffer(
  { db }: Pick<Services, 'db'>,
  coach: Pick<Actor, 'userId'>,
  offerId: string,
): Promise<{ ok: true } | Refused<'no_such_offer'>> {
  const removed = await db
    .delete(packageOffers)
    .where(and(eq(packageOffers.id, offerId), eq(packageOffers.instructorId, coach.userId)))
    .returning({ id: packageOffers.id })
  return removed.length > 0 ? { ok: true } : refused('no_such_offer')
}

/** Serializes the changes of one coach, so that two tabs cannot exceed the maximum. */
async function lockOwnOffers(tx: Queryable, coachId: string) {
  await tx
    .select({ id: instructorProfiles.userId })
    .from(instructorProfiles)
    .where(eq(instructorProfiles.userId, coachId))
    .for('no key update')
}

type Terms = Pick<
  typeof packageOffers.$inferSelect,
  'title' | 'lessonsTotal' | 'durationMinutes' | 'lessonType' | 'priceCents' | 'validDays'
>

const isSameSale = (known: Terms, saved: Terms) =>
  known.title === saved.title &&
  known.lessonsTotal === saved.lessonsTotal &&
  known.durationMinutes === saved.durationMinutes &&
  known.lessonType === saved.lessonType &&
  known.priceCents === saved.priceCents &&
  known.validDays === saved.validDays

/**
 * Records that the payment of a held lesson buys a package, with the terms of this moment.
 * @returns false when the package is no longer sold, or was changed since the student saw it
 */
export async function holdPackage(
  _services: unknown,
  tx: Queryable,
  { bookingId, offerId, version }: PaymentEvents['package_held'],
): Promise<boolean> {
  const [offer] = await tx
    .select()
    .from(packageOffers)
    .where(
      and(
        eq(packageOffers.id, offerId),
        eq(packageOffers.version, version),
        inArray(packageOffers.visibility, ['public', 'link']),
      ),
    )
    .for('share')
  if (!offer) return false
  const { lessonsTotal, validDays } = offer
  await tx.insert(packagePurchases).values({ bookingId, offerId, lessonsTotal, validDays })
  return true
}
