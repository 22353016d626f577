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
 * Every United States ZIP code of the npm package `zipcodes` 8 (BSD), in numerical order.
 * The package counts 44,175 codes: 42,555 ZIP codes and 1,620 Canadian postal areas such as `T0A`, which are not
 * ZIP codes and stay out. One code has its longitude with the wrong sign (10200, New York), put right here.
 */
export function listZipCodes(): Promise<readonly ZipCode[]> {
  // Five megabytes of source: read only when somebody needs it.
  known ??= import('zipcodes/lib/codes.js').then(({ default: table }) =>
    Object.values(table.codes)
      .map(({ zip, city, state, latitude, longitude }) => ({
        zip,
        city,
        state,
        lat: latitude,
        lng: zip === '10200' ? -Math.abs(longitude) : longitude,
      }))
      .sort((a, b) => (a.zip < b.zip ? -1 : 1)),
  )
  return known
}

/**
 * Fills `zip_codes` in one statement; does nothing when it holds any already.
 * @returns how many rows were added
 */
export async function loadZipCodes(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ loaded: boolean }>('select exists (select from zip_codes) as loaded')
  if (rows[0]?.loaded) return 0
  const codes = await listZipCodes()
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
