import { and, eq, inArray, lt, notExists } from 'drizzle-orm'
import { changeProfile, deletePictures, savePictureText } from '#features/coaches/commands.ts'
import { coachPictures, instructorProfiles } from '#features/coaches/tables.ts'
import { tagOf } from '#platform/content-tag.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { strayFiles } from '#platform/tables.ts'
import type { Services } from '#ports/services.ts'
import { profileChangedElsewhere } from '../commands.ts'
import { credentialRequests } from '../tables.ts'

type Removing = Pick<Services, 'db' | 'files' | 'log'>

/**
 * Reorders the gallery; its first picture is the cover. Pictures that were uploaded since stay at its end.
 * @param basedOn the tag of the order the move is based on
 * @throws AppError changed_elsewhere, also when the set of pictures differs
 */
export async function orderPictures(
  { db }: Pick<Services, 'db'>,
  coachId: string,
  { basedOn, urls }: { basedOn: string; urls: readonly string[] },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { galleryImages } = await lockProfile(tx, coachId)
    const known = galleryImages.slice(0, urls.length)
    const isSame = JSON.stringify(urls.toSorted()) === JSON.stringify(known.toSorted())
    if (tagOf(known) !== basedOn || !isSame) throw profileChangedElsewhere()
    await changeProfile(tx, coachId, { galleryImages: [...urls, ...galleryImages.slice(urls.length)] })
  })
}

/**
 * Sets the alternative text and caption of a gallery picture.
 * @throws AppError no_such_picture
 */
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

/**
 * Sets the alternative text of the portrait.
 * @throws AppError no_such_picture
 */
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

/**
 * Removes a picture from the gallery. Its URLs stop working in all sizes.
 * @throws AppError no_such_picture
 */
export async function removePicture(services: Removing, coachId: string, url: string): Promise<void> {
  const gone = await services.db.transaction(async (tx) => {
    const { galleryImages } = await lockProfile(tx, coachId)
    if (!galleryImages.includes(url)) throw noPicture()
    await changeProfile(tx, coachId, { galleryImages: galleryImages.filter((other) => other !== url) })
    return await removePictures(tx, coachId, [url])
  })
  await removeFiles(services, gone)
}

/** Removes the portrait; a missing one is not an error. */
export async function removePortrait(services: Removing, coachId: string): Promise<void> {
  const gone = await services.db.transaction(async (tx) => {
    const { profileImageUrl } = await lockProfile(tx, coachId)
    if (!profileImageUrl) return []
    await changeProfile(tx, coachId, { profileImageUrl: null })
    return await removePictures(tx, coachId, [profileImageUrl])
  })
  await removeFiles(services, gone)
}

/**
 * Locks a coach's profile until the end of the transaction, which serializes uploads, moves and removals.
 * @throws AppError no_such_profile
 */
export async function lockProfile(tx: Queryable, coachId: string) {
  const [row] = await tx
    .select({
      galleryImages: instructorProfiles.galleryImages,
      profileImageUrl: instructorProfiles.profileImageUrl,
    })
    .from(instructorProfiles)
    .where(eq(instructorProfiles.userId, coachId))
    .for('update')
  if (!row) throw new AppError('not_found', 'no_such_profile', 'You do not have a coaching profile yet.')
  return row
}

/**
 * Deletes the rows of pictures; a trigger records their files until they are deleted.
 * @returns their folders
 */
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

/** Deletes folders immediately. Failures are left to the cleanup of stray files. */
export async function removeFiles({ db, files, log }: Removing, folders: readonly string[]): Promise<void> {
  for (const folder of folders)
    try {
      await files.removeFolder(folder)
      await db.delete(strayFiles).where(eq(strayFiles.storageKey, folder))
    } catch (err) {
      log.warn({ err }, 'the files of a picture wait to be removed')
    }
}

/** A coach may leave the page between the upload and the request, and return later. */
const UNNAMED_FOR_MS = 24 * 3_600_000

/**
 * Removes documents uploaded more than a day ago that do not belong to a request, with their files.
 * @returns how many
 */
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
