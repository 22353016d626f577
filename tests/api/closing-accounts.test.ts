import { beforeEach, describe, expect, test } from 'vitest'
import { releaseDuePayouts } from '#features/payouts/release.ts'
import { HOUR } from '#platform/duration.ts'
import { signedInCoach } from '../support/lessons.ts'
import { lettersTo } from '../support/mail.ts'
import { charlotteTime } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'
import { acceptAndPay, fiveLessons, packageBalances, propose } from '../support/proposals.ts'

/** What an account still owes, or is owed, when it is closed: shown before, settled by the act, and never paid for nothing. */
const product = testProduct()
const password = 'fairway-seven'
type Person = Awaited<ReturnType<typeof signedInCoach>>
let coach: Person
let student: Awaited<ReturnType<typeof product.student>>

beforeEach(async () => {
  product.clock.moveTo(testNow)
  coach = await signedInCoach(product)
  await coach.post('/api/coach/payout-account')
  student = await product.student()
})

/** Five lessons for $400, of which one was taught; its share has arrived. @returns the package's id */
async function oneOfFiveTaught() {
  const start = charlotteTime(3, 9)
  const terms = { ...fiveLessons, times: [start] }
  const proposalId = await propose(product, coach, student, terms)
  const bookingId = await acceptAndPay(product, student, proposalId, start)
  product.clock.moveTo(Date.parse(start) + 2 * HOUR)
  await coach.post(`/api/bookings/${bookingId}/completion`)
  product.clock.moveTo(Date.parse(start) + 100 * HOUR)
  await releaseDuePayouts(product.services)
  const { rows } = await product.database.pool.query(
    'select id from lesson_packages where proposal_id = $1',
    [proposalId],
  )
  return { packageId: String(rows[0].id), bookingId }
}
const close = (who: Person, refundCents = 0) => who.post('/api/me/closure', { password, refundCents })
const refunded = async (packageId: string) =>
  (
    await product.query(
      `select coalesce(sum(r.amount_cents), 0)::int as cents from payment_refunds r
       join lesson_packages k on k.payment_id = r.payment_id where k.id = $1`,
      [packageId],
    )
  )[0].cents
const payoutsOf = async (who: Person) =>
  await product.query(
    `select status from payouts where instructor_id = $1 and status <> 'sent' and status <> 'nothing_due'`,
    [who.userId],
  )

