import { and, isNotNull } from 'drizzle-orm'
import { coachDefaults, coachLabel } from '#features/coaches/coach.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import { firstNameAndInitial } from '#features/reviews/public-reviews.ts'
import { cachedFor } from '#platform/cached-for.ts'
import { type AnnouncedCache, cachedUntilAnnounced } from '#platform/cached-until-announced.ts'
import type { Database } from '#platform/db.ts'
import { DAY, MINUTE } from '#platform/duration.ts'
import type { Services } from '#ports/services.ts'
import { milesFromSquaredChord } from './distance.ts'
import { askedBits } from './open-times/ring.ts'
import type { CoachCard, SearchInput, SearchResult, Testimonial } from './schema.ts'
import { facilitiesOf, PAGE_SIZE } from './search.ts'
import { searchStatement } from './statement.ts'
import { readWhen, type When } from './when.ts'

interface PlaceRow {
  id: string
  lat: number | null
  lng: number | null
  name: string
  city: string
  state: string
  isPrimary: boolean
  chord: number | null
}

export interface CardRow {
  id: string
  name: string | null
  imageUrl: string | null
  galleryImages: string[]
  rating: number
  reviewCount: number
  hourlyRateCents: number
  instantBookEnabled: boolean
  launchMonitor: string | null
  credentials: string[]
  location: string | null
  chord: number | null
  bio: string | null
  specialties: string[]
  gender: 'female' | 'male' | null
  facilityTypes: string[]
  locations: PlaceRow[]
}

interface Row {
  total: number
  outsidePrice: number
  origin: SearchResult['origin']
  coaches: CardRow[]
}

/**
 * Coaches within 50 miles of a ZIP code (or everywhere, without one): filtered, sorted, 24 per page, with the
 * total. A well-formed ZIP code that does not exist yields no coaches.
 * @param seesHidden admins also see coaches who are not visible
 * @param now milliseconds UTC; for searches by open time
 */
export async function searchCoaches(
  db: Database,
  input: SearchInput,
  seesHidden: boolean,
  now: number,
): Promise<SearchResult> {
  const times = timesUsed(input)
  const statement = searchStatement(input.sort, input.zip !== undefined, times)
  const found = await db.$client.query<Row>({
    ...statement,
    values: [...searchValues(input, seesHidden), ...(times ? timeValues(readWhen(input.when), now) : [])],
  })
  const row = found.rows[0]
  return {
    origin: row?.origin ?? null,
    total: row?.total ?? 0,
    outsidePrice: row?.outsidePrice ?? 0,
    page: input.page,
    pageSize: PAGE_SIZE,
    coaches: (row?.coaches ?? []).map(toCard),
  }
}

const timesUsed = ({ when, sort }: SearchInput) =>
  when ? 'filtered' : sort === 'soonest' ? 'sorted' : undefined

/** The parameters of {@link searchStatement}, in order. */
export function searchValues(input: SearchInput, seesHidden: boolean): unknown[] {
  return [...filterValues(input, seesHidden), PAGE_SIZE, (input.page - 1) * PAGE_SIZE]
}

/** The first nine of them: ZIP and filters. */
export function filterValues(input: SearchInput, seesHidden: boolean): unknown[] {
  return [
    input.zip ?? null,
    seesHidden,
    input.minPrice ?? null,
    input.maxPrice ?? null,
    input.gender === 'all' ? null : input.gender,
    input.facility === 'all' ? null : input.facility,
    input.launchMonitor,
    input.pgaClassA,
    input.type === 'all' ? null : input.type,
  ]
}

/** The additional parameters for open times: the starts asked for, by the local date, and the present. */
export function timeValues(when: When, now: number): [string[], number] {
  const today = Math.floor(now / DAY)
  return [[-1, 0, 1].map((days) => askedBits(when, today + days)), now]
}

/** Converts a row to a coach card, with the defaults from the specification. */
export function toCard(row: CardRow): CoachCard {
  const primary = row.locations.find((place) => place.isPrimary) ?? row.locations[0]
  const closest = row.chord === null ? undefined : nearestOf(row.locations)
  return {
    id: row.id,
    name: row.name ?? coachDefaults.name,
    label: coachLabel(row.name),
    imageUrl: row.imageUrl,
    galleryImages: row.galleryImages,
    rating: row.rating,
    reviewCount: row.reviewCount,
    hourlyRateCents: row.hourlyRateCents,
    verified: true,
    instantBookEnabled: row.instantBookEnabled,
    launchMonitor: row.launchMonitor,
    credentials: row.credentials,
    location: row.location ?? (primary ? `${primary.city}, ${primary.state}` : coachDefaults.location),
    primaryLocationCity: primary?.city ?? null,
    availability: 'Available',
    distance: row.chord === null ? null : milesFromSquaredChord(row.chord),
    closestLocation: closest ? toPlace(closest) : null,
    bio: row.bio ?? coachDefaults.bio,
    specialties: row.specialties,
    gender: row.gender,
    facilities: facilitiesOf(row),
    locations: row.locations.slice(0, 3).map(toPlace),
  }
}

