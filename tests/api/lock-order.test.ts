import { beforeEach, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { expectLockOrder } from '../support/lock-order.ts'
import { tokenFor } from '../support/mail.ts'
import { charlotteTime } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'
import { acceptAndPay, fiveLessons, propose } from '../support/proposals.ts'

/** Commands lock rows in one order, so that no two of them wait for each other. */

const product = testProduct()
let maya: Awaited<ReturnType<typeof signedInCoach>>
let sam: Awaited<ReturnType<typeof product.student>>

const { query } = product

beforeEach(async () => {
  product.clock.moveTo(testNow)
  maya = await signedInCoach(product)
  sam = await product.student('Sam Rivera')
})

test('canceling a lesson waits for the student’s account closure before locking the lesson', async () => {
  const id = await bookPaid(product, sam, { instructorId: maya.userId, start: charlotteTime(9, 10) })
  await expectLockOrder(
    product,
    {
      first: { table: 'profiles', column: 'id', id: sam.userId },
      second: { table: 'bookings', column: 'id', id },
    },
    async () => {
      const cancelled = await maya.post(`/api/bookings/${id}/cancellation`, {})
      expect(cancelled.status, cancelled.text).toBe(200)
    },
  )
})

test('canceling a lesson locks the lesson before its payment, in the order of an expiring hold', async () => {
  const id = await bookPaid(product, sam, { instructorId: maya.userId, start: charlotteTime(9, 10) })
  await expectLockOrder(
    product,
    {
      first: { table: 'bookings', column: 'id', id },
      second: { table: 'payments', column: 'booking_id', id },
    },
    async () => {
      const cancelled = await maya.post(`/api/bookings/${id}/cancellation`, {})
      expect(cancelled.status, cancelled.text).toBe(200)
    },
  )
})

test('ending a package waits for the student’s account closure before locking its lessons', async () => {
  const start = charlotteTime(9, 10)
  const proposalId = await propose(product, maya, sam, { ...fiveLessons, times: [start] })
  const id = await acceptAndPay(product, sam, proposalId, start)
  const [{ id: packageId }] = await query('select id from lesson_packages where proposal_id = $1', [
    proposalId,
  ])
  await expectLockOrder(
    product,
    {
      first: { table: 'profiles', column: 'id', id: sam.userId },
      second: { table: 'bookings', column: 'id', id },
    },
    async () => {
      const ended = await maya.post(`/api/packages/${packageId}/end`, { expectedRefundCents: 32_000 })
      expect(ended.status, ended.text).toBe(200)
    },
  )
})

test('drawing a lesson from a package waits for the student’s account closure before locking the package', async () => {
  const start = charlotteTime(9, 10)
  const proposalId = await propose(product, maya, sam, { ...fiveLessons, times: [start] })
  await acceptAndPay(product, sam, proposalId, start)
  const [{ id: packageId }] = await query('select id from lesson_packages where proposal_id = $1', [
    proposalId,
  ])
  await expectLockOrder(
    product,
    {
      first: { table: 'profiles', column: 'id', id: sam.userId },
      second: { table: 'lesson_packages', column: 'id', id: packageId },
    },
    async () => {
      const drawn = await sam.post(`/api/packages/${packageId}/lessons`, { start: charlotteTime(10, 10) })
      expect(drawn.status, drawn.text).toBe(201)
    },
  )
})

test('suspending an account waits for commands that lock its lessons', async () => {
  const id = await bookPaid(product, sam, { instructorId: maya.userId, start: charlotteTime(9, 10) })
  const admin = await product.admin()
  await admin.signInAgain()
  await expectLockOrder(
    product,
    {
      first: { table: 'profiles', column: 'id', id: sam.userId, strength: 'key share' },
      second: { table: 'bookings', column: 'id', id },
    },
    async () => {
      const suspended = await admin.post('/api/admin/lists/users/acts/suspend-and-refund', {
        ids: [sam.userId],
        shown: 1,
        reason: 'Complaints of several coaches',
      })
      expect(suspended.status, suspended.text).toBe(200)
    },
  )
})

test('booking a time does not wait for an expired hold that another command has locked', async () => {
  const wish = { instructorId: maya.userId, durationMinutes: 60 }
  const held = await sam.post('/api/bookings', { ...wish, start: charlotteTime(9, 10) })
  expect(held.status, held.text).toBe(201)
  product.clock.advance(16 * 60_000)
  const other = await product.database.pool.connect()
  try {
    await other.query('begin')
    await other.query('select from bookings where id = $1 for update', [held.json.bookingId])
    const alex = await product.student('Alex Kim')
    const booked = await alex.post('/api/bookings', { ...wish, start: charlotteTime(9, 14) })
    expect(booked.status, booked.text).toBe(201)
  } finally {
    await other.query('rollback')
    other.release()
  }
})

test.each(['suspend', 'lift', 'close', 'close by an admin', 'refuse the address'] as const)(
  'two commands that suspend, restore or close accounts run one after another: %s',
  async (act) => {
    const admin = await product.admin()
    await admin.signInAgain()
    const list = (name: string) => () =>
      admin.post(`/api/admin/lists/users/acts/${name}`, { ids: [sam.userId], shown: 1, reason: 'Complaints' })
    await product.sendMessages()
    const token = await tokenFor(product.database.pool, sam.email, '/verify-email')
    if (act === 'lift') await list('suspend')()
    const runs = {
      suspend: list('suspend'),
      lift: list('lift'),
      close: () => sam.post('/api/me/closure', { password: 'fairway-seven' }),
      'close by an admin': () =>
        admin.post(`/api/admin/users/${sam.userId}/closure`, { reason: 'Asked by phone' }),
      'refuse the address': () =>
        product.visitor().post('/api/mailbox-refusals', { purpose: 'email-verification', token }),
    }
    const run = runs[act]
    // What another such command holds. It notifies the coach and the students of the account that it has locked.
    const other = await product.database.pool.connect()
    try {
      await other.query('begin')
      await other.query(`select pg_advisory_xact_lock(hashtextextended('account-changes', 0))`)
      const done = run()
      await eventually(async () => {
        const waiting = await query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(waiting).toHaveLength(1)
      })
      await other.query('select from profiles where id = $1 for update nowait', [sam.userId])
      await other.query('commit')
      const answer = await done
      expect(answer.status, answer.text).toBe(200)
    } finally {
      other.release()
    }
  },
)

test('approving a review from elsewhere waits for its coach before it locks the review', async () => {
  const review = { author: 'Pat', rating: 5, text: 'Patient, and clear.', source: 'Google' }
  const sent = await maya.post('/api/coach/imported-reviews', review)
  expect(sent.status, sent.text).toBe(200)
  const [{ id }] = await query('select id from imported_reviews where instructor_id = $1', [maya.userId])
  const admin = await product.admin()
  await expectLockOrder(
    product,
    {
      first: { table: 'instructor_profiles', column: 'user_id', id: maya.userId },
      second: { table: 'imported_reviews', column: 'id', id },
    },
    async () => {
      const approved = await admin.post(`/api/coach-requests/reviews/${id}/approval`, {})
      expect(approved.status, approved.text).toBe(200)
    },
  )
})