describe('a coach with unused package lessons', () => {
  test('is told beforehand that everything is refunded, and closing the account refunds it', async () => {
    const { packageId } = await oneOfFiveTaught()
    const shown = (await coach.get('/api/me/closure')).json
    expect(shown).toMatchObject({ reasons: [], refundCents: 32_000 })
    expect(shown.ends).toEqual([
      {
        text: 'Sam Rivera’s package “Five lessons” ends; 4 lessons are not used. $320 goes back to the original payment method.',
        refundCents: 32_000,
      },
    ])
    const unseen = await close(coach)
    expect([unseen.status, unseen.json.code]).toEqual([409, 'closing_changed'])
    expect(await refunded(packageId)).toBe(0)
    const closed = await close(coach, 32_000)
    expect(closed.status, closed.text).toBe(200)
    expect(await refunded(packageId)).toBe(32_000)
    expect(await payoutsOf(coach)).toEqual([])
    await product.settle()
    expect(await packageBalances(product, packageId)).not.toHaveProperty('package_held')
    await product.sendMessages()
    const told = await lettersTo(product.database.pool, student.email)
    expect(told.some(({ text }) => text.includes('$320'))).toBe(true)
    const last = (await lettersTo(product.database.pool, coach.email))[0]
    expect(last?.subject).toBe('Your account is deleted')
    expect(last?.text).toContain('$320 goes back')
  })

  test('can be closed the same way by an admin', async () => {
    const { packageId } = await oneOfFiveTaught()
    const admin = await product.admin('Ada Admin')
    const path = `/api/admin/users/${coach.userId}/closure`
    expect((await admin.get(path)).json.refundCents).toBe(32_000)
    const reason = 'Asked for by telephone'
    expect((await admin.post(path, { reason })).json.code).toBe('closing_changed')
    const closed = await admin.post(path, { reason, refundCents: 32_000 })
    expect(closed.status, closed.text).toBe(200)
    expect(await refunded(packageId)).toBe(32_000)
    expect(await payoutsOf(coach)).toEqual([])
  })

  test('can’t close while a taught lesson is not completed, because its money is undecided', async () => {
    const start = charlotteTime(3, 9)
    const proposalId = await propose(product, coach, student, { ...fiveLessons, times: [start] })
    await acceptAndPay(product, student, proposalId, start)
    product.clock.moveTo(Date.parse(start) + 2 * HOUR)
    const refusal = await close(coach, 32_000)
    expect([refusal.status, refusal.json.code]).toEqual([409, 'lessons_coming'])
    // An admin reads the reason in words about the account, not about themselves.
    const admin = await product.admin('Ada Admin')
    const path = `/api/admin/users/${coach.userId}/closure`
    const sentence =
      'This account has a lesson coming up or not completed. Cancel it first, or wait until it is completed.'
    expect((await admin.get(path)).json.reasons).toEqual([
      sentence,
      '$72 is still on its way to this coach. Try again when it has arrived. Payments shows the date.',
    ])
    const refused = await admin.post(path, { reason: 'Asked for by telephone', refundCents: 32_000 })
    expect([refused.status, refused.json.message]).toEqual([409, sentence])
  })

  test('can’t close while a reported problem is open, even after the payout has arrived', async () => {
    const { bookingId } = await oneOfFiveTaught()
    await product.query(
      `insert into payment_disputes (booking_id, payment_id, student_id, instructor_id, lesson_title, dispute_reason, payment_amount,
         student_name, student_email, instructor_name, instructor_email)
       select b.id, p.id, b.student_id, b.instructor_id, b.lesson_title, 'other', 80, 'S', 's@x.test', 'C', 'c@x.test'
       from bookings b join payments p on p.booking_id = b.id where b.id = $1`,
      [bookingId],
    )
    expect((await coach.get('/api/me/closure')).json.reasons).toEqual([
      'A problem with one of your lessons is not settled yet. Delete your account when it is.',
    ])
    const refusal = await close(coach, 32_000)
    expect([refusal.status, refusal.json.code]).toEqual([409, 'problem_open'])
    // The student may leave: what was reported is decided all the same.
    const shown = (await student.get('/api/me/closure')).json
    expect(shown.ends.map(({ text }: { text: string }) => text)).toContainEqual(
      expect.stringContaining('is still decided'),
    )
    expect((await close(student, shown.refundCents)).status).toBe(200)
  })
})

describe('a student with unused package lessons', () => {
  test('gets the refund for ending the package by closing, and the coach gets the share of the rest', async () => {
    const { packageId } = await oneOfFiveTaught()
    const shown = (await student.get('/api/me/closure')).json
    expect(shown.refundCents).toBe(25_600)
    expect(shown.ends[0].text).toContain('$256 goes back to the original payment method, by its terms.')
    expect((await close(student, 25_600)).status).toBe(200)
    expect(await refunded(packageId)).toBe(25_600)
    expect(await payoutsOf(coach)).toEqual([{ status: 'held' }])
  })

  test('can’t close while a lesson is upcoming, and is told so beforehand', async () => {
    const start = charlotteTime(3, 9)
    const proposalId = await propose(product, coach, student, { ...fiveLessons, times: [start] })
    await acceptAndPay(product, student, proposalId, start)
    expect((await student.get('/api/me/closure')).json.reasons[0]).toContain('You have a lesson coming up')
    expect((await close(student, 25_600)).json.code).toBe('lessons_coming')
  })
})