/** The nearest place; the first one if several are equally near. */
function nearestOf(places: readonly PlaceRow[]): PlaceRow | undefined {
  let nearest = places[0]
  for (const place of places) if (nearest && (place.chord ?? 9) < (nearest.chord ?? 9)) nearest = place
  return nearest
}

/** Lists each field instead of using rest syntax, for speed: a search converts a hundred of these. */
const toPlace = ({ id, lat, lng, name, city, state, isPrimary }: PlaceRow) => ({
  id,
  lat,
  lng,
  name,
  city,
  state,
  isPrimary,
})

const MB = 1024 * 1024

const caches = new WeakMap<Services['realtime'], AnnouncedCache<SearchResult>>()

/**
 * Search results for non-admins. Cached until a coach, place or name changes: the database announces changes,
 * and the cache is invalidated within a millisecond or two.
 */
export async function searchCached(
  services: Pick<Services, 'db' | 'realtime' | 'env' | 'clock'>,
  input: SearchInput,
): Promise<SearchResult> {
  const read = () => searchCoaches(services.db, input, false, services.clock.now())
  // Open times change more often than coaches, and pass; clinics and video reviews do not announce changes.
  if (timesUsed(input) || input.type === 'clinic' || input.type === 'video') return await read()
  return await cacheOf(services).find(JSON.stringify([input.sort, searchValues(input, false)]), read)
}

function cacheOf({ realtime, env }: Pick<Services, 'realtime' | 'env'>): AnnouncedCache<SearchResult> {
  let cache = caches.get(realtime)
  if (!cache) {
    const maxBytes = env.SEARCH_MEMORY_MB * MB
    cache = cachedUntilAnnounced({
      realtime,
      topics: ['coaches:'],
      weigh: (result) => JSON.stringify(result).length,
      maxBytes,
      // A notification may be lost if its connection breaks unnoticed.
      keepMs: MINUTE,
    })
    caches.set(realtime, cache)
  }
  return cache
}

const TEN_MINUTES = 600_000
const HOW_MANY = 3
/** The number of newest five-star reviews from which one per coach is selected. */
const LOOKED_AT = 60

interface TestimonialRow {
  id: string
  comment: string
  full_name: string
  coach_id: string
  coach_name: string
  city: string | null
}

/**
 * Testimonials: the newest five-star reviews of lessons booked on this site, of suitable length and about
 * visible coaches, one per coach and student. The list may be empty; testimonials are never invented.
 */
export const listTestimonials = cachedFor(
  { forMs: TEN_MINUTES, atMost: 1 },
  async (services: Services, _: 'all'): Promise<Testimonial[]> => {
    // Raw: joins reviews, which belong to another feature, with two profiles each and a location.
    const found = await services.db.$client.query<TestimonialRow>(
      `select r.id, r.comment, p.full_name, c.user_id as coach_id, coalesce(c.display_name, coach.full_name) as coach_name,
        (select l.city from instructor_teaching_locations l where l.instructor_id = c.user_id
          order by l.is_primary desc limit 1) as city
      from lesson_reviews r join profiles p on p.id = r.student_id
      join instructor_profiles c on c.user_id = r.instructor_id and c.is_listed
      join profiles coach on coach.id = c.user_id
      where r.rating = 5 and r.published_at is not null and r.paid_here and char_length(r.comment) between 60 and 240
      order by r.created_at desc, r.id limit ${LOOKED_AT}`,
    )
    const testimonials: Testimonial[] = []
    const heard = new Set<string>()
    for (const row of found.rows) {
      const student = firstNameAndInitial(row.full_name)
      const marks = [row.coach_id, student, row.comment]
      if (marks.some((mark) => heard.has(mark))) continue
      for (const mark of marks) heard.add(mark)
      testimonials.push({
        id: row.id,
        comment: row.comment,
        student,
        coach: { id: row.coach_id, name: row.coach_name, city: row.city },
      })
      if (testimonials.length === HOW_MANY) break
    }
    return testimonials
  },
)

const FIVE_MINUTES = 300_000

/** The gender of visible coaches who specified it, in the shape of the specification's server function. */
export const listCoachGenders = cachedFor(
  { forMs: FIVE_MINUTES, atMost: 1 },
  async (services: Services, _: 'all') => {
    const found = await services.db
      .select({ user_id: instructorProfiles.userId, gender: instructorProfiles.gender })
      .from(instructorProfiles)
      .where(and(instructorProfiles.isListed, isNotNull(instructorProfiles.gender)))
      .orderBy(instructorProfiles.userId)
    return found.flatMap(({ user_id, gender }) => (gender ? [{ user_id, gender }] : []))
  },
)
