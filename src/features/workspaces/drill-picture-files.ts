import { and, eq, inArray, lt, notExists, sql } from 'drizzle-orm'
import { instructorProfiles } from '#features/coaches/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError, type Refused, refused } from '#platform/errors.ts'
import type { SanitizedFile, StoredFile } from '#platform/sanitize-image.ts'
import { strayFiles } from '#platform/tables.ts'
import { takePicture } from '#platform/take-picture.ts'
import { uuidV4 } from '#platform/uuid.ts'
import { storeFiles } from '#ports/files/store-files.ts'
import type { Services } from '#ports/services.ts'
import { type DrillPictureRefusal, drillPictureAddress, drillPictureLimits } from './drill-picture.ts'
import type { DrillPicture } from './schema.ts'
import { assignedDrills, drillPictures, drills, workspaces } from './tables.ts'

type Taking = Pick<Services, 'db' | 'clock' | 'files' | 'rateLimits'>
type Taken = { ok: true; picture: DrillPicture } | Refused<DrillPictureRefusal>

const UPLOADS_A_MINUTE = { points: 20, seconds: 60 }
const DAY = 86_400_000

/**
 * Takes a picture of a drill: looks at its bytes, makes it anew in our sizes, keeps that and forgets what was sent. It belongs to no
 * drill until one is saved with it.
 * @param clientId a UUID made by the uploader's browser: the same one again is the same picture
 * @throws AppError too_many_requests, no_such_profile
 */
export async function takeDrillPicture(
  services: Taking,
  coachId: string,
  body: ReadableStream<Uint8Array>,
  clientId: string | null,
): Promise<Taken> {
  await services.rateLimits.count('drill-picture', coachId, UPLOADS_A_MINUTE)
  const already = await findByClientId(services.db, coachId, clientId)
  const full = already ? null : await whyFull(services.db, coachId, services.clock.now())
  if (already || full) {
    await body.cancel()
    return already ? { ok: true, picture: already } : refused(full as DrillPictureRefusal)
  }
  return await takePicture(body, drillPictureLimits, (made) => keep(services, coachId, clientId, made))
}

async function keep(
  services: Taking,
  coachId: string,
  clientId: string | null,
  made: SanitizedFile[],
): Promise<Taken> {
  const stored = await storeFiles(services, 'drill-pictures', made)
  return await services.db.transaction(async (tx): Promise<Taken> => {
    // Two sent at once are counted one after the other.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`drill-pictures:${coachId}`}, 0))`)
    const first = await findByClientId(tx, coachId, clientId)
    if (first) return { ok: true, picture: first }
    const full = await whyFull(tx, coachId, services.clock.now())
    if (full) return refused(full)
    const row = { id: uuidV4(), instructorId: coachId, clientId, ...stored, alt: '' }
    await tx.insert(drillPictures).values({ ...row, createdAt: services.clock.now() })
    await tx.delete(strayFiles).where(eq(strayFiles.storageKey, stored.storageKey))
    return { ok: true, picture: shown(row) }
  })
}

/** Before anything is received, and again before it is kept: enough for a day, or in all. */
async function whyFull(db: Queryable, coachId: string, now: number): Promise<DrillPictureRefusal | null> {
  const [found] = await db
    .select({
      kept: sql<number>`count(${drillPictures.id})::int`,
      today: sql<number>`count(*) filter (where ${drillPictures.createdAt} > ${new Date(now - DAY)})::int`,
    })
    .from(instructorProfiles)
    .leftJoin(drillPictures, eq(drillPictures.instructorId, instructorProfiles.userId))
    .where(eq(instructorProfiles.userId, coachId))
    .groupBy(instructorProfiles.userId)
  if (!found) throw new AppError('not_found', 'no_such_profile', 'You have no coach’s profile yet.')
  if (found.today >= drillPictureLimits.uploadsADay) return 'too_many_today'
  return found.kept >= drillPictureLimits.most ? 'too_many_pictures' : null
}

async function findByClientId(db: Queryable, coachId: string, clientId: string | null) {
  if (!clientId) return null
  const [row] = await db
    .select()
    .from(drillPictures)
    .where(and(eq(drillPictures.instructorId, coachId), eq(drillPictures.clientId, clientId)))
  return row ? shown(row) : null
}

function shown({ id, alt, files }: { id: string; alt: string; files: readonly StoredFile[] }) {
  const { width, height } = files.at(-1) ?? { width: 1, height: 1 }
  const addressed = files.map(({ name, type, width }) => ({
    url: drillPictureAddress(id, name),
    type,
    width,
  }))
  return { id, alt, width, height, files: addressed } satisfies DrillPicture
}

/** Pictures by their ids. */
export async function readDrillPictures(
  db: Queryable,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, DrillPicture>> {
  const wanted = ids.filter((id) => id !== null)
  if (wanted.length === 0) return new Map()
  const rows = await db.select().from(drillPictures).where(inArray(drillPictures.id, wanted))
  return new Map(rows.map((row) => [row.id, shown(row)]))
}

/**
 * Where a file of a picture is, for those who may have it: its coach, and students who were given a drill with it.
 * @returns null for strangers and for what is not there
 */
export async function findDrillPictureFile(
  db: Queryable,
  viewerId: string,
  { id, name }: { id: string; name: string },
): Promise<{ key: string; file: StoredFile } | null> {
  const [row] = await db.select().from(drillPictures).where(eq(drillPictures.id, id))
  const file = row?.files.find((one) => one.name === name)
  if (!row?.storageKey || !file) return null
  if (row.instructorId !== viewerId) {
    const [given] = await db
      .select({ id: assignedDrills.id })
      .from(assignedDrills)
      .innerJoin(workspaces, eq(workspaces.id, assignedDrills.workspaceId))
      .where(and(eq(assignedDrills.pictureId, id), eq(workspaces.studentId, viewerId)))
      .limit(1)
    if (!given) return null
  }
  return { key: `${row.storageKey}/${name}`, file }
}

/** Says what a coach's own picture shows. @returns false when it is not theirs */
export async function describeDrillPicture(tx: Queryable, coachId: string, id: string, alt: string) {
  const changed = await tx
    .update(drillPictures)
    .set({ alt })
    .where(and(eq(drillPictures.id, id), eq(drillPictures.instructorId, coachId)))
    .returning({ id: drillPictures.id })
  return changed.length > 0
}

const unused = (db: Queryable) =>
  and(
    notExists(db.select({ id: drills.id }).from(drills).where(eq(drills.pictureId, drillPictures.id))),
    notExists(
      db
        .select({ id: assignedDrills.id })
        .from(assignedDrills)
        .where(eq(assignedDrills.pictureId, drillPictures.id)),
    ),
  )

/** Deletes a picture that no drill has any more; its files go with the cleaning of stray files. */
export async function forgetUnusedPicture(tx: Queryable, id: string): Promise<void> {
  await tx.delete(drillPictures).where(and(eq(drillPictures.id, id), unused(tx)))
}

/** Deletes pictures of the day before that no drill has: chosen and never saved. @returns how many */
export async function cleanDrillPictures({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const gone = await db
    .delete(drillPictures)
    .where(and(lt(drillPictures.createdAt, clock.now() - DAY), unused(db)))
    .returning({ id: drillPictures.id })
  return gone.length
}
