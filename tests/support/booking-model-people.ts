import { closeAccount, readClosing } from '#features/accounts/account-deletion/commands.ts'
import { closeForPerson } from '#features/accounts/admin-acts/commands.ts'
import { suspensionActs } from '#features/accounts/admin-acts/suspension.ts'
import { addPlace, removePlace } from '#features/own-profile/places.ts'
import type { Audit } from '#platform/audit-log.ts'
import { attempt, isAway, MODEL_PASSWORD, personAt, pick, type Season } from './booking-model-season.ts'
import type { PersonStep } from './booking-model-steps.ts'

/** Other tests cover the audit log. */
export const noAudit: Audit = { record: async () => undefined }

/** Suspends, reinstates or closes an account. */
export async function changePerson(season: Season, step: PersonStep): Promise<void> {
  const { userId } = personAt(season, step.who)
  if (step.do === 'close') return await close(season, userId, step.by)
  if (step.do === 'suspend') return await suspend(season, userId, step.promises)
  return await lift(season, userId)
}

async function suspend(season: Season, userId: string, promises: 'keep' | 'cancel') {
  const { services, admin: actor } = season
  if (isAway(season, userId)) return
  const act = suspensionActs[promises === 'keep' ? 'suspend' : 'suspend-and-refund']
  const by = { actor, reason: 'The model suspends' }
  const done = await services.db.transaction((tx) => act.run(services, tx, [userId], by))
  if (done.length === 0) return
  season.away.set(userId, 'suspended')
  if (season.isCrowded) season.hadCrowdedLeaving = true
}

/** Lifts a suspension, and checks that packages are extended by its duration. */
export async function lift(season: Season, userId: string): Promise<void> {
  const { services, admin: actor } = season
  if (season.away.get(userId) !== 'suspended') return
  const before = await listOpenPackages(season, userId)
  await services.db.transaction((tx) =>
    suspensionActs.lift.run(services, tx, [userId], { actor, reason: null }),
  )
  season.away.delete(userId)
  const after = await listOpenPackages(season, userId)
  for (const { id, expiresAt, suspendedMs } of before) {
    const now = after.find((one) => one.id === id)
    if (now && now.expiresAt < expiresAt + suspendedMs && !season.isCrowded)
      season.wrong.push('a suspension took time from a package, and lifting it gave it not back')
  }
}

/**
 * Lists the open packages of a coach or student.
 * @returns instants in milliseconds since 1970, UTC, and the duration of the account's suspension so far
 */
async function listOpenPackages({ pool }: Season, userId: string) {
  const { rows } = await pool.query<{ id: string; expires: string; suspended: string; unused: number }>(
    `select k.id, round(extract(epoch from k.expires_at) * 1000) as expires,
       (select count(*)::int from lesson_credits c where c.package_id = k.id and c.status = 'available') as unused,
       round(extract(epoch from current_instant() - greatest(p.suspended_at, k.created_at)) * 1000) as suspended
     from lesson_packages k join profiles p on p.id = $1
     where $1 in (k.instructor_id, k.student_id) and k.ended_at is null`,
    [userId],
  )
  return rows.map(({ id, expires, suspended, unused }) => ({
    id,
    unused,
    expiresAt: Number(expires),
    suspendedMs: Number(suspended),
  }))
}

/** Like the page, first reads what will end, and sends the total refund with the request. */
export async function close(season: Season, userId: string, by: 'oneself' | 'admin'): Promise<void> {
  const { services, admin } = season
  if (season.away.get(userId) === 'closed' || (by === 'oneself' && isAway(season, userId))) return
  season.leaving.set(userId, by)
  await attempt(async () => {
    const { refundCents } = await readClosing(services, userId, by === 'admin' ? 'admin' : 'owner')
    if (by === 'admin')
      await closeForPerson(services, { actor: admin, audit: noAudit }, { userId, refundCents })
    else {
      const actor = [season.coach, ...season.students].find((one) => one.userId === userId)
      if (actor) await closeAccount(services, actor, { password: MODEL_PASSWORD, refundCents })
    }
    season.away.set(userId, 'closed')
    season.leaving.delete(userId)
    if (season.isCrowded) season.hadCrowdedLeaving = true
    const left = await listOpenPackages(season, userId)
    if (left.some(({ unused }) => unused > 0) && !season.isCrowded)
      season.wrong.push('somebody left, and a package with lessons to take is still open')
  })
}

/** The coach removes a place, with or without lessons, unless it is the last one. */
export async function takePlaceAway(season: Season, at: number): Promise<void> {
  const { services, coach } = season
  const place = pick(season.places, at)
  if (!place || isAway(season, coach.userId)) return
  await attempt(async () => {
    const removed = await removePlace(services, coach.userId, {
      placeId: place.id,
      keepLessons: true,
      hours: 'remove',
    })
    if (removed.ok) season.places = season.places.filter(({ id }) => id !== place.id)
  })
}

/** Adds another place in Charlotte and makes it the primary one. */
export async function makePlace(season: Season): Promise<void> {
  const { services, coach } = season
  if (isAway(season, coach.userId)) return
  const name = `Range ${season.places.length} of ${season.lessons.length}`
  const form = { locationName: name, address: '3 Range Road', zip: '28202', isPrimary: true }
  const added = await addPlace(services, coach.userId, { ...form, hours: 'regular' })
  if (added.ok) season.places.push({ id: added.placeId, name, zone: 'America/New_York' })
}
