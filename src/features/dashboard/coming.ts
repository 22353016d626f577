import type { Dashboard, DashboardClinic } from './schema.ts'

/** A lesson or a date of a clinic that is to come. */
export type Coming =
  | { kind: 'lesson'; start: string; lesson: Dashboard['nextLessons'][number] }
  | { kind: 'clinic'; start: string; clinic: DashboardClinic }

/** What comes after today, soonest first. */
export const comingOf = ({ nextLessons, nextClinics }: Dashboard): Coming[] =>
  [
    ...nextLessons.map((lesson) => ({ kind: 'lesson' as const, start: lesson.start, lesson })),
    ...nextClinics.map((clinic) => ({ kind: 'clinic' as const, start: clinic.start, clinic })),
  ].sort((one, other) => Date.parse(one.start) - Date.parse(other.start))

/** A lesson or a date of a clinic of today. */
export type OfToday =
  | { kind: 'lesson'; start: string; lesson: Dashboard['todaysLessons'][number] }
  | { kind: 'clinic'; start: string; clinic: Dashboard['todaysClinics'][number] }

/** What takes place today, in order. */
export const todayOf = ({ todaysLessons, todaysClinics }: Dashboard): OfToday[] =>
  [
    ...todaysLessons.map((lesson) => ({ kind: 'lesson' as const, start: lesson.start, lesson })),
    ...todaysClinics.map((clinic) => ({ kind: 'clinic' as const, start: clinic.start, clinic })),
  ].sort((one, other) => Date.parse(one.start) - Date.parse(other.start))

/** `2 lessons and 1 clinic today`, `No lessons today` */
export function todayTitle(lessons: number, clinics: number): string {
  const counted = [count(lessons, 'lesson'), count(clinics, 'clinic')].filter(Boolean)
  return counted.length === 0 ? 'No lessons today' : `${counted.join(' and ')} today`
}

const count = (number: number, noun: string) =>
  number === 0 ? '' : `${number} ${noun}${number === 1 ? '' : 's'}`
