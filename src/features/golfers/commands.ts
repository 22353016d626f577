import { and, count, eq, isNull, ne, sql } from 'drizzle-orm'
import { lockAccount } from '#features/accounts/access.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { dateIn } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { golferLimits, yearsOfBirth } from './golfer.ts'
import { golferOf } from './queries.ts'
import type { NewGolfer, PlayingGolfer } from './schema.ts'
import { golfers } from './tables.ts'

/**
 * Adds a golfer to an account. Adding the same one again returns the first.
 * @throws AppError too_many_golfers, same_golfer, bad_year_of_birth
 */
export async function addGolfer(services: Services, actor: Actor, input: NewGolfer): Promise<PlayingGolfer> {
  const values = checkedGolfer(input, services.clock.now())
  return await services.db.transaction(async (tx) => {
    await lockAccount(tx, actor.userId)
    const same = await findNamed(tx, actor.userId, values.name)
    if (same && same.relation === values.relation && same.yearOfBirth === values.yearOfBirth) return same
    if (same) throw sameName(values.name)
    const [held] = await tx
      .select({ golfers: count() })
      .from(golfers)
      .where(and(eq(golfers.accountId, actor.userId), isNull(golfers.removedAt)))
    if ((held?.golfers ?? 0) >= golferLimits.golfers)
      throw new AppError(
        'conflict',
        'too_many_golfers',
        `An account has at most ${golferLimits.golfers} golfers. Remove one first.`,
      )
    const [row] = await tx
      .insert(golfers)
      .values({ ...values, accountId: actor.userId })
      .returning()
    const added = golferOf(row ?? null)
    if (!added) throw new Error('the golfer was not stored')
    return added
  })
}

/**
 * Changes a golfer of an account. Lessons of before show the new name.
 * @throws AppError no_such_golfer, same_golfer, bad_year_of_birth; impersonating when an admin who acts as the owner makes a child an
 *   adult
 */
export async function changeGolfer(
  services: Services,
  actor: Actor,
  { golferId, ...input }: NewGolfer & { golferId: string },
): Promise<PlayingGolfer> {
  const values = checkedGolfer(input, services.clock.now())
  return await services.db.transaction(async (tx) => {
    await lockAccount(tx, actor.userId)
    if (await findNamed(tx, actor.userId, values.name, golferId)) throw sameName(values.name)
    // Clips of adults need no consent, and only the owner decides about clips of a child.
    if (actor.impersonatedBy && values.relation === 'adult') {
      const [before] = await tx.select().from(golfers).where(isOwn(actor.userId, golferId))
      if (before?.relation === 'child')
        throw new AppError('not_allowed', 'impersonating', 'You cannot do this while acting as another user.')
    }
    const [row] = await tx
      .update(golfers)
      .set({ ...values, ...(values.relation === 'adult' ? { clipsAllowedAt: null } : {}) })
      .where(isOwn(actor.userId, golferId))
      .returning()
    const changed = golferOf(row ?? null)
    if (!changed) throw noSuchGolfer()
    return changed
  })
}

/**
 * Records or withdraws the guardian's consent to clips of a child. Without it, no clip of the child can be added, and coaches see none.
 * @throws AppError no_such_golfer, also for adults
 */
export async function allowClips(
  { db, clock }: Services,
  actor: Actor,
  { golferId, allowed }: { golferId: string; allowed: boolean },
): Promise<void> {
  const isKnown = allowed ? isNull(golfers.clipsAllowedAt) : undefined
  const child = and(isOwn(actor.userId, golferId), eq(golfers.relation, 'child'))
  await db.transaction(async (tx) => {
    const [found] = await tx.select({ id: golfers.id }).from(golfers).where(child).for('update')
    if (!found) throw noSuchGolfer()
    // Allowing again keeps the time of the first consent.
    await tx
      .update(golfers)
      .set({ clipsAllowedAt: allowed ? clock.now() : null })
      .where(and(child, isKnown))
  })
}

