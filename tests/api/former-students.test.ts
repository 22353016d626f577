import { beforeEach, describe, expect, test } from 'vitest'
import { completeDueLessons } from '#features/bookings/completion/commands.ts'
import { deleteEndedCustomers } from '#features/payments/saved-cards/commands.ts'
import { addDays } from '#platform/time.ts'
import { addClip } from '../support/clips.ts'
import { giftCardOrder } from '../support/gift-cards.ts'
import { addGolfer, child } from '../support/golfers.ts'
import { bookPaid, signedInCoach, verifyEmail } from '../support/lessons.ts'
import { plainPhoto } from '../support/media.ts'
import { charlotteTime, goodCard } from '../support/now.ts'
import { oldDatabase } from '../support/old-database.ts'
import { addCoach } from '../support/people.ts'
import { testNow, testProduct, type Visitor } from '../support/product.ts'
import { beginTalk, say } from '../support/talks.ts'

/** What a student who becomes a coach agreed to before ends, or can still be withdrawn. */
const product = testProduct()
const old = oldDatabase('0355')
let maya: Awaited<ReturnType<typeof signedInCoach>>
let sam: Awaited<ReturnType<typeof product.student>>

beforeEach(async () => {
  product.clock.moveTo(testNow)
  maya = await signedInCoach(product, 'Maya Bennett')
  sam = await product.student('Sam Rivera')
})

async function becomeCoach(who: Visitor) {
  await who.put('/api/coach-draft', {
    displayName: 'Sam Rivera',
    bio: 'Teaches the short game outdoors, early in the day before the heat arrives.',
    gender: '',
    years: '6',
    locationName: 'Foothills Golf Center',
    address: '',
    zip: '85365',
    facilityTypes: ['outdoor'],
    specialties: ['Putting'],
    hourlyRate: '85',
    durations: [60],
    launchMonitor: '',
    credential: '',
    hours: [{ day: 1, from: '09:00', to: '17:00' }],
  })
  const live = await who.post('/api/coach-draft/live')
  expect(live.json, live.text).toMatchObject({ ok: true, me: { role: 'coach' } })
}

