import type { Pool } from 'pg'
import { busyFrom, slotsByWalking } from '#tests/support/slot-oracle.ts'

/**
 * Computes the facts about a coach from the tables, independent of the code of the quiz: raw rows, the
 * haversine formula, and a loop over every minute of the calendar. Each sentence of a result is compared to
 * them.
 */

export interface Asked {
  /** The place as entered, and its coordinates. */
  typed: string
  lat: number
  lng: number
  city: string
  experience: 'beginner' | 'casual' | 'regular' | 'competitive'
  goals: string[]
  lessonType: 'private' | 'group' | 'playing'
  gender: 'any' | 'female' | 'male'
  technologies: string[]
  /** The maximum price per hour, in dollars. */
  budget: number | null
}

/** The subjects on a coach's profile for each goal a golfer can choose. */
const subjectsOf: Record<string, string[]> = {
  'learn-basics': ['Beginners'],
  'better-contact': ['Swing Mechanics'],
  distance: ['Driver Distance'],
  'short-game': ['Short Game'],
  bunkers: ['Bunker Play', 'Short Game'],
  putting: ['Putting'],
  'lower-scores': ['Course Strategy', 'On-Course Play'],
  nerves: ['Mental Game'],
  junior: ['Junior Golf'],
  'play-for-years': ['Senior Golf'],
  'women-golf': ["Women's Golf"],
}
export const goalNames = Object.keys(subjectsOf)

const named = (subject: string) => (subject === "Women's Golf" ? "women's golf" : subject.toLowerCase())

export interface TrueCoach {
  id: string
  miles: number
  /** The true reasons for a golfer, by kind, except those from the texts of reviews. */
  reasons(asked: Asked): Record<string, string>
  /** The number of reviews with texts, and how many of them use this praise. */
  reviewsThatSay(word: string): { say: number; of: number; rated: number }
  /** The price per hour for this kind of lesson; null when it is not offered. */
  rate(type: Asked['lessonType']): number | null
  fits(asked: Asked): boolean
  teachesOneOf(asked: Asked): boolean
  hasOneOf(asked: Asked): boolean
  /** Starts of open lessons in the next two weeks at the nearest place, milliseconds since 1970, UTC. */
  open: Set<number>
}

/**
 * Lists every visible coach within 100 miles, nearest first.
 * @param praise the praising words by review text
 */
export async function truthAround(
  pool: Pool,
  asked: Pick<Asked, 'lat' | 'lng'>,
  now: number,
  praise: ReadonlyMap<string, readonly string[]>,
): Promise<TrueCoach[]> {
  const { rows } = await pool.query(
    'select * from instructor_profiles where is_visible and not takes_demo_bookings',
  )
  const found = await Promise.all(rows.map((profile) => trueCoach(pool, profile, asked, now, praise)))
  return found.filter((one): one is TrueCoach => one !== null).sort((a, b) => a.miles - b.miles)
}

type Row = Record<string, unknown>
const money = (dollars: number) => (dollars % 1 === 0 ? `$${dollars}` : `$${dollars.toFixed(2)}`)
const list = (words: string[]) =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

