import { landscapesOf } from '#features/content/landscapes.ts'
import { DAY } from '#platform/duration.ts'
import { dateIn } from '#platform/time.ts'
import { createDealer, type Deal, writeBio } from './bios.ts'
import type { Home } from './homes.ts'
import { makePerson } from './people.ts'
import type { Random } from './random.ts'
import { makeComment, makeRating } from './reviews.ts'
import type { Coach, CoachRow, PlaceRow } from './rows.ts'
import { makeBlocked, makeHours } from './schedules.ts'
import { specialties } from './specialties.ts'
import { type Town, zoneOf } from './towns.ts'
import { makeVenue } from './venues.ts'

/** What all coaches of one run share. */
export interface CoachWorld {
  readonly random: Random
  readonly deal: Deal
  /** Milliseconds since 1970, UTC. */
  readonly now: number
  readonly townsNear: (spot: Town, miles: number) => Town[]
  /** How dear a place is, by area: 0 for a small town to about 50 for the largest metros. */
  readonly weightOf: (area: number) => number
}

const subjectWeights = Object.entries(specialties).map(([name, { weight }]) => [name, weight] as const)
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)
/** 1 to 3 and 37 to 39 belong to the named coaches. */
const portraits = { female: numbers(4, 36), male: numbers(40, 72) }
const monitors = ['Doppler radar', 'Dual radar', 'Camera, side view', 'Camera, overhead', 'Portable radar']
const otherCredentials: readonly (readonly [string, number])[] = [
  ['TPI Certified Level 1', 10],
  ['TPI Certified Level 2', 9],
  ['TPI Certified Level 3', 3],
  ['US Kids Golf Certified Coach', 9],
  ['Certified Club Fitter', 8],
  ['College Golf Coach', 5],
  ['Former Tour Caddie', 3],
  ['Certified Strength Coach', 4],
  ['First Aid and CPR', 8],
]

/** Makes the coach who lives in a home. @param index a number no other coach has */
export function makeCoach(world: CoachWorld, home: Home, index: number): Coach {
  const random = world.random.fork(`coach ${index}`)
  const id = random.uuid()
  const person = makePerson(random, home.town.state, 'coach', index + 1)
  const years = Math.max(2, Math.round(11 + random.bell() * 7))
  const subjects = pickSubjects(random, person.gender)
  const credentials = pickCredentials(random, person.gender)
  const { places, facilities } = makePlaces(world, random, id, home)
  const [primary] = places
  const landscapes = landscapesOf(home.town.state)
  const created_at = Math.round(world.now - DAY * random.int(9, 730) - random.int(0, DAY))
  const coach: CoachRow = {
    user_id: id,
    display_name: person.name,
    bio: writeBio(world.deal, {
      first: person.name.split(' ')[0] ?? person.name,
      city: home.town.city,
      years,
      place: primary.location_name,
      specialties: subjects,
    }),
    location: `${home.town.city}, ${home.town.state}`,
    hourly_rate: makeRate(random, world.weightOf(home.area), years, credentials),
    specialties: subjects,
    profile_image_url: random.chance(0.9)
      ? `/art/portraits/portrait-${world.deal(person.gender, portraits[person.gender])}-480.webp`
      : null,
    launch_monitor: random.chance(0.52) ? random.pick(monitors) : null,
    credentials,
    // The first three of an area are its choice of coaches; hidden ones come after them.
    is_visible: home.nth < 3 || random.chance(0.95),
    instant_book_enabled: random.chance(0.85),
    gallery_images: numbers(1, random.int(2, 5)).map(
      () => `/art/covers/cover-${world.deal(`covers ${landscapes.name}`, landscapes.covers)}-800.webp`,
    ),
    custom_reviews: makeImported(random, subjects),
    min_booking_notice_hours: random.chance(0.7) ? 24 : random.pick([4, 8, 12, 36, 48]),
    max_booking_window_days: random.chance(0.7) ? 30 : random.pick([14, 21, 45, 60]),
    lesson_durations: random.weighted([
      [[60, 90, 120], 80],
      [[60, 90], 12],
      [[60], 8],
    ]),
    gender: random.chance(0.92) ? person.gender : null,
    facility_types: random.chance(0.65) ? facilities : [],
    years_coaching: years,
    time_zone: primary.time_zone,
    cancellation_policy: random.fork('policy').weighted([
      ['standard', 55],
      ['flexible', 33],
      ['strict', 12],
    ]),
    created_at,
    ...otherLessons(random.fork('other lessons'), years),
  }
  return {
    profile: {
      id,
      full_name: person.name,
      email: person.email,
      phone: person.phone,
      city: home.town.city,
      user_type: 'instructor',
      created_at,
    },
    coach,
    places,
    hours: makeHours(random, id),
    blocked: makeBlocked(random, id, dateIn(world.now, primary.time_zone)),
  }
}

