import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { startNominatimDouble } from '#tests/support/nominatim-double.ts'
import { type GeocodingPort, GeocodingUnavailable, type PlaceToLocate } from './geocoding.ts'
import { zipCodeGeocoding } from './local.ts'
import { nominatimGeocoding } from './nominatim.ts'

const database = testDatabase()
const range = { lat: 35.2271, lng: -80.8462 }
const place = (change: Partial<PlaceToLocate> = {}): PlaceToLocate => ({
  address: '1200 Fairway Dr',
  city: 'Teeville',
  state: 'NC',
  zip: '28999',
  ...change,
})

const hostile = `'; drop table zip_codes; --&city=Oslo#\n\u202e<script>`
/** The test double's response for each street. */
const answers: Record<string, (send: (status: number, body: string) => void) => void> = {
  '1 Nowhere St': (send) => send(200, '[]'),
  '2 Page St': (send) => send(200, '<html>'),
  '3 Endless St': () => undefined,
  '4 Busy St': (send) => send(429, '{}'),
  '5 Blocked St': (send) => send(403, 'Usage limit reached'),
  '6 Moon St': (send) => send(200, '[{"lat":"135.2","lon":"-80.8"}]'),
  '7 Word St': (send) => send(200, '[{"lat":"north","lon":"-80.8"}]'),
  '8 Empty St': (send) => send(200, '[{}]'),
  '9 Object St': (send) => send(200, '{"lat":"35.2","lon":"-80.8"}'),
  '10 Huge St': (send) => send(200, `[{"lat":"35.2","lon":"-80.8","name":"${'x'.repeat(200_000)}"}]`),
  '11 Infinite St': (send) => send(200, '[{"lat":1e999,"lon":-80.8}]'),
  '12 Number St': (send) => send(200, `[{"lat":${range.lat},"lon":${range.lng}}]`),
}
const double = await startNominatimDouble()
for (const [street, mood] of Object.entries(answers)) double.moods.set(street, mood)
beforeAll(async () => {
  await database.pool.query(`insert into zip_codes (zip, city, state, lat, lng) values
    ('28999', 'Teeville', 'NC', ${range.lat}, ${range.lng}), ('28998', 'Teeville', 'NC', ${range.lat}, ${range.lng}),
    ('28997', 'Unmapped', 'NC', null, null)`)
  for (const known of ['teeville', '1200 fairway dr', hostile.toLowerCase()]) double.points.set(known, range)
})
afterAll(() => double.close())
beforeEach(() => {
  double.asked.length = 0
})

/** Tests of an unresponsive server use a short timeout; all others must allow for a slow machine. */
const nominatim = (change: { url?: string; timeoutMs?: number } = {}) =>
  nominatimGeocoding({
    url: double.url,
    userAgent: 'Greenside (http://greenside.test)',
    takeTurn: (work) => work(),
    timeoutMs: 15_000,
    ...change,
  })
const subjects: Record<string, () => GeocodingPort> = {
  'ZIP codes': () => zipCodeGeocoding(database.db),
  nominatim,
}

describe.each(Object.keys(subjects))('places by %s', (name) => {
  const locate = (change?: Partial<PlaceToLocate>) => subjects[name]?.().locate(place(change))

  test('are located by address or ZIP code', async () => {
    expect(await locate()).toMatchObject(range)
    expect(await locate({ address: null })).toMatchObject({ ...range, by: 'area' })
  })

  test('without a ZIP code are located by city, in any letter case', async () => {
    expect(await locate({ address: null, zip: null })).toMatchObject({ ...range, by: 'area' })
    expect(await locate({ address: null, zip: null, city: 'TEEVILLE' })).toMatchObject(range)
  })

  test('that are unknown have no location', async () => {
    expect(await locate({ address: '1 Unknown St', city: 'Atlantis', zip: '00000' })).toBeNull()
    expect(await locate({ address: null, city: 'Unmapped', zip: '28997' })).toBeNull()
  })

  test('are looked up as written, whatever the text', async () => {
    expect(await locate({ address: hostile })).toMatchObject(range)
    expect(await locate({ address: null, city: `${hostile}!`, zip: null })).toBeNull()
  })
})

describe('a Nominatim-compatible server', () => {
  test('gets our user agent, and the address in parts', async () => {
    expect(await nominatim().locate(place())).toEqual({ ...range, by: 'address' })
    const [request] = double.asked
    expect(request?.headers['user-agent']).toBe('Greenside (http://greenside.test)')
    expect(request?.url.pathname).toBe('/search')
    expect(Object.fromEntries(request?.url.searchParams ?? [])).toEqual({
      format: 'jsonv2',
      limit: '1',
      street: '1200 Fairway Dr',
      city: 'Teeville',
      state: 'NC',
      postalcode: '28999',
      countrycodes: 'us,ca',
    })
  })

  test('can be under a path, with or without a slash, and return numbers as strings or numbers', async () => {
    await nominatim({ url: `${double.url}/geo/` }).locate(place())
    expect(double.asked[0]?.url.pathname).toBe('/geo/search')
    expect(await nominatim().locate(place({ address: '12 Number St' }))).toMatchObject(range)
  })

  test('can return no match', async () => {
    expect(await nominatim().locate(place({ address: '1 Nowhere St' }))).toBeNull()
  })

  test.each(Object.keys(answers).filter((street) => !/^(1|12) /.test(street)))(
    'that answers as at %s is unavailable',
    async (street) => {
      const patience = street === '3 Endless St' ? { timeoutMs: 300 } : {}
      await expect(nominatim(patience).locate(place({ address: street }))).rejects.toBeInstanceOf(
        GeocodingUnavailable,
      )
    },
  )

  test('that redirects, or does not exist, is unavailable', async () => {
    for (const away of [`${double.url}/moved`, 'http://127.0.0.1:9'])
      await expect(nominatim({ url: away }).locate(place())).rejects.toBeInstanceOf(GeocodingUnavailable)
  })
})