async function trueCoach(
  pool: Pool,
  profile: Row,
  from: Pick<Asked, 'lat' | 'lng'>,
  now: number,
  praise: ReadonlyMap<string, readonly string[]>,
): Promise<TrueCoach | null> {
  const id = String(profile.user_id)
  const all = async (text: string) => (await pool.query<Row>(text, [id])).rows
  const places = (await all('select * from instructor_teaching_locations where instructor_id = $1'))
    .map((place) => ({ ...place, miles: milesBetween(from, place) }))
    .sort((a, b) => a.miles - b.miles)
  const [nearest] = places as [(Row & { miles: number })?]
  if (!nearest || nearest.miles > 100) return null
  const zone = String(nearest.time_zone)
  const reviews = [
    ...(await all(
      'select rating, comment as text from lesson_reviews where instructor_id = $1 and published_at is not null',
    )),
    ...(profile.custom_reviews as Row[]),
  ]
  const texts = reviews.map(({ text }) => String(text ?? '')).filter((text) => text.trim() !== '')
  const stars = reviews.reduce((sum, { rating }) => sum + Number(rating), 0)
  // Rounded to one decimal, half up.
  const mean =
    reviews.length === 0 ? 0 : Math.floor((stars * 20 + reviews.length) / (2 * reviews.length)) / 10
  const subjects = profile.specialties as string[]
  const rates = {
    private: Number(profile.hourly_rate),
    group: profile.group_rate === null ? null : Number(profile.group_rate),
    playing: profile.playing_rate === null ? null : Number(profile.playing_rate),
  }
  const open = await openStarts(pool, profile, nearest, now)
  const has = (technology: string) =>
    technology === 'launch-monitor'
      ? profile.launch_monitor !== null
      : subjects.includes(technology === 'video' ? 'Video Analysis' : 'Club Fitting')
  const inBudget = ({ lessonType, budget }: Asked) => {
    const rate = rates[lessonType]
    return rate !== null && (budget === null || rate <= budget)
  }
  const answering = (goals: string[]) =>
    goals.flatMap((goal) => subjects.filter((one) => subjectsOf[goal]?.includes(one)))

  const reasons = (asked: Asked) => {
    const said: Record<string, string> = {}
    const taught = new Set(answering(asked.goals))
    if (asked.experience === 'beginner' && subjects.includes('Beginners') && !taught.has('Beginners'))
      said.teaches = `Teaches ${list(['Beginners', ...taught].map(named))}`
    else if (taught.size > 0) said.teaches = `Teaches ${list([...taught].map(named))}`
    if (reviews.length >= 5 && mean >= 4.5)
      said.rating = `Rated ${mean.toFixed(1)} in ${reviews.length} reviews`
    const rate = rates[asked.lessonType]
    if (asked.lessonType === 'playing' && rate !== null) said.lesson = 'Gives lessons on the course'
    if (asked.lessonType === 'group' && rate !== null)
      said.lesson = `Gives group lessons for up to ${profile.group_size} players`
    const equipment = asked.technologies.filter(has).map((one) => {
      if (one === 'launch-monitor') return `a launch monitor (${profile.launch_monitor})`
      return one === 'video' ? 'video analysis' : 'club fitting'
    })
    if (equipment.length > 0)
      said.technology =
        equipment.length === asked.technologies.length
          ? `Has what you asked for: ${list(equipment)}`
          : `Has ${equipment.length} of the ${asked.technologies.length} you asked for: ${list(equipment)}`
    if (asked.gender !== 'any' && profile.gender === asked.gender)
      said.gender = asked.gender === 'female' ? 'A woman, as you asked' : 'A man, as you asked'
    const where = /^\d{5}$/.test(asked.typed) ? `ZIP ${asked.typed}` : asked.city
    if (nearest.miles <= 25)
      said.near = `${nearest.miles.toFixed(1)} miles from ${where}, at ${nearest.location_name}`
    if (asked.budget !== null && inBudget(asked))
      said.price = `${money(rate ?? 0)} an hour${asked.lessonType === 'group' ? ' for the group' : ''}, within your budget`
    const first = Math.min(...open)
    if (open.size > 0) said.opening = `Open ${momentIn(zone, first)}`
    return said
  }

  return {
    id,
    miles: nearest.miles,
    reasons,
    reviewsThatSay: (word) => ({
      say: texts.filter((text) => praise.get(text)?.includes(word)).length,
      of: texts.length,
      rated: reviews.length,
    }),
    rate: (type) => rates[type],
    fits: (asked) =>
      open.size > 0 && inBudget(asked) && (asked.gender === 'any' || profile.gender === asked.gender),
    teachesOneOf: ({ goals }) => answering(goals).length > 0,
    hasOneOf: ({ technologies }) => technologies.some(has),
    open,
  }
}

