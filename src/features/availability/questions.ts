import type { EntryThere, LessonThere, NextOpening, Schedule, ScheduleRequest } from './schedule-types.ts'

/**
 * Queries that availability delegates to features above it, which register their answers in `app/answers.ts`.
 * Types only.
 */
export interface AvailabilityQuestions {
  /** The inputs of a coach's slots; null for an unknown coach, or a place that is not the coach's. */
  coach_schedule: { about: { coachId: string; request: ScheduleRequest }; answer: Schedule | null }
  /**
   * The first open time of each coach.
   * @param about.now milliseconds since 1970, UTC
   */
  next_openings: {
    about: { instructorIds: readonly string[]; now: number }
    answer: ReadonlyMap<string, NextOpening>
  }
  /** Lessons, open holds and dates of published clinics of a coach that may fall on the given dates, in the zone of any place. */
  lessons_on_dates: {
    about: { coachId: string; from: string; to: string; now: number }
    answer: LessonThere[]
  }
  /**
   * Entries of the coach's other calendars near a lesson.
   * @param about.start milliseconds since 1970, UTC
   */
  calendar_entries_around: {
    about: { coachId: string; start: number; durationMinutes: number }
    answer: EntryThere[]
  }
}

declare module '#platform/answers.ts' {
  interface Questions extends AvailabilityQuestions {}
}
