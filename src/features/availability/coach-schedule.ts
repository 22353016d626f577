import type { CancellationPolicy } from '#features/coaches/coach.ts'
import type { Cents } from '#platform/money.ts'
import type { Drive, LessonAtPlace, ScheduleRules } from './availability.ts'
import type { CalendarHours } from './teaching-day.ts'

/** Where lessons take place. Without a teaching place of their own: `id` null and the coach's general location and zone. */
export interface LessonPlace {
  id: string | null
  name: string
  address: string | null
  city: string | null
  state: string | null
  /** IANA name; dates and times of lessons are told in it. */
  zone: string
}

/** A coach's rules and occupied times at one place, as of one moment. */
export interface Schedule {
  instructorId: string
  coachName: string
  /** Students find the coach: visible, with an open account. */
  isListed: boolean
  /** False while the coach is suspended, and once the account is closed: nobody takes a time. */
  mayTeach: boolean
  instantBookEnabled: boolean
  /** Nobody books at once: a calendar of the coach could not be read for too long. */
  isPaused: boolean
  hourlyRateCents: Cents
  /** Minutes, ascending. */
  durations: number[]
  /** The coach's terms of cancelling. */
  cancellationPolicy: CancellationPolicy
  /** Bookings here are demonstrations: no money moves, and only demo accounts make them. */
  takesDemoBookings: boolean
  location: LessonPlace
  /** Says, when a lesson is booked, whether the rules read here still hold. */
  version: number
  rules: ScheduleRules
  /** What occupies the coach's time, and the drives between her places: `rules.busy` is made of them. */
  lessons: LessonAtPlace[]
  drives: Drive[]
  /** All weekly hours, those that don't count at this place or for instant booking among them. */
  week: CalendarHours[]
  /** The calendar students book into; null: all of them. */
  instantBookCalendarId: string | null
  /** Only hours of the place's own calendars count there, not those without a place. */
  hasOwnHours: boolean
}

export interface ScheduleRequest {
  /** The dates whose lessons matter, `yyyy-MM-dd` at the place; left out: the whole booking window. */
  from?: string | undefined
  to?: string | undefined
  /** Milliseconds UTC; holds that ran out by then occupy nothing. */
  now: number
  /** A teaching place of this coach. Left out: the place of `bookingToIgnore`, else the coach's primary place. */
  locationId?: string | undefined
  /** A booking that is about to be moved. It is not in its own way, and it stays at the place it was booked at. */
  bookingToIgnore?: string | undefined
}

/** The earliest time a coach can be booked; `start` is milliseconds UTC, to be told in `zone`. */
export interface NextOpening {
  start: number
  durationMinutes: number
  zone: string
}

/** A lesson that occupies time, for the coach alone. */
export interface LessonThere {
  id: string
  /** Milliseconds since 1970, UTC. */
  start: number
  end: number
  durationMinutes: number
  zone: string
  title: string
  student: string
  place: string
  isHeld: boolean
}

/** An entry of one of the coach's other calendars, with the words that stand there: for her alone. */
export interface EntryThere {
  id: string
  /** Milliseconds since 1970, UTC. */
  start: number
  end: number
  title: string | null
  calendar: string
}
