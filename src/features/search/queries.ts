import { coachDefaults, coachLabel } from '#features/coaches/coach.ts'
import type { Database } from '#platform/db.ts'
import type { CoachCard, SearchInput, SearchResult } from './schema.ts'
import { facilitiesOf, milesFromSquaredChord, PAGE_SIZE } from './search.ts'
import { searchStatement } from './statement.ts'

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
 * Coaches within 50 miles of a ZIP code (or everywhere, without one), filtered, sorted, 24 a page, with the total.
 * A well-formed ZIP that does not exist finds nobody.
 * @param seesHidden admins also see coaches who are not visible
 */
export async function searchCoaches(
  db: Database,
  input: SearchInput,
  seesHidden: boolean,
): Promise<SearchResult> {
  const statement = searchStatement(input.sort, input.zip !== undefined)
  const found = await db.$client.query<Row>({ ...statement, values: searchValues(input, seesHidden) })
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

/** The parameters of {@link searchStatement}, in its order. */
export function searchValues(input: SearchInput, seesHidden: boolean): unknown[] {
  return [
    input.zip ?? null,
    seesHidden,
    input.minPrice ?? null,
    input.maxPrice ?? null,
    input.gender === 'all' ? null : input.gender,
    input.facility === 'all' ? null : input.facility,
    input.launchMonitor,
    input.pgaClassA,
    PAGE_SIZE,
    (input.page - 1) * PAGE_SIZE,
  ]
}

/** A row as the card shows it, with the specification's defaults. */
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

/** The first of several that are equally near. */
function nearestOf(places: readonly PlaceRow[]): PlaceRow | undefined {
  let nearest = places[0]
  for (const place of places) if (nearest && (place.chord ?? 9) < (nearest.chord ?? 9)) nearest = place
  return nearest
}

/** Field by field: a search makes a hundred of them. */
const toPlace = ({ id, lat, lng, name, city, state, isPrimary }: PlaceRow) => ({
  id,
  lat,
  lng,
  name,
  city,
  state,
  isPrimary,
})
