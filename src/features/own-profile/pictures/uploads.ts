import { and, eq, sql } from 'drizzle-orm'
import { changeProfile, insertPicture } from '#features/coaches/commands.ts'
import { pictureAddress } from '#features/coaches/pictures.ts'
import { coachPictures } from '#features/coaches/tables.ts'
import { AppError, type Refused, refused } from '#platform/errors.ts'
import type { Crop, SanitizedFile, StoredFile } from '#platform/sanitize-image.ts'
import { strayFiles } from '#platform/tables.ts'
import { takePicture } from '#platform/take-picture.ts'
import { uuidV4 } from '#platform/uuid.ts'
import { storeFiles } from '#ports/files/store-files.ts'
import type { Services } from '#ports/services.ts'
import { lockProfile, removeFiles, removePictures } from './commands.ts'
import { type PictureRefusal, pictureLimits } from './picture.ts'
import type { UploadedPicture } from './schema.ts'

type Taking = Pick<Services, 'db' | 'clock' | 'files' | 'rateLimits' | 'log'>
type Taken = ({ ok: true } & UploadedPicture) | Refused<PictureRefusal>

const UPLOADS_A_MINUTE = { points: 40, seconds: 60 }
/** Documents that were uploaded and no request names. */
const DOCUMENTS = 10

interface Wanted {
  purpose: 'portrait' | 'gallery' | 'document'
  /** A UUID made by the uploader's browser: the same one again is the same picture. */
  clientId: string | null
  /** The square of a portrait. */
  crop: Crop
}

/**
 * Takes a picture a coach wants to show: looks at its bytes, makes it anew, keeps that and forgets what was sent. A picture of the
 * gallery is its last one from then on, a portrait takes the place of the one before.
 * @throws AppError too_many_requests, no_such_profile
 */
export async function takeCoachPicture(
  services: Taking,
  coachId: string,
  body: ReadableStream<Uint8Array>,
  wanted: Wanted,
): Promise<Taken> {
  await services.rateLimits.count('coach-picture', coachId, UPLOADS_A_MINUTE)
  const already = wanted.clientId && (await findByClientId(services, coachId, wanted.clientId))
  if (already) {
    await body.cancel()
    return { ok: true, ...already }
  }
  const full = await whyFull(services, coachId, wanted.purpose)
  if (full) return refused(full)
  const isPortrait = wanted.purpose === 'portrait'
  const least = isPortrait ? pictureLimits.narrowest / 4 : pictureLimits.narrowest
  return await takePicture(
    body,
    pictureLimits,
    async (made): Promise<Taken> => {
      const { width, height } = made.at(-1) ?? { width: 0, height: 0 }
      if (Math.min(width, height) < least) return refused('too_small')
      return await keep(services, coachId, wanted, made)
    },
    isPortrait ? wanted.crop : undefined,
  )
}

async function keep(
  services: Taking,
  coachId: string,
  { purpose, clientId }: Wanted,
  made: SanitizedFile[],
): Promise<Taken> {
  const id = uuidV4()
  const kept = await storeFiles(services, 'coach-pictures', made)
  const { storageKey } = kept
  const url = urlOf(id, purpose, kept.files)
  const { outcome, gone } = await services.db.transaction(
    async (tx): Promise<{ outcome: Taken; gone: string[] }> => {
      const { galleryImages, profileImageUrl } = await lockProfile(tx, coachId)
      if (purpose === 'gallery' && galleryImages.length >= pictureLimits.most)
        return { outcome: refused('gallery_full'), gone: [storageKey] }
      const createdAt = services.clock.now()
      const picture = { id, instructorId: coachId, purpose, url, clientId, ...kept, createdAt }
      if (!(await insertPicture(tx, picture))) {
        // The same one came twice at once: the other was first, and these files go.
        const first = clientId && (await findByClientId({ ...services, db: tx }, coachId, clientId))
        if (!first) throw new Error('a picture that was there a moment ago is gone')
        return { outcome: { ok: true, ...first }, gone: [storageKey] }
      }
      await tx.delete(strayFiles).where(eq(strayFiles.storageKey, storageKey))
      if (purpose === 'gallery') await changeProfile(tx, coachId, { galleryImages: [...galleryImages, url] })
      if (purpose === 'portrait') await changeProfile(tx, coachId, { profileImageUrl: url })
      const before = purpose === 'portrait' && profileImageUrl ? [profileImageUrl] : []
      return { outcome: { ok: true, id, url }, gone: await removePictures(tx, coachId, before) }
    },
  )
  await removeFiles(services, gone)
  return outcome
}

function urlOf(id: string, purpose: Wanted['purpose'], files: readonly StoredFile[]): string {
  const widest = files.at(-1)?.name ?? 'none.jpg'
  // A face is shown small: the smallest copy does.
  const name =
    purpose === 'portrait' ? (files.find(({ type }) => type === 'image/webp')?.name ?? widest) : widest
  return purpose === 'document' ? `/files/credential-documents/${id}/${name}` : pictureAddress(id, name)
}

async function findByClientId(
  { db }: { db: Pick<Services['db'], 'select'> },
  coachId: string,
  clientId: string,
): Promise<UploadedPicture | null> {
  const [found] = await db
    .select({ id: coachPictures.id, url: coachPictures.url })
    .from(coachPictures)
    .where(and(eq(coachPictures.instructorId, coachId), eq(coachPictures.clientId, clientId)))
  return found ?? null
}

/** Before anything is received: a full gallery, or enough for a day. */
async function whyFull(
  { db, clock }: Taking,
  coachId: string,
  purpose: Wanted['purpose'],
): Promise<PictureRefusal | null> {
  const dayAgo = new Date(clock.now() - 86_400_000)
  // Raw: three counts over one pass of the rows.
  const found = await db.execute<{ today: number; documents: number; gallery: number | null }>(sql`
    select count(*) filter (where p.created_at > ${dayAgo})::int as today,
      count(*) filter (where p.purpose = 'document')::int as documents,
      (select cardinality(gallery_images) from instructor_profiles where user_id = ${coachId}::uuid) as gallery
    from coach_pictures p where p.instructor_id = ${coachId}::uuid and p.storage_key is not null`)
  const { today, documents, gallery } = found.rows[0] ?? { today: 0, documents: 0, gallery: null }
  if (gallery === null) throw new AppError('not_found', 'no_such_profile', 'You have no coach’s profile yet.')
  if (today >= pictureLimits.uploadsADay) return 'too_many_files'
  if (purpose === 'document' && documents >= DOCUMENTS) return 'too_many_files'
  return purpose === 'gallery' && gallery >= pictureLimits.most ? 'gallery_full' : null
}
