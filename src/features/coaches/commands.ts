import { and, eq, type SQL } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Queryable } from '#platform/db.ts'
import { coachPictures, instructorProfiles, teachingLocations } from './tables.ts'

/**
 * Updates columns of a coach's profile.
 * @returns false when the coach has no profile
 */
export async function changeProfile(
  tx: Queryable,
  coachId: string,
  change: PgUpdateSetSource<typeof instructorProfiles>,
): Promise<boolean> {
  const changed = await tx
    .update(instructorProfiles)
    .set(change)
    .where(eq(instructorProfiles.userId, coachId))
    .returning({ id: instructorProfiles.userId })
  return changed.length > 0
}

/**
 * Creates coach profiles; existing ones are kept.
 * @returns how many were created
 */
export async function insertProfiles(
  tx: Queryable,
  profiles: (typeof instructorProfiles.$inferInsert)[],
): Promise<number> {
  const created = await tx
    .insert(instructorProfiles)
    .values(profiles)
    .onConflictDoNothing()
    .returning({ id: instructorProfiles.userId })
  return created.length
}

type NewPlace = typeof teachingLocations.$inferInsert

/**
 * Adds teaching places.
 * @returns their ids, in the same order
 */
export async function insertPlaces(tx: Queryable, places: NewPlace[]): Promise<string[]> {
  const added = await tx.insert(teachingLocations).values(places).returning({ id: teachingLocations.id })
  return added.map(({ id }) => id)
}

/** Updates columns of a teaching place. */
export async function updatePlace(
  tx: Queryable,
  placeId: string,
  change: PgUpdateSetSource<typeof teachingLocations>,
): Promise<void> {
  await tx.update(teachingLocations).set(change).where(eq(teachingLocations.id, placeId))
}

/** Unsets the primary place of a coach, before another one is set. */
export async function clearPrimaryPlace(tx: Queryable, coachId: string): Promise<void> {
  await tx
    .update(teachingLocations)
    .set({ isPrimary: false })
    .where(and(eq(teachingLocations.instructorId, coachId), eq(teachingLocations.isPrimary, true)))
}

/** Deletes a teaching place; bookings there keep its name and address. */
export async function deletePlace(tx: Queryable, placeId: string): Promise<void> {
  await tx.delete(teachingLocations).where(eq(teachingLocations.id, placeId))
}

/**
 * Adds the record of an uploaded picture.
 * @returns false when a picture with the same client id was added before
 */
export async function insertPicture(
  tx: Queryable,
  picture: typeof coachPictures.$inferInsert,
): Promise<boolean> {
  const added = await tx
    .insert(coachPictures)
    .values(picture)
    .onConflictDoNothing({ target: [coachPictures.instructorId, coachPictures.clientId] })
    .returning({ id: coachPictures.id })
  return added.length > 0
}

/** Describes a picture of the profile, whether it was uploaded or not. */
export async function savePictureText(
  tx: Queryable,
  picture: { coachId: string; purpose: 'portrait' | 'gallery'; url: string; alt: string; caption: string },
): Promise<void> {
  const { coachId: instructorId, purpose, url, ...text } = picture
  await tx
    .insert(coachPictures)
    .values({ instructorId, purpose, url, ...text })
    .onConflictDoUpdate({ target: [coachPictures.instructorId, coachPictures.url], set: text })
}

/**
 * Deletes the records of pictures; a trigger lists their files as stray until they are deleted.
 * @returns the folders of those files
 */
export async function deletePictures(tx: Queryable, which: SQL | undefined): Promise<string[]> {
  const deleted = await tx
    .delete(coachPictures)
    .where(which)
    .returning({ storageKey: coachPictures.storageKey })
  return deleted.flatMap(({ storageKey }) => storageKey ?? [])
}