describe('a student who becomes a coach', () => {
  test('is no longer part of the measured progress on another coach’s page', async () => {
    const improve = async (name: string, to: number) => {
      const student = await product.student(name)
      await say(maya, await beginTalk(student, maya.userId), 'Welcome')
      const path = `/api/workspaces/${maya.userId}/${student.userId}`
      const goal = {
        title: 'Hit it harder',
        measure: 'club_speed',
        unit: null,
        moreIsBetter: true,
        target: null,
        dueOn: null,
        start: null,
      }
      const goalId = (await student.post(`${path}/goals`, goal)).json.id
      const { today } = (await student.get(path)).json
      await student.post(`/api/goals/${goalId}/values`, { value: 90, on: addDays(today, -30) })
      await student.post(`/api/goals/${goalId}/values`, { value: to, on: today })
      expect((await student.put(`${path}/consent`, { consent: 'named' })).status).toBe(200)
      return student
    }
    const ann = await improve('Ann Ames', 98)
    for (const name of ['Ben Boyd', 'Cleo Cruz', 'Dora Diaz']) await improve(name, 94)
    const shown = async () =>
      (await product.visitor().get(`/api/coaches/${maya.userId}/measured-progress`)).json[0]
    const before = await shown()
    expect(before.students).toBe(4)
    expect(JSON.stringify(before.named)).toContain('Ann')
    await becomeCoach(ann)
    const after = await shown()
    expect(after.students).toBe(3)
    expect(JSON.stringify(after.named)).not.toContain('Ann')
    expect((await ann.get('/api/me/export')).json.measured_progress_you_let_be_shown).toEqual([])
  })

  test('has no saved cards any more, neither here nor at the processor', async () => {
    await verifyEmail(product, sam.userId)
    const held = await sam.post('/api/bookings', {
      instructorId: maya.userId,
      start: charlotteTime(3, 10),
      durationMinutes: 60,
    })
    const session = String(held.json.checkoutUrl).split('/').at(-1)
    await sam.post(`/api/test-checkouts/${session}/payments`, { ...goodCard, keepCard: true })
    await product.settle()
    expect((await sam.get('/api/me/cards')).json.cards).toHaveLength(1)
    const canceled = await sam.post(`/api/bookings/${held.json.bookingId}/cancellation`, {})
    expect(canceled.status, canceled.text).toBe(200)
    await product.settle()

    await becomeCoach(sam)
    await deleteEndedCustomers(product.services)
    expect(await product.query('select from payment_customers where user_id = $1', [sam.userId])).toEqual([])
    const customers = () => product.query('select from local_vendor.customers where email = $1', [sam.email])
    expect(await customers()).toEqual([])

    const bought = await sam.post('/api/gift-cards', giftCardOrder())
    const card = String(bought.json.checkoutUrl).split('/').at(-1)
    await sam.post(`/api/test-checkouts/${card}/payments`, { ...goodCard, keepCard: true })
    await product.settle()
    expect(await customers(), 'a coach buys a gift card without keeping a card').toEqual([])
  })

  test('stops sharing clips, withdraws the consent to clips of a child, and removes the child', async () => {
    const emma = await addGolfer(sam, child('Emma Rivera'))
    expect((await sam.put(`/api/me/golfers/${emma}/clips`, { allowed: true })).status).toBe(200)
    const clips: string[] = []
    for (const [hour, golferId] of [
      [10, null],
      [12, emma],
    ] as const) {
      await bookPaid(product, sam, { instructorId: maya.userId, start: charlotteTime(3, hour), golferId })
      const pair = { instructorId: maya.userId, studentId: sam.userId, golferId }
      clips.push((await addClip(product, maya, pair, await plainPhoto())).json.clipId)
    }
    product.clock.moveTo(Date.parse(charlotteTime(5, 12)))
    await completeDueLessons(product.services)
    await Promise.all([maya.signInAgain(), sam.signInAgain()])
    await becomeCoach(sam)

    const [ofSam, ofEmma] = clips
    const statuses = async (who: Visitor) =>
      await Promise.all([ofSam, ofEmma].map(async (id) => (await who.get(`/api/clips/${id}`)).status))
    expect(await statuses(maya)).toEqual([200, 200])
    expect((await sam.get('/api/me/golfers')).json.golfers).toMatchObject([{ id: emma, allowsClips: true }])

    expect((await sam.put(`/api/me/golfers/${emma}/clips`, { allowed: false })).status).toBe(200)
    expect(await statuses(maya)).toEqual([200, 404])
    const sharing = `/api/me/clip-sharing/${maya.userId}`
    expect((await sam.put(sharing, { share: false })).status).toBe(200)
    expect(await statuses(maya)).toEqual([404, 404])
    expect(await statuses(sam)).toEqual([200, 200])

    expect((await sam.post('/api/me/golfers', child('Liam Rivera'))).status).toBe(403)
    expect((await sam.send('DELETE', `/api/me/golfers/${emma}`)).status).toBe(200)
    expect((await sam.get('/api/me/golfers')).json.golfers).toEqual([])
    expect((await maya.put(`/api/me/clip-sharing/${sam.userId}`, { share: false })).status).toBe(404)
  })
})

test('the upgrade ends the saved cards and consents of those who became coaches before, and of no one else', async () => {
  const { pool } = old
  const [coach, former, student] = [await addCoach(pool), await addCoach(pool), await addCoach(pool)]
  await pool.query(`update profiles set user_type = 'student' where id = $1`, [student.id])
  for (const { id } of [former, student]) {
    await pool.query('insert into payment_customers (user_id, customer_id) values ($1, $2)', [
      id,
      `cus_${id}`,
    ])
    await pool.query(
      `with opened as (insert into workspaces (instructor_id, student_id) values ($1, $2) returning id)
       insert into progress_consents (workspace_id, given_at) select id, current_instant() from opened`,
      [coach.id, id],
    )
  }
  await old.migrateTo('0358')
  const customers = await pool.query('select user_id from payment_customers where ended_at is null')
  expect(customers.rows).toEqual([{ user_id: student.id }])
  const consents = await pool.query(
    'select student_id from workspaces where id in (select workspace_id from progress_consents)',
  )
  expect(consents.rows).toEqual([{ student_id: student.id }])
})
