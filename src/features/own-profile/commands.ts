import { lockSchedule } from '#features/availability/own-hours/commands.ts'
import { replaceQuestions } from '#features/bookings/intake/commands.ts'
import { listQuestions } from '#features/bookings/intake/queries.ts'
import { changeProfile, insertProfiles } from '#features/coaches/commands.ts'
import type { Actor } from '#platform/actor.ts'
import { tagOf } from '#platform/content-tag.ts'
import { AppError } from '#platform/errors.ts'
import { centsFromDollars } from '#platform/money.ts'
import type { Services } from '#ports/services.ts'
import { missingToBeSeen, type ProfileIssue, withoutIds } from './own-profile.ts'
import { findProfileRow, profileFormOf, readPlaces } from './queries.ts'
import type { ProfileWords } from './schema.ts'

type Has = Pick<Services, 'db' | 'clock'>

/**
 * Replaces the saved profile. Booked and held lessons keep their prices. Saving what is stored already succeeds: the
 * response to an earlier save may have been lost.
 * @param basedOn the tag of the profile the edit is based on
 * @returns the missing fields, when the profile is to be visible and is incomplete
 * @throws AppError changed_elsewhere, no_such_profile
 */
export async function saveProfile(
  services: Has,
  coachId: string,
  basedOn: string,
  words: ProfileWords,
): Promise<{ ok: true } | { ok: false; reason: 'not_ready'; issues: ProfileIssue[] }> {
  return await services.db.transaction(async (tx) => {
    await lockSchedule(tx, coachId)
    const row = await findProfileRow(tx, coachId)
    if (!row) throw new AppError('not_found', 'no_such_profile', 'You do not have a coaching profile yet.')
    const questions = await listQuestions(tx, coachId)
    const columns = columnsOf(words)
    const asksTheSame =
      !words.questions || tagOf(withoutIds(words.questions)) === tagOf(withoutIds(questions))
    const stored = Object.fromEntries(
      Object.keys(columns).map((key) => [key, row[key as keyof typeof columns]]),
    )
    const isStored = asksTheSame && tagOf(columns) === tagOf(stored)
    if (!isStored && tagOf(profileFormOf(row, questions)) !== basedOn) throw profileChangedElsewhere()
    const issues = words.isVisible
      ? missingToBeSeen(words, await readPlaces(tx, coachId, services.clock.now()))
      : []
    if (issues.length > 0) return { ok: false, reason: 'not_ready', issues }
    await changeProfile(tx, coachId, columns)
    if (words.questions && !asksTheSame) await replaceQuestions(tx, coachId, words.questions)
    return { ok: true }
  })
}

/** Creates a hidden profile for a coach who has none. Idempotent. */
export async function createProfile(services: Has, coach: Pick<Actor, 'userId' | 'fullName'>): Promise<void> {
  await insertProfiles(services.db, [
    { userId: coach.userId, displayName: coach.fullName.slice(0, 100), createdAt: services.clock.now() },
  ])
}

const centsOrNull = (dollars: string) => (dollars === '' ? null : centsFromDollars(dollars))

function columnsOf(words: ProfileWords) {
  const groupRate = centsOrNull(words.groupRate)
  const playingRate = centsOrNull(words.playingRate)
  return {
    displayName: words.displayName,
    bio: words.bio || null,
    gender: words.gender || null,
    yearsCoaching: words.years === '' ? null : Number(words.years),
    location: words.location || null,
    specialties: words.specialties,
    launchMonitor: words.launchMonitor || null,
    credentials: words.credentials,
    facilityTypes: words.facilityTypes,
    hourlyRate: centsFromDollars(words.hourlyRate),
    lessonDurations: words.durations.toSorted((a, b) => a - b),
    groupRate,
    groupSize: groupRate === null ? null : words.groupSize,
    groupBookable: groupRate !== null && words.groupBookable,
    playingRate,
    playingMinutes: playingRate === null ? null : words.playingMinutes,
    isVisible: words.isVisible,
    instantBookEnabled: words.instantBookEnabled,
  }
}

export const profileChangedElsewhere = () =>
  new AppError(
    'conflict',
    'changed_elsewhere',
    'This was changed in another window in the meantime. Nothing was overwritten.',
  )