/** The haversine formula, on a sphere with the mean radius of the earth. */
function milesBetween(a: Pick<Asked, 'lat' | 'lng'>, place: Row): number {
  const radians = (degrees: unknown) => (Number(degrees) * Math.PI) / 180
  const half = (angle: number) => Math.sin(angle / 2) ** 2
  const [lat, otherLat] = [radians(a.lat), radians(place.lat)]
  const h =
    half(otherLat - lat) + Math.cos(lat) * Math.cos(otherLat) * half(radians(place.lng) - radians(a.lng))
  return 2 * 3958.76 * Math.asin(Math.sqrt(h))
}

/** Formats `Saturday, November 28 at 9:00 AM EST`. */
function momentIn(zone: string, at: number): string {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      weekday: 'long',
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    })
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return `${parts.weekday}, ${parts.month} ${parts.day} at ${parts.hour}:${parts.minute} ${parts.dayPeriod} ${parts.timeZoneName}`
}

const minuteOf = (time: unknown) => {
  const [hours = 0, minutes = 0] = String(time).split(':').map(Number)
  return hours * 60 + minutes
}

const instantOf = (value: unknown) => new Date(value as string | Date).getTime()

/** Finds every open start in the next two weeks at one place, by checking each minute of each day. */
async function openStarts(pool: Pool, profile: Row, place: Row, now: number): Promise<Set<number>> {
  const starts = new Set<number>()
  if (!profile.instant_book_enabled || profile.instant_book_paused_at !== null) return starts
  const all = async (text: string) => (await pool.query<Row>(text, [profile.user_id])).rows
  const zone = String(place.time_zone)
  const lengths = profile.lesson_durations as number[]
  const durationMinutes = lengths.includes(60) ? 60 : Math.min(...lengths)
  const hours = await all(
    `select a.*, c.teaching_location_id as only_at from instructor_availability a
     left join availability_calendars c on c.id = a.calendar_type_id where a.instructor_id = $1 and a.is_available`,
  )
  const blocks = await all(
    'select *, blocked_date::text as day from instructor_blocked_dates where instructor_id = $1',
  )
  const lessons = await all(
    `select * from bookings where instructor_id = $1 and (status in ('confirmed', 'completed') or status = 'pending')`,
  )
  const drives = await all('select * from coach_drives where instructor_id = $1')
  const rules = {
    zone,
    windows: hours
      .filter(({ only_at }) => only_at === null || only_at === place.id)
      .map((one) => ({
        dayOfWeek: Number(one.day_of_week),
        startMinute: minuteOf(one.start_time),
        endMinute: minuteOf(one.end_time),
      })),
    blocks: blocks.map((one) => ({
      date: String(one.day),
      startMinute: one.start_time === null ? null : minuteOf(one.start_time),
      endMinute: one.end_time === null ? null : minuteOf(one.end_time),
    })),
    busy: busyFrom(
      String(place.id),
      lessons
        .filter(({ status, hold_expires_at }) => status !== 'pending' || instantOf(hold_expires_at) > now)
        .map((one) => ({
          start: instantOf(one.lesson_date),
          end: instantOf(one.lesson_end),
          placeId: one.teaching_location_id === null ? null : String(one.teaching_location_id),
        })),
      drives.map((one) => ({
        placeA: String(one.place_a),
        placeB: String(one.place_b),
        minutes: Number(one.minutes),
      })),
    ),
    noticeHours: Number(profile.min_booking_notice_hours),
    windowDays: Number(profile.max_booking_window_days),
    stepMinutes: Number(profile.slot_step_minutes),
    bufferMinutes: Number(profile.buffer_minutes),
  }
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate()
  for (let days = 0; days <= 14; days++) {
    const date = today.add({ days }).toString()
    for (const { start } of slotsByWalking(rules, { date, durationMinutes, now })) starts.add(start)
  }
  return starts
}
