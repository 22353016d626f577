import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createHttpApp } from '#app/http/app.ts'
import { locatePlaces } from '#features/coaches/locate-places.ts'
import { serverRequest } from '#platform/server-request.ts'
import { GeocodingUnavailable, type PlaceToLocate } from '#ports/geocoding/geocoding.ts'
import { signedInCoach } from '../support/lessons.ts'
import { startNominatimDouble } from '../support/nominatim-double.ts'
import { addCoach } from '../support/people.ts'
import { testProduct } from '../support/product.ts'

const button = '/api/functions/geocode-teaching-locations'
const mapTeeville = (product: ReturnType<typeof testProduct>) =>
  product.database.pool.query(`insert into zip_codes (zip, city, state, lat, lng) values
    ('99801', 'Teeville', 'AK', 58, -134), ('99802', 'Teeville', 'AK', 60, -136), ('99803', 'Nowhere', 'AK', null, null)
    on conflict (zip) do update set city = excluded.city, state = excluded.state, lat = excluded.lat, lng = excluded.lng`)

/** The geocoding service that a page has to credit where it shows places. */
async function creditOf({ services }: ReturnType<typeof testProduct>) {
  let credit: string | undefined
  const app = createHttpApp(services, async () => {
    credit = serverRequest.getStore()?.placesBy
    return new Response('')
  })
  await app.request('http://greenside.test/find-your-match')
  return credit
}

describe('without a geocoding service', () => {
  const product = testProduct()

  test('places without coordinates get those of their ZIP code or city; others keep theirs [row 142]', async () => {
    const { pool } = product.database
    const query = async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows
    const admin = await product.admin()
    await mapTeeville(product)
    const place = async (zip: string | null, city: string, lat: number | null) => {
      const { locationId } = await addCoach(pool)
      await query(
        `update instructor_teaching_locations set zip = $2, city = $3, state = 'AK', lat = $4, lng = $4 where id = $1`,
        [locationId, zip, city, lat],
      )
      return locationId
    }
    const ids = [
      await place('99802', 'Elsewhere', null),
      await place(null, 'teeville', null),
      await place('99803', 'Nowhere', null),
      await place('99801', 'Teeville', 10),
    ]
    const answer = await admin.post(button)
    expect([answer.status, answer.json]).toEqual([200, { successful: 2, failed: 1 }])
    const places = await query(
      'select lat, lng from instructor_teaching_locations where id = any ($1) order by array_position($1, id)',
      [ids],
    )
    expect(places).toEqual([
      { lat: 60, lng: -136 },
      { lat: 59, lng: -135 },
      { lat: null, lng: null },
      { lat: 10, lng: 10 },
    ])
    expect((await admin.post(button)).json).toEqual({ successful: 0, failed: 1 })
    const log = await query(`select after from audit_log where target = 'operations.geocode' order by id`)
    expect(log[0]).toEqual({ after: { successful: 2, failed: 1 } })
  })
})

const double = await startNominatimDouble()
afterAll(() => double.close())

