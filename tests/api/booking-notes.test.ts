import { beforeEach, describe, expect, test } from 'vitest'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { lettersTo } from '../support/mail.ts'
import { charlotteTime } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'
import { acceptAndPay, fiveLessons, propose } from '../support/proposals.ts'

const product = testProduct()
const words = 'I slice my driver.\nMy son comes along to watch.'
let maya: Awaited<ReturnType<typeof signedInCoach>>
let sam: Awaited<ReturnType<typeof product.student>>

beforeEach(async () => {
  product.clock.moveTo(testNow)
  maya = await signedInCoach(product)
  sam = await product.student('Sam Rivera')
})

const wish = (note?: string) => ({
  instructorId: maya.userId,
  durationMinutes: 60,
  start: charlotteTime(9, 10),
  ...(note === undefined ? {} : { note }),
})
const noteOf = async (who: typeof sam, id: string) => (await who.get(`/api/bookings/${id}`)).json.note
const change = (who: typeof sam, id: string, note: string) => who.put(`/api/bookings/${id}/note`, { note })

const letterOfBooking = async () => {
  const letters = await lettersTo(product.database.pool, maya.email)
  return letters.find(({ subject }) => subject.startsWith('Sam Rivera booked'))
}

describe('a note with a booking', () => {
  test('is read by the student and the coach, in the coach’s email and in calendars', async () => {
    const id = await bookPaid(product, sam, wish(`  ${words}  `))
    expect(await noteOf(sam, id)).toBe(words)
    expect(await noteOf(maya, id)).toBe(words)
    await product.sendMessages()
    const letter = await letterOfBooking()
    expect(letter?.text).toContain('Sam Rivera wrote: “I slice my driver.')
    const file = await maya.get(`/api/bookings/${id}/calendar.ics`)
    expect(file.text.replaceAll(/\r\n /g, '')).toContain('Note from Sam Rivera: I slice my driver.\\nMy son')
  })

  test('is optional, and a coach’s email does not mention it then', async () => {
    const id = await bookPaid(product, sam, wish())
    expect(await noteOf(maya, id)).toBeNull()
    await product.sendMessages()
    const letter = await letterOfBooking()
    expect(letter?.text).toContain('booked the lesson below.')
    expect(letter?.text).not.toContain('wrote:')
  })

  test('of more than 500 characters is refused before anything is held', async () => {
    const refused = await sam.post('/api/bookings', wish('x'.repeat(501)))
    expect([refused.status, refused.json.message]).toEqual([400, expect.stringContaining('500 characters')])
    expect((await sam.post('/api/bookings', wish('x'.repeat(500)))).status).toBe(201)
  })

  test('written when the same time is booked again replaces the earlier one', async () => {
    const first = await sam.post('/api/bookings', wish('Putting'))
    const second = await sam.post('/api/bookings', wish('Chipping'))
    expect(second.json.bookingId).toBe(first.json.bookingId)
    expect(await noteOf(sam, first.json.bookingId)).toBe('Chipping')
    await sam.post('/api/bookings', wish())
    expect(await noteOf(sam, first.json.bookingId)).toBe('Chipping')
  })

  test('goes with a lesson of a package', async () => {
    const start = charlotteTime(9, 10)
    const proposalId = await propose(product, maya, sam, { ...fiveLessons, times: [start] })
    await acceptAndPay(product, sam, proposalId, start)
    const { rows } = await product.database.pool.query(
      'select id from lesson_packages where proposal_id = $1',
      [proposalId],
    )
    const drawn = await sam.post(`/api/packages/${rows[0].id}/lessons`, {
      start: charlotteTime(10, 10),
      note: words,
    })
    expect(await noteOf(maya, drawn.json.bookingId)).toBe(words)
  })
})

describe('the student', () => {
  test('changes and removes the note until the lesson begins', async () => {
    const id = await bookPaid(product, sam, wish(words))
    expect((await change(sam, id, 'Only putting, please.')).status).toBe(200)
    expect(await noteOf(maya, id)).toBe('Only putting, please.')
    expect((await change(sam, id, ' ')).status).toBe(200)
    expect(await noteOf(maya, id)).toBeNull()
    expect((await maya.get(`/api/bookings/${id}/calendar.ics`)).text).toContain('SEQUENCE:2')
    product.clock.moveTo(Date.parse(charlotteTime(9, 10)))
    const late = await change(sam, id, words)
    expect([late.status, late.json.code]).toEqual([409, 'lesson_over'])
  })

  test('can’t change the note of a cancelled lesson', async () => {
    const id = await bookPaid(product, sam, wish(words))
    await sam.post(`/api/bookings/${id}/cancellation`, {})
    expect((await change(sam, id, 'Another')).json.code).toBe('lesson_over')
    expect(await noteOf(sam, id)).toBe(words)
  })

  test('takes it along in the export, and closing the account deletes it', async () => {
    const id = await bookPaid(product, sam, wish(words))
    await sam.post(`/api/bookings/${id}/cancellation`, {})
    expect((await sam.get('/api/me/export')).text).toContain('I slice my driver.')
    const closed = await sam.post('/api/me/closure', { password: 'fairway-seven' })
    expect(closed.status, closed.text).toBe(200)
    expect(await noteOf(maya, id)).toBeNull()
  })
})

test('nobody else reads or writes it, not even its coach', async () => {
  const id = await bookPaid(product, sam, wish(words))
  const alex = await product.student('Alex Kim')
  expect((await alex.get(`/api/bookings/${id}`)).status).toBe(404)
  expect((await change(alex, id, 'Mine')).status).toBe(404)
  expect((await change(maya, id, 'Mine')).status).toBe(403)
  expect(await noteOf(sam, id)).toBe(words)
})
