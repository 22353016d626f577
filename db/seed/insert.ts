import type pg from 'pg'
import type { Coach, CoachRow, Lesson, ProfileRow } from './rows.ts'

/** A PostgreSQL type, or `instant`: milliseconds since 1970, converted to timestamptz. */
type ColumnType =
  | 'instant'
  | 'uuid'
  | 'text'
  | 'text[]'
  | 'integer'
  | 'integer[]'
  | 'numeric'
  | 'float8'
  | 'boolean'
  | 'jsonb'
  | 'date'
  | 'time'
  | 'smallint'

const ROWS_A_STATEMENT = 5000

/** Inserts rows by column name, thousands per statement. */
export async function insert<Row>(
  client: pg.ClientBase,
  table: string,
  columns: { readonly [Column in keyof Row & string]: ColumnType },
  rows: readonly Row[],
  fixed: string = '',
) {
  const entries = Object.entries<ColumnType>(columns)
  const names = entries.map(([name]) => name).join(', ')
  const values = entries.map(([name, type]) =>
    type === 'instant' ? `to_timestamp(r.${name} / 1000)` : `r.${name}`,
  )
  const typed = entries.map(([name, type]) => `${name} ${type === 'instant' ? 'float8' : type}`)
  const [fixedName, fixedValue] = fixed.split('=')
  const statement = `insert into ${table} (${names}${fixedName ? `, ${fixedName}` : ''})
    select ${values.join(', ')}${fixedValue ? `, ${fixedValue}` : ''}
    from json_to_recordset($1::json) as r(${typed.join(', ')})`
  for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT)
    await client.query(statement, [JSON.stringify(rows.slice(at, at + ROWS_A_STATEMENT))])
}

/** Inserts profiles. As for real users, a database trigger assigns the role of demo students. */
export async function insertProfiles(client: pg.ClientBase, rows: readonly ProfileRow[]): Promise<void> {
  await insert<ProfileRow & { email_verified: boolean; mailbox_proven_at: number; updated_at: number }>(
    client,
    'profiles',
    {
      id: 'uuid',
      full_name: 'text',
      email: 'text',
      email_verified: 'boolean',
      mailbox_proven_at: 'instant',
      phone: 'text',
      city: 'text',
      user_type: 'text',
      created_at: 'instant',
      updated_at: 'instant',
    },
    rows.map((row) => ({
      ...row,
      email_verified: true,
      mailbox_proven_at: row.created_at,
      updated_at: row.created_at,
    })),
    'is_demo=true',
  )
}

