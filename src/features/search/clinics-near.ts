import { listClinicsById } from '#features/clinics/queries.ts'
import type { Database } from '#platform/db.ts'
import { dateIn, epochDay, minuteIn } from '#platform/time.ts'
import { milesFromSquaredChord } from './distance.ts'
import type { ClinicNear, ClinicsNearInput, ClinicsPage, ClinicsPageInput } from './schema.ts'
import { nearWithPlaces } from './statement.ts'
import { asksFor, isInParts, readWhen, type When } from './when.ts'

const MOST_READ = 10_000
/** How many clinics a page lists. */
export const CLINICS_PER_PAGE = 24

/** Raw: the places of the search. $1 ZIP code. */
const clinicsNear = {
  name: 'clinics-near',
  text: `with ${nearWithPlaces}
    select k.id, n.chord, k.time_zone as zone, dates.starts from near_places n join clinics k on k.teaching_location_id = n.place_id
      join instructor_profiles c on c.user_id = k.instructor_id
      cross join lateral (
        select min(starts_at) as first, array_agg(extract(epoch from starts_at)::float8 * 1000 order by starts_at) as starts
        from clinic_dates d where d.clinic_id = k.id
      ) dates
    where k.status = 'published' and c.is_listed and dates.first > current_instant()
    order by dates.first, k.id limit ${MOST_READ}`,
}

interface NearRow {
  id: string
  chord: number
  zone: string
  /** Milliseconds since 1970, UTC. */
  starts: number[]
}

/**
 * The clinics and camps within 50 miles of a ZIP code that have not begun, the next one first; sold out ones too, because
 * people can wait for their seats. With a time, only clinics of which every date fits.
 * @param now milliseconds since 1970, UTC
 * @returns none for a ZIP code that does not exist
 */
export async function listClinicsNear(
  db: Database,
  { zip, when: asked }: ClinicsNearInput,
  now: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<ClinicNear[]> {
  const near = await db.$client.query<NearRow>({ ...clinicsNear, values: [zip] })
  const when = readWhen(asked)
  const page = near.rows.filter((row) => fits(row, when, now)).slice(offset, offset + limit)
  const clinics = await listClinicsById(
    db,
    page.map(({ id }) => id),
    now,
  )
  const byId = new Map(clinics.map((clinic) => [clinic.id, clinic]))
  return page.flatMap(({ id, chord }) => {
    const clinic = byId.get(id)
    return clinic ? [{ ...clinic, distance: milesFromSquaredChord(chord) }] : []
  })
}

/** A page of {@link listClinicsNear}. */
export async function readClinicsPage(
  db: Database,
  { page, ...asked }: ClinicsPageInput,
  now: number,
): Promise<ClinicsPage> {
  const rows = { limit: CLINICS_PER_PAGE + 1, offset: (page - 1) * CLINICS_PER_PAGE }
  const found = await listClinicsNear(db, asked, now, rows)
  return { clinics: found.slice(0, CLINICS_PER_PAGE), hasMore: found.length > CLINICS_PER_PAGE }
}

function fits({ starts, zone }: NearRow, when: When, now: number): boolean {
  const isAsked = asksFor(when, epochDay(dateIn(now, zone)))
  return starts.every(
    (start) => isAsked(epochDay(dateIn(start, zone))) && isInParts(when, minuteIn(start, zone)),
  )
}
