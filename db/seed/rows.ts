import type { DisputeStatus } from '#features/bookings/problem-window.ts'
import type { CancellationPolicy } from '#features/coaches/coach.ts'
import type { DisputeReason } from '#features/disputes/dispute.ts'

/**
 * What goes into the tables, under the columns' own names. Instants are milliseconds since 1970 (UTC), days are
 * `yyyy-MM-dd` in the coach's zone, times of day are `HH:mm` by the clock on the wall there.
 */
export interface ProfileRow {
  readonly id: string
  readonly full_name: string
  readonly email: string
  readonly phone: string
  readonly city: string
  readonly user_type: 'student' | 'instructor' | 'admin'
  readonly created_at: number
}

interface ImportedReview {
  readonly author: string
  readonly rating: number
  readonly text: string
  readonly source: string
}

export interface CoachRow {
  readonly user_id: string
  readonly display_name: string
  readonly bio: string
  readonly location: string
  /** Whole dollars. */
  readonly hourly_rate: number
  readonly specialties: readonly string[]
  readonly profile_image_url: string | null
  readonly launch_monitor: string | null
  readonly credentials: readonly string[]
  readonly is_visible: boolean
  readonly instant_book_enabled: boolean
  readonly takes_demo_bookings?: boolean
  /** Whole dollars an hour for the group; with its size. */
  readonly group_rate?: number | null
  readonly group_size?: number | null
  readonly group_bookable?: boolean
  readonly playing_rate?: number | null
  /** The length of a lesson on the course that students book; null: on request. */
  readonly playing_minutes?: number | null
  readonly gallery_images: readonly string[]
  readonly custom_reviews: readonly ImportedReview[]
  readonly min_booking_notice_hours: number
  readonly max_booking_window_days: number
  readonly lesson_durations: readonly number[]
  readonly gender: 'female' | 'male' | null
  readonly facility_types: readonly string[]
  readonly years_coaching: number
  readonly time_zone: string
  readonly cancellation_policy: CancellationPolicy
  readonly created_at: number
}

export interface PlaceRow {
  readonly id: string
  readonly instructor_id: string
  readonly location_name: string
  readonly address: string
  readonly city: string
  readonly state: string
  readonly zip: string
  readonly lat: number
  readonly lng: number
  readonly time_zone: string
  readonly is_primary: boolean
}

/** `day_of_week` 0 is Sunday. */
export interface HoursRow {
  readonly instructor_id: string
  readonly day_of_week: number
  readonly start_time: string
  readonly end_time: string
}

export interface BlockedRow {
  readonly instructor_id: string
  readonly blocked_date: string
  readonly start_time: string | null
  readonly end_time: string | null
  readonly reason: string
}

/** A coach with everything of their own. */
export interface Coach {
  readonly profile: ProfileRow
  readonly coach: CoachRow
  readonly places: readonly [PlaceRow, ...PlaceRow[]]
  readonly hours: readonly HoursRow[]
  readonly blocked: readonly BlockedRow[]
}

export interface Student {
  readonly profile: ProfileRow
  readonly lat: number
  readonly lng: number
}

export interface BookingRow {
  readonly id: string
  readonly instructor_id: string
  readonly student_id: string
  readonly lesson_date: number
  readonly lesson_end: number
  readonly duration_minutes: number
  readonly time_zone: string
  /** Dollars with two decimals. */
  readonly price_amount: string
  readonly lesson_title: string
  readonly status: 'pending' | 'confirmed' | 'completed' | 'cancelled'
  readonly payment_status: 'pending' | 'completed' | 'refunded' | 'partially_refunded'
  readonly lesson_completed: boolean
  readonly no_show: boolean
  readonly completed_at: number | null
  readonly hold_expires_at: number | null
  readonly cancelled_at: number | null
  readonly cancel_reason: 'student' | 'coach' | null
  readonly cancel_message: string | null
  readonly cancellation_policy: CancellationPolicy
  readonly moved_by_coach: boolean
  readonly change_number: number
  readonly teaching_location_id: string
  readonly location_name: string
  readonly location_address: string
  readonly created_at: number
  readonly updated_at: number
}

export interface PaymentRow {
  readonly id: string
  readonly booking_id: string
  readonly instructor_id: string
  readonly student_id: string
  readonly amount_cents: number
  readonly refunded_cents: number
  readonly payment_status: 'completed' | 'refunded' | 'partially_refunded'
  readonly stripe_session_id: string
  readonly paid_at: number
  readonly created_at: number
}

interface ReviewRow {
  readonly id: string
  readonly booking_id: string
  readonly instructor_id: string
  readonly student_id: string
  readonly rating: number
  readonly comment: string | null
  readonly created_at: number
  /** Null while it waits for the coach's words. */
  readonly published_at: number | null
  readonly reply: string | null
  readonly replied_at: number | null
}

/** A change of a lesson's time. */
export interface MoveRow {
  readonly booking_id: string
  readonly moved_by: string
  readonly moved_as: 'student' | 'coach'
  readonly from_start: number
  readonly to_start: number
  readonly moved_at: number
}

/** What a coach wrote to the student. */
export interface NoteRow {
  readonly booking_id: string
  readonly instructor_id: string
  readonly student_id: string
  readonly note: string
  readonly created_at: number
}

/** A problem the student reported. */
export interface ProblemRow {
  readonly booking_id: string
  readonly status: DisputeStatus
  readonly dispute_reason: DisputeReason
  readonly dispute_details: string
  /** Cents. */
  readonly payment_amount: number
  readonly created_at: number
}

export interface WeeklyRow {
  readonly booking_id: string
  readonly series_id: string
  readonly position: number
  readonly lessons: number
}

/** A booking with what follows from it. */
export interface Lesson {
  readonly booking: BookingRow
  readonly payment: PaymentRow | null
  readonly review: ReviewRow | null
  readonly moves?: readonly MoveRow[]
  readonly note?: NoteRow
  readonly problem?: ProblemRow
  /** Its place among weekly lessons that were booked together. */
  readonly weekly?: WeeklyRow
}
