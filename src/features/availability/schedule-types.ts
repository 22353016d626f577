import type { CancellationPolicy } from '#features/coaches/coach.ts'
import type { Cents } from '#platform/money.ts'
import type { Drive, LessonAtPlace, ScheduleRules } from './availability.ts'
import type { CalendarHours } from './weekly-hours.ts'

/**
 * The place of lessons. For a coach without teaching places, `id` is null and the coach's general location
 * and zone are used.
 */
export interface LessonPlace {
  id: string | null
  name: string
  address: string | null
  city: string | null
  state: string | null
  zip: string | null
  /** The IANA zone in which dates and times of lessons are shown. */
  zone: string
}

/** A coach's rules and occupied times at one place, read at one instant. */
export interface Schedule {
  instructorId: string
  coachName: string
  /** Students can find the coach: the profile is visible and the account open. */
  isListed: boolean
  /** False while the coach is suspended, and after the account is closed: no new lessons can be booked. */
  mayTeach: boolean
  instantBookEnabled: boolean
  /** Instant booking is paused because one of the coach's calendars could not be read for too long. */
  isPaused: boolean
  hourlyRateCents: Cents
  /** Minutes, ascending. */
  durations: number[]
  /** What the coach says about groups and lessons on the course; see `bookings/lesson-kinds.ts`. */
  groupLessons: { hourlyRateCents: Cents; size: number; isBookable: boolean } | null
  playingRateCents: Cents | null
  /** Minutes. */
  playingMinutes: number | null
  /** The coach's cancellation policy. */
  cancellationPolicy: CancellationPolicy
  /**
   * Bookings with this coach are demonstrations: they involve no money, and only demo accounts can make them.
   */
  takesDemoBookings: boolean
  /** The coach takes part in exit offers. */
  fundsExitOffers: boolean
  /** The coach asks students questions before a booking; saving them changes the version. */
  asksQuestions: boolean
  location: LessonPlace
  /** Compared when a lesson is booked, to detect changes of the rules since they were read. */
  version: number
  rules: ScheduleRules
  /** The coach's lessons and the drives between the coach's places, from which `rules.busy` is derived. */
  lessons: LessonAtPlace[]
  drives: Drive[]
  /** All weekly hours, including hours that do not count at this place or for instant booking. */
  week: CalendarHours[]
  /** The calendar that students book into; null: all calendars. */
  instantBookCalendarId: string | null
  /** Only hours of the place's own calendars count there, not hours without a place. */
  hasOwnHours: boolean
}

export interface ScheduleRequest {
  /**
   * The dates whose lessons matter, `yyyy-MM-dd` in the place's zone; when omitted, the whole booking window.
   */
  from?: string | undefined
  to?: string | undefined
  /** Milliseconds UTC; holds that expired before this instant are ignored. */
  now: number
  /**
   * A teaching place of this coach. When omitted: the place of `bookingToIgnore`, or else the coach's primary
   * place.
   */
  locationId?: string | undefined
  /** A booking that is being moved. It is not counted as occupied, and it keeps its place. */
  bookingToIgnore?: string | undefined
}

/** The earliest time a coach can be booked; `start` is milliseconds UTC, to be displayed in `zone`. */
export interface NextOpening {
  start: number
  durationMinutes: number
  zone: string
}

/** A lesson or a date of a clinic that occupies time, with details visible only to the coach. */
export interface LessonThere {
  id: string
  /** Milliseconds since 1970, UTC. */
  start: number
  end: number
  durationMinutes: number
  zone: string
  title: string
  /** Null for a date of a clinic. */
  student: string | null
  /** The seats of a clinic, those taken are paid or held; null for a lesson. */
  seats: { taken: number; all: number } | null
  place: string
  isHeld: boolean
}

/** An entry of one of the coach's other calendars with its title, visible only to the coach. */
export interface EntryThere {
  id: string
  /** Milliseconds since 1970, UTC. */
  start: number
  end: number
  title: string | null
  calendar: string
}
