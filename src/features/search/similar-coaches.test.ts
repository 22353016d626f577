import { beforeAll, expect, test } from 'vitest'
import { addCoach } from '#tests/support/people.ts'
import { testProduct } from '#tests/support/product.ts'

const product = testProduct()
const charlotte = { lat: 35.2271, lng: -80.8431 }
const similar = async (id: string) => {
  const answer = await product.visitor().get(`/api/coaches/${id}/similar`)
  expect(answer.status).toBe(200)
  return answer.json as { name: string; distance: number }[]
}
let maya: string
let hidden: string

beforeAll(async () => {
  const { pool } = product.database
  maya = (await addCoach(pool, charlotte)).id
  for (const tenths of [7, 2, 5, 1, 4, 3, 6])
    await addCoach(pool, { ...charlotte, name: `North ${tenths}`, lat: charlotte.lat + tenths / 10 })
  hidden = (await addCoach(pool, { ...charlotte, name: 'Hidden Hollis', isVisible: false })).id
})

test('the six coaches nearest to the primary place, nearest first, without hidden ones and the coach', async () => {
  const near = await similar(maya)
  expect(near.map(({ name }) => name)).toEqual([1, 2, 3, 4, 5, 6].map((tenths) => `North ${tenths}`))
  // A tenth of a degree of latitude is 6.9 miles.
  expect(near[0]?.distance).toBeCloseTo(6.9, 1)
  expect(near[5]?.distance).toBeCloseTo(41.5, 1)
})

test('a coach more than 100 miles away is not nearby', async () => {
  const { id } = await addCoach(product.database.pool, { name: 'In Denver', lat: 39.7392, lng: -104.9903 })
  expect(await similar(id)).toEqual([])
})

test('a hidden coach has no neighbors, which would reveal the location', async () => {
  expect(await similar(hidden)).toEqual([])
})

test('a place without coordinates and an unknown coach have none', async () => {
  const { pool } = product.database
  const { id, locationId } = await addCoach(pool)
  await pool.query('update instructor_teaching_locations set lat = null, lng = null where id = $1', [
    locationId,
  ])
  expect(await similar(id)).toEqual([])
  expect(await similar('00000000-0000-4000-8000-000000000000')).toEqual([])
})
