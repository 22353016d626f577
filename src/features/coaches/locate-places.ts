import { and, eq, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { doEach } from '#platform/each-item.ts'
import { defineJob } from '#platform/jobs.ts'
import { milesBetween } from '#platform/miles.ts'
import { GeocodingUnavailable, type LocatedPlace, type PlaceToLocate } from '#ports/geocoding/geocoding.ts'
import { zipCodeGeocoding } from '#ports/geocoding/local.ts'
import type { Services } from '#ports/services.ts'
import { placeLookups, teachingLocations } from './tables.ts'

/** Every ten minutes: geocodes places that were added or moved. */
export const locatePlacesJob = defineJob({
  name: 'locate-places',
  payload: z.object({}),
  retries: 0,
  cron: '*/10 * * * *',
})

/** The maximum number of requests in one run; the remaining places wait for the next run. */
const MOST_AT_ONCE = 100
/** A run sends no new request after this many milliseconds: jobs are stopped after two minutes. */
const USUAL_RUN_MS = 60_000
/** A claim without an answer after this time belongs to a process that has died. */
const GIVEN_UP_AFTER_MS = 60 * 60_000
/**
 * A result farther from the ZIP code or town than this is another place of the same name. The largest ZIP
 * codes extend about this far.
 */
const FARTHEST_MILES = 100

type Has = Pick<Services, 'db' | 'clock' | 'geocoding' | 'log'>
type Place = PlaceToLocate & { id: string; fingerprint: string; knownBy: 'address' | 'area' | null }

/** Counts of places that were located, that the service does not know, and that could not be requested. */
export interface Located {
  found: number
  unknown: number
  unanswered: number
}

const { id, address, city, state, zip, lat, lng } = teachingLocations
/** A hash of the address, ignoring case. */
const fingerprint = sql<string>`md5(lower(concat_ws('|', ${address}, ${city}, ${state}, ${zip})))`

/**
 * Requests the coordinates of addresses that have not been requested yet. Until the service answers, a place
 * has the center of its ZIP code. An address that was located before is not requested again.
 */
export async function locatePlaces(services: Has, { forMs = USUAL_RUN_MS } = {}): Promise<Located> {
  const { db, clock, geocoding } = services
  const count = { found: 0, unknown: 0, unanswered: 0 }
  // With this adapter, places get the coordinates of their ZIP code when they are saved.
  if (geocoding.name === 'zip-codes') return count
  const abandonedBefore = clock.now() - GIVEN_UP_AFTER_MS
  const waiting = await db
    .select({ id, address, city, state, zip, fingerprint, knownBy: placeLookups.foundBy })
    .from(teachingLocations)
    .leftJoin(placeLookups, eq(placeLookups.placeId, id))
    .where(
      and(
        or(isNotNull(address), isNull(lat)),
        or(isNull(placeLookups.placeId), mayBeAsked(sql`${fingerprint}`, abandonedBefore)),
      ),
    )
    .orderBy(sql`${lat} is not null`, teachingLocations.createdAt, id)
    .limit(MOST_AT_ONCE)
  const endsAt = performance.now() + forMs
  await doEach(services, {
    name: locatePlacesJob.name,
    items: waiting.entries(),
    idOf: ([, place]) => place.id,
    work: async ([at, place]) => {
      if (performance.now() > endsAt || !(await claim(services, place, abandonedBefore))) return false
      try {
        const point = (await findKnown(services, place)) ?? (await findNear(services, place))
        await keep(services, place, point)
        count[point?.by === 'address' ? 'found' : 'unknown']++
      } catch (error) {
        if (error instanceof GeocodingUnavailable) count.unanswered = waiting.length - at
        await giveUpClaim(services, place)
        throw error
      }
    },
    // Stops while the service is unavailable; until it answers, places keep the coordinates of their ZIP
    // codes.
    stopsAt: (error) => error instanceof GeocodingUnavailable,
  })
  return count
}

/** Releases the claim, so that the next run retries the place. */
async function giveUpClaim({ db }: Has, place: Place): Promise<void> {
  await db.delete(placeLookups).where(and(eq(placeLookups.placeId, place.id), isNull(placeLookups.foundBy)))
}

/**
 * Sets places without coordinates to the center of their ZIP code, or of their town where the ZIP code is
 * unknown.
 * @returns how many
 */
export async function placeByArea({ db }: Pick<Services, 'db'>): Promise<number> {
  const nowhere = await db
    .select({ id, address, city, state, zip })
    .from(teachingLocations)
    .where(or(isNull(lat), isNull(lng)))
  let placed = 0
  for (const place of nowhere) {
    const middle = await zipCodeGeocoding(db).locate(place)
    if (!middle) continue
    const { rowCount } = await db
      .update(teachingLocations)
      .set({ lat: middle.lat, lng: middle.lng })
      .where(and(isAsRead(place), or(isNull(lat), isNull(lng))))
    placed += rowCount ?? 0
  }
  return placed
}

/** Claims a place, so that only one of several processes sends the request. */
async function claim({ db, clock }: Has, place: Place, abandonedBefore: number): Promise<boolean> {
  const asked = { askedFor: place.fingerprint, askedAt: clock.now(), foundBy: null, lat: null, lng: null }
  const claimed = await db
    .insert(placeLookups)
    .values({ placeId: place.id, ...asked })
    .onConflictDoUpdate({
      target: placeLookups.placeId,
      set: asked,
      setWhere: mayBeAsked(sql`excluded.asked_for`, abandonedBefore),
    })
    .returning({ placeId: placeLookups.placeId })
  return claimed.length > 0
}

const mayBeAsked = (askedFor: SQL, abandonedBefore: number) =>
  or(
    ne(placeLookups.askedFor, askedFor),
    and(isNull(placeLookups.foundBy), lt(placeLookups.askedAt, abandonedBefore)),
  )

/** Finds an earlier result for the same address. */
async function findKnown({ db }: Has, place: Place): Promise<LocatedPlace | null> {
  const [known] = await db
    .select({ by: placeLookups.foundBy, lat: placeLookups.lat, lng: placeLookups.lng })
    .from(placeLookups)
    .where(and(eq(placeLookups.askedFor, place.fingerprint), isNotNull(placeLookups.foundBy)))
    .limit(1)
  if (!known?.by || known.lat === null || known.lng === null) return null
  return { by: known.by, lat: known.lat, lng: known.lng }
}

/**
 * Returns the result of the service. When that is far from the ZIP code or town, or the service knows
 * nothing, returns their center.
 */
async function findNear({ db, geocoding, log }: Has, place: Place): Promise<LocatedPlace | null> {
  const found = await geocoding.locate(place)
  const middle = await zipCodeGeocoding(db).locate(place)
  if (!found || !middle || milesBetween(found, middle) <= FARTHEST_MILES) return found ?? middle
  log.warn({ placeId: place.id }, 'places: the geocoding service named a point far from the ZIP code')
  return middle
}

/** Stores the result, and moves the place there unless its address was changed meanwhile. */
async function keep({ db }: Has, place: Place, point: LocatedPlace | null) {
  await db.transaction(async (tx) => {
    const found = {
      foundBy: point?.by ?? ('area' as const),
      lat: point?.lat ?? null,
      lng: point?.lng ?? null,
    }
    await tx.update(placeLookups).set(found).where(eq(placeLookups.placeId, place.id))
    if (!point) return
    // A place whose address is unknown keeps its coordinates, unless they belong to an earlier address.
    const isBetter = point.by === 'address' || place.knownBy === 'address'
    await tx
      .update(teachingLocations)
      .set({ lat: point.lat, lng: point.lng })
      .where(and(isAsRead(place), isBetter ? undefined : isNull(lat)))
  })
}

/** Condition: the place still has the address that was requested. */
const isAsRead = (place: PlaceToLocate & { id: string }) =>
  and(
    eq(id, place.id),
    sql`(${address}, ${city}, ${state}, ${zip}) is not distinct from (${place.address}, ${place.city}, ${place.state}, ${place.zip})`,
  )
