import { expect, test } from 'vitest'
import { addCoach, giveRole } from '../support/people.ts'
import { testProduct } from '../support/product.ts'

const product = testProduct()

test('places without coordinates get those of their ZIP code or town; the others keep theirs [row 142]', async () => {
  const { pool } = product.database
  const query = async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows
  const admin = await product.student('Avery Quinn')
  await giveRole(pool, admin.userId, 'admin')
  await query(`delete from zip_codes where zip in ('99801', '99802', '99803')`)
  await query(`insert into zip_codes (zip, city, state, lat, lng) values
    ('99801', 'Teeville', 'AK', 58, -134), ('99802', 'Teeville', 'AK', 60, -136), ('99803', 'Nowhere', 'AK', null, null)`)
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
  const answer = await admin.post('/api/functions/geocode-teaching-locations')
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
  expect((await admin.post('/api/functions/geocode-teaching-locations')).json).toEqual({
    successful: 0,
    failed: 1,
  })
  const log = await query(`select after from audit_log where target = 'operations.geocode' order by id`)
  expect(log[0]).toEqual({ after: { successful: 2, failed: 1 } })
})