/** Coaches of some years often teach groups and on the course, too. */
function otherLessons(random: Random, years: number) {
  const isSeasoned = years >= 8
  const group = isSeasoned && random.chance(0.6) ? random.pick([120, 140, 160, 180]) : null
  const playing = isSeasoned && random.chance(0.45) ? random.pick([110, 130, 150]) : null
  return {
    group_rate: group,
    group_size: group === null ? null : random.pick([4, 4, 6]),
    // Half of them teach groups and on the course on request only.
    group_bookable: group !== null && group >= 160,
    playing_rate: playing,
    playing_minutes: playing === 130 ? 150 : playing === 150 ? 270 : null,
  }
}

function pickSubjects(random: Random, gender: 'female' | 'male'): string[] {
  const open = subjectWeights.map(
    ([name, weight]) => [name, name === "Women's Golf" ? (gender === 'female' ? 18 : 0.5) : weight] as const,
  )
  const picked = new Set<string>()
  for (const count = random.int(2, 5); picked.size < count; ) picked.add(random.weighted(open))
  return [...picked]
}

function pickCredentials(random: Random, gender: 'female' | 'male'): string[] {
  const association =
    gender === 'female' && random.chance(0.45)
      ? random.weighted([
          ['LPGA Class A', 70],
          ['LPGA Apprentice', 30],
        ])
      : random.weighted([
          ['PGA Class A Professional', 56],
          ['PGA Associate', 18],
          [null, 26],
        ])
  const others = new Set<string>()
  for (
    let left = random.weighted([
      [0, 35],
      [1, 45],
      [2, 20],
    ]);
    left > 0;
    left--
  )
    others.add(random.weighted(otherCredentials))
  return association ? [association, ...others] : [...others]
}

/** Dollars an hour: dearer in large metros, with rank and with years; multiples of 5 from 45 to 240. */
function makeRate(random: Random, metro: number, years: number, credentials: readonly string[]): number {
  const rank = credentials.some((name) => name.includes('Class A')) ? 16 : 0
  const expert = credentials.some((name) => name.includes('Level 3') || name.includes('Tour')) ? 25 : 0
  const fame = random.chance(0.05) ? 1.7 : 1
  const rate = (50 + metro + rank + expert + Math.min(years, 25) * 0.7 + random.bell() * 14) * fame
  return Math.min(240, Math.max(45, Math.round(rate / 5) * 5))
}

/** One to three places: at home, and in towns nearby that keep the same clock. */
function makePlaces(world: CoachWorld, random: Random, coachId: string, home: Home) {
  const zone = zoneOf(home.town)
  const count = random.weighted([
    [1, 42],
    [2, 40],
    [3, 18],
  ])
  const around = world
    .townsNear(home.town, 16)
    .filter((town) => town.zip !== home.town.zip && zoneOf(town) === zone)
  const towns = [home.town, ...random.sample(around, count - 1)]
  const venues = towns.map((town) => makeVenue(random, town))
  const [first, ...rest] = towns.map(
    (town, at): PlaceRow => ({
      id: random.uuid(),
      instructor_id: coachId,
      location_name: venues[at]?.name ?? town.city,
      address: venues[at]?.address ?? '',
      city: town.city,
      state: town.state,
      zip: town.zip,
      lat: Math.round((town.lat + random.bell() * 0.006) * 1e5) / 1e5,
      lng: Math.round((town.lng + random.bell() * 0.006) * 1e5) / 1e5,
      time_zone: zone,
      is_primary: at === 0,
    }),
  )
  if (!first) throw new Error('a coach without a place')
  const places: [PlaceRow, ...PlaceRow[]] = [first, ...rest]
  return { places, facilities: [...new Set(venues.flatMap((venue) => venue.facilities))] }
}

function makeImported(random: Random, subjects: readonly string[]): CoachRow['custom_reviews'] {
  if (!random.chance(0.22)) return []
  const words = createDealer(random.fork('imported'))
  return numbers(1, random.int(1, 4)).map((nth) => {
    const rating = makeRating(random, 0.8)
    return {
      author: makePerson(random, 'OH', 'student', nth).name.replace(/ (\w).*$/, ' $1.'),
      rating,
      text: makeComment(random, words, rating, subjects) ?? 'Would book again.',
      source: random.pick(['From the coach\u2019s website', 'Club newsletter', 'A letter']),
    }
  })
}
