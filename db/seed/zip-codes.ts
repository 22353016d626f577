import type pg from 'pg'

/** The middle of a ZIP area. `lat` and `lng` in degrees; 0, 0 for 306 military addresses, which are nowhere. */
export interface ZipCode {
  readonly zip: string
  readonly city: string
  readonly state: string
  readonly lat: number
  readonly lng: number
}

let known: Promise<readonly ZipCode[]> | undefined

/**
 * Every United States ZIP code of the npm package `zipcodes` 8 (BSD), in numerical order: 42,555 of its 44,175 codes.
 * One has its longitude with the wrong sign (10200, New York), put right here.
 */
export function listZipCodes(): Promise<readonly ZipCode[]> {
  // Five megabytes of source: read only when somebody needs it.
  known ??= import('zipcodes/lib/codes.js').then(({ default: table }) => inOrder(table.codes))
  return known
}

/**
 * The other 1,620: Canadian postal areas such as `T0A`, each with its province spelled out. Nine have their fields shifted
 * in the package; those get no coordinates.
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

/**
 * Fills `zip_codes` with all 44,175 codes in one statement; does nothing when it holds any already.
 * @returns how many rows were added
 */
export async function loadZipCodes(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ loaded: boolean }>('select exists (select from zip_codes) as loaded')
  if (rows[0]?.loaded) return 0
  const codes = [...(await listZipCodes()), ...(await listCanadianAreas())]
  const added = await client.query(
    `insert into zip_codes (zip, city, state, lat, lng)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::float8[], $5::float8[])
     on conflict do nothing`,
    [
      codes.map((code) => code.zip),
      codes.map((code) => code.city),
      codes.map((code) => code.state),
      codes.map((code) => code.lat),
      codes.map((code) => code.lng),
    ],
  )
  await client.query('analyze zip_codes')
  return added.rowCount ?? 0
}
