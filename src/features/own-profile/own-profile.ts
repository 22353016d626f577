import type { LessonRates } from '#features/bookings/lesson-kinds.ts'
import type { CoachProfile } from '#features/coaches/schema.ts'
import { centsFromDollars } from '#platform/money.ts'
import { profileLimits } from './profile-limits.ts'
import type { OwnPlace, OwnProfile, ProfileWords } from './schema.ts'

/** A coach's own profile: required fields, changes and preview. Pure. */

export type ProfileIssue = { path: string; message: string }

/** The missing fields of a profile that is to be visible to students. */
export function missingToBeSeen(
  words: Pick<ProfileWords, 'bio' | 'specialties'>,
  places: readonly unknown[],
): ProfileIssue[] {
  const missing: ProfileIssue[] = []
  if (words.bio.trim().length < profileLimits.shortestBio)
    missing.push({
      path: 'bio',
      message: `Tell students a sentence or two about yourself: at least ${profileLimits.shortestBio} characters`,
    })
  if (words.specialties.length === 0)
    missing.push({ path: 'specialties', message: 'Choose at least one thing you teach' })
  if (places.length === 0) missing.push({ path: 'places', message: 'Add the place where you teach' })
  return missing
}

/** Field labels for messages about changes. */
export const fieldNames: Record<keyof ProfileWords, string> = {
  displayName: 'Name',
  bio: 'About you',
  gender: 'Gender',
  years: 'Years of coaching',
  location: 'Location',
  specialties: 'Specialties',
  launchMonitor: 'Launch monitor',
  credentials: 'Credentials',
  facilityTypes: 'Kind of place',
  hourlyRate: 'Price per hour',
  durations: 'Lesson lengths',
  groupRate: 'Price of group lessons',
  groupSize: 'Size of a group',
  groupBookable: 'Booking of group lessons',
  playingRate: 'Price of playing lessons',
  playingMinutes: 'Length of playing lessons',
  isVisible: 'Visible to students',
  instantBookEnabled: 'Instant booking',
  questions: 'Questions for students',
}

const fields = Object.keys(fieldNames) as (keyof ProfileWords)[]

/** Questions as students read them. The ids are left out, because new questions have none until they are saved. */
export const withoutIds = (questions: readonly { question: string; isRequired: boolean }[]) =>
  questions.map(({ question, isRequired }) => ({ question, isRequired }))

const contentOf = (words: OwnProfile['words'], field: keyof ProfileWords) =>
  JSON.stringify(field === 'questions' ? withoutIds(words.questions) : words[field])

/** The fields in which two versions differ, in page order. */
export const changedFields = (
  before: OwnProfile['words'],
  after: OwnProfile['words'],
): (keyof ProfileWords)[] => fields.filter((field) => contentOf(before, field) !== contentOf(after, field))

/**
 * Rebases the user's changes on the version that another window saved: changed fields keep the user's values,
 * all others get the saved ones.
 * @param base the version the edit is based on
 */
export function rebase<Words extends OwnProfile['words']>(base: Words, mine: Words, latest: Words): Words {
  const changed = new Set(changedFields(base, mine))
  return Object.fromEntries(
    Object.entries(latest).map(([field, value]) => [
      field,
      changed.has(field as keyof ProfileWords) ? mine[field as keyof Words] : value,
    ]),
  ) as Words
}

/**
 * The user's changes that were made while a save was running, on top of the saved version.
 * @param sent the version that was saved
 * @returns null when nothing was changed meanwhile
 */
export const changedSince = (
  sent: OwnProfile['words'],
  now: OwnProfile['words'],
  saved: OwnProfile['words'],
): OwnProfile['words'] | null => (changedFields(sent, now).length === 0 ? null : rebase(sent, now, saved))

const isPrice = (typed: string) => /^\d{1,5}(\.\d{1,2})?$/.test(typed.trim())
/**
 * Parses a price.
 * @returns null while the text is not a price
 */
export const priceOf = (typed: string) => (isPrice(typed) ? centsFromDollars(typed.trim()) : null)

/** The prices of lessons as they are typed. */
export function ratesOf(words: OwnProfile['words']): LessonRates {
  const groupRate = priceOf(words.groupRate)
  return {
    hourlyRateCents: priceOf(words.hourlyRate) ?? 0,
    groupLessons:
      groupRate === null
        ? null
        : { hourlyRateCents: groupRate, size: words.groupSize, isBookable: words.groupBookable },
    playingRateCents: priceOf(words.playingRate),
  }
}

/** The public profile with the unsaved changes. */
export function withWords(
  coach: CoachProfile,
  words: OwnProfile['words'],
  places: readonly OwnPlace[],
): CoachProfile {
  const [primary] = places
  const { groupLessons, playingRateCents } = ratesOf(words)
  return {
    ...coach,
    name: words.displayName.trim() || coach.name,
    bio: words.bio.trim() || coach.bio,
    location: words.location.trim() || (primary ? `${primary.city}, ${primary.state}` : coach.location),
    specialties: words.specialties,
    credentials: words.credentials.map((line) => line.trim()).filter(Boolean),
    launchMonitor: words.launchMonitor.trim() || null,
    yearsCoaching: words.years.trim() === '' ? null : Number(words.years) || 0,
    hourlyRateCents: priceOf(words.hourlyRate) ?? coach.hourlyRateCents,
    durations: words.durations.length > 0 ? words.durations : coach.durations,
    groupLessons,
    playingRateCents,
    playingMinutes: playingRateCents === null ? null : words.playingMinutes,
    instantBookEnabled: words.instantBookEnabled,
  }
}