describe('with a geocoding service', () => {
  const product = testProduct({ GEOCODING_URL: double.url })

  test('pages show the credit for the map', async () => {
    expect(await creditOf(product)).toBe('openstreetmap')
  })
  const middle = { lat: 58, lng: -134 }
  const range = { lat: 58.3, lng: -134.4 }
  const { query } = product
  const pointOf = async (placeId: string) =>
    (await query('select lat, lng from instructor_teaching_locations where id = $1', [placeId]))[0]
  const newPlace = async (address: string | null, point: { lat: number; lng: number } | null = middle) => {
    const { locationId } = await addCoach(product.database.pool)
    await query(
      `update instructor_teaching_locations set address = $2, city = 'Teeville', state = 'AK', zip = '99801', lat = $3, lng = $4
       where id = $1`,
      [locationId, address, point?.lat ?? null, point?.lng ?? null],
    )
    return locationId
  }
  const move = (placeId: string, address: string) =>
    query('update instructor_teaching_locations set address = $2 where id = $1', [placeId, address])
  /** Runs with the test's own service, which has no rate limit. */
  const locate = (answer: (place: PlaceToLocate) => Promise<typeof range | null>) =>
    locatePlaces({
      ...product.services,
      geocoding: {
        name: 'nominatim',
        locate: async (place) => {
          const point = await answer(place)
          return point && { ...point, by: 'address' }
        },
      },
    })
  beforeAll(() => mapTeeville(product))
  beforeEach(async () => {
    double.asked.length = 0
    double.misbehave(null)
    await query('delete from instructor_teaching_locations')
  })

  test('a place that can’t be looked up does not stop the others', async () => {
    await newPlace('1 Broken Way')
    await newPlace('1200 Fairway Dr')
    const answer = (isMended: boolean) => async (place: PlaceToLocate) => {
      if (!isMended && place.address === '1 Broken Way') throw new TypeError('not an answer')
      return range
    }
    expect(await locate(answer(false))).toMatchObject({ found: 1 })
    expect(await query(`select times from failed_items where job = 'locate-places'`)).toEqual([{ times: 1 }])
    expect(await locate(answer(true))).toMatchObject({ found: 1 })
    expect(await query(`select times from failed_items where job = 'locate-places'`)).toEqual([])
  })

  test('a place added while the service is down is saved and geocoded later [row 98]', async () => {
    const maya = await signedInCoach(product, 'Maya Bennett')
    await query('delete from instructor_teaching_locations')
    double.misbehave((send) => send(503, ''))
    const typed = { locationName: 'Glacier Range', address: '1200 Fairway Dr', zip: '99801' }
    const added = await maya.post('/api/coach/places', typed)
    expect(added.json).toMatchObject({ ok: true })
    expect(await locatePlaces(product.services)).toEqual({ found: 0, unknown: 0, unanswered: 1 })
    const placeId = String(added.json.placeId)
    expect(await pointOf(placeId)).toEqual(middle)
    double.misbehave(null)
    double.points.set('1200 fairway dr', range)
    expect(await locatePlaces(product.services)).toEqual({ found: 1, unknown: 0, unanswered: 0 })
    expect(await pointOf(placeId)).toEqual(range)
    const { places } = (await maya.get('/api/coach/profile')).json
    expect(places).toMatchObject([{ name: 'Glacier Range', address: '1200 Fairway Dr', zip: '99801' }])
    expect(double.asked.at(-1)?.headers['user-agent']).toBe('Greenside (http://greenside.test)')
  })

  test('the button on the System tab geocodes pending places and reports failures [row 142]', async () => {
    const admin = await product.admin()
    const [known, nowhere] = [await newPlace('12 Links Rd'), await newPlace('13 Links Rd', null)]
    double.misbehave((send) => send(429, ''))
    expect((await admin.post(button)).json).toEqual({ successful: 1, failed: 2 })
    expect([await pointOf(known), await pointOf(nowhere)]).toEqual([middle, middle])
    double.misbehave(null)
    double.points.set('12 links rd', range)
    expect((await admin.post(button)).json).toEqual({ successful: 1, failed: 0 })
    expect([await pointOf(known), await pointOf(nowhere)]).toEqual([range, middle])
    expect((await admin.post(button)).json).toEqual({ successful: 0, failed: 0 })
  })

  test('an address is looked up once, regardless of letter case and coach', async () => {
    const ids = [await newPlace('7 Dune Way'), await newPlace('7 DUNE WAY')]
    let asked = 0
    const count = async () => {
      asked++
      return range
    }
    expect(await locate(count)).toMatchObject({ found: 2 })
    ids.push(await newPlace('7 Dune Way'))
    expect(await locate(count)).toMatchObject({ found: 1 })
    for (const id of ids) expect(await pointOf(id)).toEqual(range)
    expect(asked).toBe(1)
  })

  test('two simultaneous runs look up each place once', async () => {
    for (const at of [1, 2, 3, 4]) await newPlace(`${at} Race Rd`)
    const asked: unknown[] = []
    const answer = async ({ address }: PlaceToLocate) => {
      asked.push(address)
      return range
    }
    const [one, other] = await Promise.all([locate(answer), locate(answer)])
    expect(one.found + other.found).toBe(4)
    expect(asked.toSorted()).toEqual(['1 Race Rd', '2 Race Rd', '3 Race Rd', '4 Race Rd'])
  })

  test('a moved place is looked up again, and loses its old point even if the new address is unknown', async () => {
    const placeId = await newPlace('7 Dune Way')
    await locate(async () => range)
    await move(placeId, '8 Dune Way')
    expect(await locate(async () => null)).toMatchObject({ unknown: 1 })
    expect(await pointOf(placeId)).toEqual(middle)
    expect(await locate(async () => range)).toEqual({ found: 0, unknown: 0, unanswered: 0 })
  })

  test('a place with an unknown address keeps its point', async () => {
    const known = { lat: 58.01, lng: -134.02 }
    const placeId = await newPlace('9 Own Survey', known)
    await locate(async () => null)
    expect(await pointOf(placeId)).toEqual(known)
  })

  test('a point far from the ZIP code is rejected', async () => {
    const placeId = await newPlace('1 Main St')
    expect(await locate(async () => ({ lat: 35.2, lng: -80.8 }))).toMatchObject({ found: 0, unknown: 1 })
    expect(await pointOf(placeId)).toEqual(middle)
  })

  test('an address that changes during the lookup is not overwritten', async () => {
    const placeId = await newPlace('1 Before Rd')
    await locate(async () => {
      await move(placeId, '2 After Rd')
      return range
    })
    expect(await pointOf(placeId)).toEqual(middle)
    const later = { lat: 58.2, lng: -134.1 }
    await locate(async () => later)
    expect(await pointOf(placeId)).toEqual(later)
  })

  test('a run that crashed is retried by another an hour later', async () => {
    const placeId = await newPlace('1 Dropped Rd')
    // The state left by a process that ended during a request.
    await query(
      `insert into place_lookups (place_id, asked_for, asked_at)
       select id, md5(lower(concat_ws('|', address, city, state, zip))), $2 from instructor_teaching_locations where id = $1`,
      [placeId, new Date(product.clock.now())],
    )
    expect(await locate(async () => range)).toMatchObject({ found: 0 })
    product.clock.moveTo(product.clock.now() + 61 * 60_000)
    expect(await locate(async () => range)).toMatchObject({ found: 1 })
    expect(await pointOf(placeId)).toEqual(range)
  })

  test('a service that is down is called once per run', async () => {
    for (const at of [1, 2, 3]) await newPlace(`${at} Quiet Rd`)
    let asked = 0
    const away = async () => {
      asked++
      throw new GeocodingUnavailable()
    }
    expect(await locate(away)).toEqual({ found: 0, unknown: 0, unanswered: 3 })
    expect(asked).toBe(1)
    expect(await locate(async () => range)).toMatchObject({ found: 3 })
  })
})