/**
 * Removes a golfer from an account. Lessons and video reviews of before keep the name; without any, nothing is kept.
 * @throws AppError no_such_golfer, golfer_has_lessons when lessons are held or to come, golfer_has_reviews when video reviews are
 *   at the checkout or not answered
 */
export async function removeGolfer(services: Services, actor: Actor, golferId: string): Promise<void> {
  const now = services.clock.now()
  await services.db.transaction(async (tx) => {
    // Waits for bookings and video reviews that name the golfer, and makes later ones wait.
    const [golfer] = await tx.select().from(golfers).where(isOwn(actor.userId, golferId)).for('update')
    if (!golfer) throw noSuchGolfer()
    const lessons = await services.answers.lessons_of_golfer(tx, {
      accountId: actor.userId,
      golferId,
      now,
    })
    if (lessons.coming > 0)
      throw new AppError(
        'conflict',
        'golfer_has_lessons',
        `${golfer.name} has ${lessons.coming === 1 ? 'a lesson' : `${lessons.coming} lessons`} coming up. Cancel ${lessons.coming === 1 ? 'it' : 'them'} first, or remove ${golfer.name} afterward.`,
      )
    const reviews = await services.answers.video_reviews_of_golfer(tx, golferId)
    // The videos of a golfer are deleted with the golfer.
    if (reviews.open > 0)
      throw new AppError(
        'conflict',
        'golfer_has_reviews',
        `${golfer.name} has ${reviews.open === 1 ? 'a video review that is' : `${reviews.open} video reviews that are`} not answered yet. Remove ${golfer.name} afterward.`,
      )
    if (lessons.all === 0 && reviews.all === 0) await tx.delete(golfers).where(eq(golfers.id, golferId))
    else
      await tx
        .update(golfers)
        .set({ removedAt: now, yearOfBirth: null, clipsAllowedAt: null })
        .where(eq(golfers.id, golferId))
  })
}

/**
 * Checks before a booking or a video review is written that its golfer belongs to the student, and keeps the golfer from being removed until the transaction
 * ends.
 * @throws AppError no_such_golfer
 */
export async function checkGolfer(
  tx: Queryable,
  studentId: string,
  golferId: string | null | undefined,
): Promise<void> {
  if (!golferId) return
  const found = await tx.execute(sql`
    select from golfers where id = ${golferId}::uuid and account_id = ${studentId}::uuid and removed_at is null for key share`)
  if (found.rows.length === 0) throw noSuchGolfer()
}

const isOwn = (accountId: string, golferId: string) =>
  and(eq(golfers.id, golferId), eq(golfers.accountId, accountId), isNull(golfers.removedAt))

/** The values to store. @throws AppError bad_year_of_birth */
function checkedGolfer({ name, relation, yearOfBirth }: NewGolfer, now: number) {
  if (relation === 'adult') return { name, relation, yearOfBirth: null }
  const { first, last } = yearsOfBirth(Number(dateIn(now, 'UTC').slice(0, 4)))
  if (yearOfBirth === undefined || yearOfBirth < first || yearOfBirth > last)
    throw new AppError(
      'bad_input',
      'bad_year_of_birth',
      `A child is born between ${first} and ${last}. Choose “An adult” for everyone older.`,
    )
  return { name, relation, yearOfBirth }
}

/** A golfer of the account with this name, regardless of capital letters. */
async function findNamed(tx: Queryable, accountId: string, name: string, besides?: string) {
  const [found] = await tx
    .select()
    .from(golfers)
    .where(
      and(
        eq(golfers.accountId, accountId),
        isNull(golfers.removedAt),
        eq(sql`lower(${golfers.name})`, sql`lower(${name})`),
        besides ? ne(golfers.id, besides) : undefined,
      ),
    )
  return golferOf(found ?? null)
}

const sameName = (name: string) =>
  new AppError('conflict', 'same_golfer', `You have added ${name} already. Use another name.`)

const noSuchGolfer = () => new AppError('not_found', 'no_such_golfer', 'This golfer is not on your account.')
