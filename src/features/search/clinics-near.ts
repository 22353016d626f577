import { listClinicsById } from '#features/clinics/queries.ts'
import type { Clinic } from '#features/clinics/schema.ts'
import type { Database } from '#platform/db.ts'
import { dateIn, epochDay, minuteIn } from '#platform/time.ts'
import { milesFromSquaredChord } from './distance.ts'
import type { ClinicNear, ClinicsNearInput } from './schema.ts'
import { nearWithPlaces } from './statement.ts'
import { asksFor, isInParts, readWhen, type When } from './when.ts'

/** Read from the database; clinics at other times than asked for are dropped afterwards. */
const MOST_READ = 200
const MOST_LISTED = 24

/** Raw: the places of the search. $1 ZIP code. */
const clinicsNear = {
  name: 'clinics-near',
  text: `with ${nearWithPlaces}
    select k.id, n.chord from near_places n join clinics k on k.teaching_location_id = n.place_id
      join instructor_profiles c on c.user_id = k.instructor_id
      cross join lateral (select min(starts_at) as start from clinic_dates d where d.clinic_id = k.id) first
    where k.status = 'published' and c.is_listed and first.start > current_instant()
    order by first.start, k.id limit ${MOST_READ}`,
}

/**
 * The clinics and camps within 50 miles of a ZIP code that have not begun, the next one first; sold out ones too, because
 * people can wait for their seats. With a time, only clinics of which every date fits.
 * @param now milliseconds since 1970, UTC
 * @returns at most 24; none for a ZIP code that does not exist
 */
export async function listClinicsNear(
  db: Database,
  { zip, when: asked }: ClinicsNearInput,
  now: number,
): Promise<ClinicNear[]> {
  const near = await db.$client.query<{ id: string; chord: number }>({ ...clinicsNear, values: [zip] })
  const miles = new Map(near.rows.map(({ id, chord }) => [id, milesFromSquaredChord(chord)]))
  const when = readWhen(asked)
  const clinics = await listClinicsById(db, [...miles.keys()], now)
  return clinics
    .filter((clinic) => fits(clinic, when, now))
    .slice(0, MOST_LISTED)
    .map((clinic) => ({ ...clinic, distance: miles.get(clinic.id) ?? 0 }))
}

function fits({ dates, zone }: Clinic, when: When, now: number): boolean {
  const isAsked = asksFor(when, epochDay(dateIn(now, zone)))
  return dates.every(
    ({ start }) =>
      isAsked(epochDay(dateIn(start, zone))) && isInParts(when, minuteIn(Date.parse(start), zone)),
  )
}
