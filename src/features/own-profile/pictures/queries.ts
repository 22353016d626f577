import { and, eq, inArray } from 'drizzle-orm'
import { coachPictures, instructorProfiles } from '#features/coaches/tables.ts'
import { tagOf } from '#platform/content-tag.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { StoredFile } from '#platform/sanitize-image.ts'
import type { OwnGallery } from './schema.ts'

/**
 * A coach's gallery in order, with the portrait.
 * @throws AppError no_such_profile
 */
export async function readOwnGallery(db: Queryable, coachId: string): Promise<OwnGallery> {
  const coach = instructorProfiles
  const [row] = await db
    .select({ urls: coach.galleryImages, portrait: coach.profileImageUrl })
    .from(coach)
    .where(eq(coach.userId, coachId))
  if (!row) throw new AppError('not_found', 'no_such_profile', 'You do not have a coaching profile yet.')
  const words = await db
    .select({ url: coachPictures.url, alt: coachPictures.alt, caption: coachPictures.caption })
    .from(coachPictures)
    .where(eq(coachPictures.instructorId, coachId))
  const wordsOf = (url: string) => words.find((one) => one.url === url) ?? { url, alt: '', caption: '' }
  return {
    tag: tagOf(row.urls),
    pictures: row.urls.map(wordsOf),
    portrait: row.portrait === null ? null : { url: row.portrait, alt: wordsOf(row.portrait).alt },
  }
}

/** A file of a visible picture; null for removed pictures and for documents. */
export async function findShownFile(
  db: Queryable,
  pictureId: string,
  name: string,
): Promise<{ key: string; file: StoredFile } | null> {
  const [row] = await db
    .select({ storageKey: coachPictures.storageKey, files: coachPictures.files })
    .from(coachPictures)
    .where(and(eq(coachPictures.id, pictureId), inArray(coachPictures.purpose, ['portrait', 'gallery'])))
  const file = row?.files.find((one) => one.name === name)
  return row?.storageKey && file ? { key: `${row.storageKey}/${file.name}`, file } : null
}

/** A file of a document, for its coach and for admins; null for other users. */
export async function findDocumentFile(
  db: Queryable,
  viewer: { userId: string; role: string },
  pictureId: string,
  name: string,
): Promise<{ key: string; file: StoredFile } | null> {
  if (viewer.role !== 'coach' && viewer.role !== 'admin') return null
  const [row] = await db
    .select({ storageKey: coachPictures.storageKey, files: coachPictures.files })
    .from(coachPictures)
    .where(
      and(
        eq(coachPictures.id, pictureId),
        eq(coachPictures.purpose, 'document'),
        viewer.role === 'admin' ? undefined : eq(coachPictures.instructorId, viewer.userId),
      ),
    )
  const file = row?.files.find((one) => one.name === name)
  return row?.storageKey && file ? { key: `${row.storageKey}/${file.name}`, file } : null
}
