import { DAY } from '#platform/duration.ts'
import { coachStories, type Place, type Story, showroomStory } from './coach-stories.ts'
import type { Coach, CoachRow, HoursRow, PlaceRow } from './rows.ts'

const usual: Omit<
  CoachRow,
  | 'user_id'
  | 'display_name'
  | 'bio'
  | 'hourly_rate'
  | 'specialties'
  | 'gender'
  | 'time_zone'
  | 'location'
  | 'created_at'
> = {
  profile_image_url: null,
  launch_monitor: null,
  credentials: [],
  is_visible: true,
  instant_book_enabled: true,
  gallery_images: ['/art/covers/cover-7-800.webp', '/art/covers/cover-19-800.webp'],
  custom_reviews: [],
  min_booking_notice_hours: 24,
  max_booking_window_days: 30,
  lesson_durations: [60, 90, 120],
  facility_types: [],
  years_coaching: 5,
  cancellation_policy: 'standard',
}

/** The coaches of the stories. @param now milliseconds since 1970, UTC */
export function scenarioCoaches(now: number): Coach[] {
  return toldCoaches(coachStories, now, 0)
}

/** The coach whom prospects look at. @param now milliseconds since 1970, UTC */
export function showroomCoaches(now: number): Coach[] {
  return toldCoaches([showroomStory], now, coachStories.length)
}

function toldCoaches(told: readonly Story[], now: number, before: number): Coach[] {
  return told.map(({ who, places: [first, ...rest], own, days, spans }, at) => {
    const nth = before + at
    const created_at = now - 700 * DAY
    const placed = (place: Place, is_primary: boolean): PlaceRow => ({
      ...place,
      instructor_id: who.id,
      time_zone: own.time_zone,
      is_primary,
    })
    return {
      profile: {
        id: who.id,
        full_name: who.name,
        email: who.email,
        phone: `+170455501${10 + nth}`,
        city: first.city,
        user_type: 'instructor',
        created_at,
      },
      coach: {
        ...usual,
        user_id: who.id,
        display_name: who.name,
        location: `${first.city}, ${first.state}`,
        created_at,
        ...own,
      },
      places: [placed(first, true), ...rest.map((place) => placed(place, false))],
      hours: days.flatMap((day_of_week) =>
        spans.map(
          ([start_time, end_time]): HoursRow => ({
            instructor_id: who.id,
            day_of_week,
            start_time,
            end_time,
          }),
        ),
      ),
      blocked: [],
    }
  })
}
