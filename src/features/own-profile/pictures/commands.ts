import { and, eq, inArray, lt, notExists } from 'drizzle-orm'
import { changeProfile, deletePictures, savePictureText } from '#features/coaches/commands.ts'
import { coachPictures, instructorProfiles } from '#features/coaches/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { strayFiles } from '#platform/tables.ts'
import type { Services } from '#ports/services.ts'
import { changedElsewhere } from '../commands.ts'
import { tagOf } from '../queries.ts'
import { credentialRequests } from '../tables.ts'

type Removing = Pick<Services, 'db' | 'files' | 'log'>

/**
 * Puts the gallery in another order; its first picture is the cover.
 * @param basedOn the tag of the order the move began with
 * @throws AppError changed_elsewhere, also when the pictures are not the same ones
 */
export async function orderPictures(
  { db }: Pick<Services, 'db'>,
  coachId: string,
  { basedOn, urls }: { basedOn: string; urls: readonly string[] },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { galleryImages } = await lockProfile(tx, coachId)
    const isSame = JSON.stringify(urls.toSorted()) === JSON.stringify(galleryImages.toSorted())
    if (tagOf(galleryImages) !== basedOn || !isSame) throw changedElsewhere()
    await changeProfile(tx, coachId, { galleryImages: [...urls] })
  })
}

/** Says what a picture of the gallery shows. @throws AppError no_such_picture */
export async function describePicture(
  { db }: Pick<Services, 'db'>,
  coachId: string,
  { url, alt, caption }: { url: string; alt: string; caption: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { galleryImages } = await lockProfile(tx, coachId)
    if (!galleryImages.includes(url)) throw noPicture()
    await savePictureText(tx, { coachId, purpose: 'gallery', url, alt, caption })
  })
}

/** Says what the portrait shows. @throws AppError no_such_picture */
export async function describePortrait(
  { db }: Pick<Services, 'db'>,
  coachId: string,
  alt: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { profileImageUrl } = await lockProfile(tx, coachId)
    if (!profileImageUrl) throw noPicture()
    await savePictureText(tx, { coachId, purpose: 'portrait', url: profileImageUrl, alt, caption: '' })
  })
}

/** Takes a picture out of the gallery. From then on nobody gets it at its address, in none of its sizes. @throws AppError no_such_picture */
export async function removePicture(services: Removing, coachId: string, url: string): Promise<void> {
  const gone = await services.db.transaction(async (tx) => {
    const { galleryImages } = await lockProfile(tx, coachId)
    if (!galleryImages.includes(url)) throw noPicture()
    await changeProfile(tx, coachId, { galleryImages: galleryImages.filter((other) => other !== url) })
    return await removePictures(tx, coachId, [url])
  })
  await removeFiles(services, gone)
}

/** Takes the portrait away. None there is no error. */
export async function removePortrait(services: Removing, coachId: string): Promise<void> {
  const gone = await services.db.transaction(async (tx) => {
    const { profileImageUrl } = await lockProfile(tx, coachId)
    if (!profileImageUrl) return []
    await changeProfile(tx, coachId, { profileImageUrl: null })
    return await removePictures(tx, coachId, [profileImageUrl])
  })
  await removeFiles(services, gone)
}

/** A coach's profile, held until the transaction ends: uploads, moves and removals take turns. @throws AppError no_such_profile */
export async function lockProfile(tx: Queryable, coachId: string) {
  const [row] = await tx
    .select({
      galleryImages: instructorProfiles.galleryImages,
      profileImageUrl: instructorProfiles.profileImageUrl,
    })
    .from(instructorProfiles)
    .where(eq(instructorProfiles.userId, coachId))
    .for('update')
  if (!row) throw new AppError('not_found', 'no_such_profile', 'You have no coach’s profile yet.')
  return row
}

/** Deletes what is kept of pictures; a trigger remembers their files until they are gone. @returns their folders */
export async function removePictures(
  tx: Queryable,
  coachId: string,
  urls: readonly string[],
): Promise<string[]> {
  if (urls.length === 0) return []
  return await deletePictures(
    tx,
    and(eq(coachPictures.instructorId, coachId), inArray(coachPictures.url, [...urls])),
  )
}

/** Removes folders at once. What cannot be removed now is removed by the cleaning of stray files. */
export async function removeFiles({ db, files, log }: Removing, folders: readonly string[]): Promise<void> {
  for (const folder of folders)
    try {
      await files.removeFolder(folder)
      await db.delete(strayFiles).where(eq(strayFiles.storageKey, folder))
    } catch (err) {
      log.warn({ err }, 'the files of a picture wait to be removed')
    }
}

/** A coach may leave the page between the upload and the request, and come back. */
const UNNAMED_FOR_MS = 24 * 3_600_000

/** Removes documents that were uploaded a day ago and that no request names, with their files. @returns how many */
export async function cleanDocuments(services: Removing & Pick<Services, 'clock'>): Promise<number> {
  const { db, clock } = services
  const naming = db
    .select({ id: credentialRequests.id })
    .from(credentialRequests)
    .where(eq(credentialRequests.documentId, coachPictures.id))
  const folders = await deletePictures(
    db,
    and(
      eq(coachPictures.purpose, 'document'),
      lt(coachPictures.createdAt, clock.now() - UNNAMED_FOR_MS),
      notExists(naming),
    ),
  )
  await removeFiles(services, folders)
  return folders.length
}

const noPicture = () => new AppError('not_found', 'no_such_picture', 'This picture is not in your gallery.')