/** Inserts coaches with their places, hours and blocked dates, and the ratings computed from their published reviews. */
export async function insertCoaches(
  client: pg.ClientBase,
  coaches: readonly Coach[],
  lessons: readonly Lesson[],
): Promise<void> {
  const sums = new Map<string, { booked_rating_sum: number; booked_rating_count: number }>()
  for (const { review } of lessons) {
    if (!review?.published_at) continue
    const before = sums.get(review.instructor_id) ?? { booked_rating_sum: 0, booked_rating_count: 0 }
    sums.set(review.instructor_id, {
      booked_rating_sum: before.booked_rating_sum + review.rating,
      booked_rating_count: before.booked_rating_count + 1,
    })
  }
  await insertProfiles(
    client,
    coaches.map((entry) => entry.profile),
  )
  await insert<
    Required<CoachRow> & {
      booked_rating_sum: number
      booked_rating_count: number
      funds_exit_offers: boolean
    }
  >(
    client,
    'instructor_profiles',
    {
      user_id: 'uuid',
      display_name: 'text',
      bio: 'text',
      location: 'text',
      hourly_rate: 'numeric',
      specialties: 'text[]',
      profile_image_url: 'text',
      launch_monitor: 'text',
      credentials: 'text[]',
      is_visible: 'boolean',
      instant_book_enabled: 'boolean',
      takes_demo_bookings: 'boolean',
      group_rate: 'numeric',
      group_size: 'integer',
      group_bookable: 'boolean',
      playing_rate: 'numeric',
      playing_minutes: 'integer',
      funds_exit_offers: 'boolean',
      gallery_images: 'text[]',
      custom_reviews: 'jsonb',
      min_booking_notice_hours: 'integer',
      max_booking_window_days: 'integer',
      lesson_durations: 'integer[]',
      gender: 'text',
      facility_types: 'text[]',
      years_coaching: 'integer',
      time_zone: 'text',
      cancellation_policy: 'text',
      booked_rating_sum: 'integer',
      booked_rating_count: 'integer',
      created_at: 'instant',
    },
    coaches.map(({ coach }) => ({
      booked_rating_sum: 0,
      booked_rating_count: 0,
      takes_demo_bookings: false,
      group_rate: null,
      group_size: null,
      group_bookable: false,
      playing_rate: null,
      playing_minutes: null,
      funds_exit_offers: coach.takes_demo_bookings !== true,
      ...coach,
      ...sums.get(coach.user_id),
    })),
  )
  await insert(
    client,
    'instructor_teaching_locations',
    {
      id: 'uuid',
      instructor_id: 'uuid',
      location_name: 'text',
      address: 'text',
      city: 'text',
      state: 'text',
      zip: 'text',
      lat: 'float8',
      lng: 'float8',
      time_zone: 'text',
      is_primary: 'boolean',
    },
    coaches.flatMap((entry) => entry.places),
  )
  // Other tables do not reference the rows below, so the database may generate their ids.
  await insert(
    client,
    'instructor_availability',
    { instructor_id: 'uuid', day_of_week: 'smallint', start_time: 'time', end_time: 'time' },
    coaches.flatMap((entry) => entry.hours),
  )
  await insert(
    client,
    'instructor_blocked_dates',
    { instructor_id: 'uuid', blocked_date: 'date', start_time: 'time', end_time: 'time', reason: 'text' },
    coaches.flatMap((entry) => entry.blocked),
  )
}

/** Inserts lessons with their payments and reviews. The exclusion constraint against overlaps checks each of them. */
export async function insertLessons(client: pg.ClientBase, lessons: readonly Lesson[]): Promise<void> {
  await insert(
    client,
    'bookings',
    {
      id: 'uuid',
      instructor_id: 'uuid',
      student_id: 'uuid',
      lesson_date: 'instant',
      lesson_end: 'instant',
      duration_minutes: 'integer',
      time_zone: 'text',
      price_amount: 'numeric',
      lesson_title: 'text',
      status: 'text',
      payment_status: 'text',
      lesson_completed: 'boolean',
      no_show: 'boolean',
      completed_at: 'instant',
      hold_expires_at: 'instant',
      cancelled_at: 'instant',
      cancel_reason: 'text',
      cancel_message: 'text',
      cancellation_policy: 'text',
      moved_by_coach: 'boolean',
      change_number: 'integer',
      teaching_location_id: 'uuid',
      location_name: 'text',
      location_address: 'text',
      created_at: 'instant',
      updated_at: 'instant',
    },
    lessons.map((lesson) => lesson.booking),
    'is_demo=true',
  )
  await insert(
    client,
    'payments',
    {
      id: 'uuid',
      booking_id: 'uuid',
      instructor_id: 'uuid',
      student_id: 'uuid',
      amount_cents: 'integer',
      refunded_cents: 'integer',
      payment_status: 'text',
      stripe_session_id: 'text',
      paid_at: 'instant',
      created_at: 'instant',
    },
    lessons.flatMap((lesson) => lesson.payment ?? []),
    "payment_method='card'",
  )
  await insert(
    client,
    'lesson_reviews',
    {
      id: 'uuid',
      booking_id: 'uuid',
      instructor_id: 'uuid',
      student_id: 'uuid',
      rating: 'smallint',
      comment: 'text',
      created_at: 'instant',
      published_at: 'instant',
      reply: 'text',
      replied_at: 'instant',
    },
    lessons.flatMap((lesson) => lesson.review ?? []),
  )
}

/** Grants students access to coaches who restrict who may book. */
export async function insertAccess(
  client: pg.ClientBase,
  rows: readonly { readonly student_id: string; readonly instructor_id: string }[],
): Promise<void> {
  await insert(client, 'student_calendar_access', { student_id: 'uuid', instructor_id: 'uuid' }, rows)
}
