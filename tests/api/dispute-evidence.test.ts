import { beforeEach, expect, test } from 'vitest'
import { HOUR } from '#platform/duration.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'

/** What the evidence of a dispute says about the money and the lesson. */

const product = testProduct()
const { query } = product
type Person = Awaited<ReturnType<typeof product.student>>
let maya: Person
let sam: Person
let admin: Person

beforeEach(async () => {
  product.clock.moveTo(testNow)
  maya = await signedInCoach(product)
  sam = await product.student('Sam Rivera')
  admin = await product.admin()
})

/** The rows of the evidence pack as text: `Paid $400`. */
const packOf = async (disputeId: string): Promise<string> =>
  (await admin.post(`/api/admin/disputes/${disputeId}/evidence-pack`)).json.html
    .replace(/<[^>]+>/g, ' ')
    .replace(/ +/g, ' ')

test('a lesson that only changed its place was moved to another place, also in the evidence pack', async () => {
  const start = charlotteTime(9, 10)
  const bookingId = await bookPaid(product, sam, { instructorId: maya.userId, start })
  const [place] = await query(
    `insert into instructor_teaching_locations (instructor_id, location_name, address, city, state, lat, lng, time_zone)
     values ($1, 'Pine Valley Range', '2 Fairway Lane', 'Charlotte', 'NC', 35.3, -80.8, 'America/New_York') returning id`,
    [maya.userId],
  )
  const request = { start, locationId: place?.id, confirmed: [] }
  const moved = await maya.post(`/api/bookings/${bookingId}/reschedule`, request)
  expect(moved.status, moved.text).toBe(200)
  product.clock.moveTo(Date.parse(start) + 2 * HOUR)
  await sam.signInAgain()
  const report = { reason: 'other', details: 'Nobody was there.' }
  const { disputeId } = (await sam.post(`/api/bookings/${bookingId}/problems`, report)).json
  expect(await packOf(disputeId)).toContain('by the coach, to another place at the same time')
})
