import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { readCheckoutId } from '../support/discounts.ts'
import { charlotteTime, goodCard } from '../support/now.ts'
import { addCoach } from '../support/people.ts'
import { testProduct, type Visitor } from '../support/product.ts'

const product = testProduct()
let maya: { id: string }
const { query } = product

beforeAll(async () => {
  maya = await addCoach(product.database.pool, { instantBookEnabled: false })
})

let hour = 13
/** An accepted proposal of 45 minutes for $120 at a time of its own. */
async function agree(student: { userId: string }, status = 'accepted', price = 120) {
  const start = charlotteTime(3, ++hour - 5)
  const [made] = await query(
    `insert into lesson_proposals (instructor_id, student_id, status, price_amount, lesson_title, lesson_type, duration_minutes,
      proposed_dates, accepted_start, accepted_at)
     values ($1, $2, $3, $4, 'Short game, just us', 'playing', 45, $5, $6, current_instant()) returning id`,
    [maya.id, student.userId, status, price, JSON.stringify([{ datetime: start }]), start],
  )
  return { proposalId: String(made?.id), start, instructorId: maya.id, durationMinutes: 45 }
}
const book = (person: Visitor, body: object) => person.post('/api/bookings', body)

describe('a lesson agreed with the coach [row 65]', () => {
  test('has the price, title, type and length of the proposal, regardless of client input', async () => {
    const sam = await product.student()
    const wish = await agree(sam)
    const held = await book(sam, {
      ...wish,
      price: 1,
      lesson_title: 'Free',
      lessonType: 'video',
      priceCents: 1,
    })
    expect([held.status, held.json.priceCents], held.text).toEqual([201, 12_000])
    const [row] = await query(
      `select b.lesson_title, b.lesson_type, b.duration_minutes, b.proposal_id, p.amount_cents, p.proposal_id as paid_for
       from bookings b join payments p on p.booking_id = b.id where b.id = $1`,
      [held.json.bookingId],
    )
    expect(row).toEqual({
      lesson_title: 'Short game, just us',
      lesson_type: 'playing',
      duration_minutes: 45,
      proposal_id: wish.proposalId,
      amount_cents: 12_000,
      paid_for: wish.proposalId,
    })
    await sam.post(`/api/test-checkouts/${readCheckoutId(held.json)}/payments`, goodCard)
    await product.settle()
    expect(await query('select status from lesson_proposals where id = $1', [wish.proposalId])).toEqual([
      { status: 'scheduled' },
    ])
    expect((await book(sam, { ...wish, start: charlotteTime(4, 10) })).json.code, 'once').toBe('package_used')
  })

  test('can be found through its conversation, also with the specified function', async () => {
    const sam = await product.student()
    const wish = await agree(sam)
    const alex = await product.student('Alex Kim')
    const talk = async (who: { userId: string }) =>
      (
        await query('insert into conversations (instructor_id, student_id) values ($1, $2) returning id', [
          maya.id,
          who.userId,
        ])
      )[0]?.id
    const pay = (conversation_id: string) =>
      sam.post('/api/functions/create-instant-booking-payment', {
        instructorId: maya.id,
        lessonDate: wish.start,
        durationMinutes: 45,
        priceAmount: 120,
        packageContext: { conversation_id, lesson_title: 'Anything', lesson_type: 'individual' },
      })
    for (const notTheirs of [randomUUID(), await talk(alex)])
      expect((await pay(notTheirs)).json, 'a conversation of others').toMatchObject({
        code: 'package_unknown',
      })
    const answer = await pay(await talk(sam))
    expect(answer.status, answer.text).toBe(200)
    const session = readCheckoutId({ checkoutUrl: answer.json.url })
    expect(await query('select amount_cents from local_vendor.checkouts where id = $1', [session])).toEqual([
      { amount_cents: 12_000 },
    ])
  })

  test('is only for that student, only after acceptance, and not cheaper with a code', async () => {
    const [sam, alex] = [await product.student(), await product.student('Alex Kim')]
    const [agreed, open] = [await agree(sam), await agree(sam, 'pending')]
    await query(`insert into promo_codes (code, percent_off) values ('NOTHERE', 50)`)
    for (const [person, body, code] of [
      [alex, agreed, 'package_unknown'],
      [sam, open, 'package_unknown'],
      [sam, { ...agreed, proposalId: randomUUID() }, 'package_unknown'],
      [sam, { ...agreed, durationMinutes: 60 }, 'duration_not_offered'],
      [sam, { ...agreed, promoCode: 'NOTHERE' }, 'not_with_package'],
      [sam, { ...agreed, expectedPriceCents: 100 }, 'price_changed'],
    ] as const)
      expect((await book(person, body)).json.code, JSON.stringify(body)).toBe(code)
    expect(
      await query('select 1 from bookings where student_id in ($1, $2)', [sam.userId, alex.userId]),
    ).toEqual([])
  })

  test('requested a hundred times at once creates one booking and one checkout', async () => {
    const sam = await product.student()
    const wish = { ...(await agree(sam)), idempotencyKey: 'a-hundred-clicks' }
    const answers = await Promise.all(Array.from({ length: 100 }, () => book(sam, wish)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ json }) => json.bookingId)).size).toBe(1)
    const made = await query('select 1 from local_vendor.checkouts where booking_id = $1', [
      answers[0]?.json.bookingId,
    ])
    expect(made).toHaveLength(1)
  })
})
