import { describe, expect, test } from 'vitest'
import { clinicTools } from '../support/clinics.ts'
import { giftBalanceOf, giveGiftCards } from '../support/gift-cards.ts'
import { enteredLesson, signedInCoach } from '../support/lessons.ts'
import { charlotteDay, charlotteTime, daysUntil, goodCard, wallTime } from '../support/now.ts'
import { addCoach, giveRole } from '../support/people.ts'
import { testProduct, type Visitor } from '../support/product.ts'
import { propose, shortGame } from '../support/proposals.ts'

const product = testProduct()

const complete = {
  displayName: 'Rory Vale',
  bio: 'Twenty years of other people’s slices, most of them cured, all of them forgiven.',
  gender: '',
  years: '20',
  locationName: 'Foothills Golf Center',
  address: '1 Range Road',
  zip: '85365',
  facilityTypes: ['driving-range', 'outdoor'],
  specialties: ['Putting', 'Short Game'],
  hourlyRate: '92.50',
  durations: [90, 60],
  launchMonitor: '',
  credential: 'PGA Class A Professional',
  hours: [
    { day: 1, from: '09:00', to: '12:00' },
    { day: 1, from: '13:00', to: '24:00' },
    { day: 3, from: '07:30', to: '11:00' },
  ],
}

const save = (who: Visitor, draft: object) => who.put('/api/coach-draft', draft)
const live = (who: Visitor) => who.post('/api/coach-draft/live')

describe('becoming a coach', () => {
  test('saves input step by step, valid or not', async () => {
    const rory = await product.student('Rory Vale')
    expect((await rory.get('/api/coach-draft')).json).toEqual({
      eligibility: 'open',
      draft: { displayName: 'Rory Vale' },
    })
    await save(rory, { bio: 'Too short', zip: '8536' })
    await save(rory, { zip: '85365', hourlyRate: 'eighty' })
    const elsewhere = product.visitor()
    await elsewhere.post('/api/sessions', { email: rory.email, password: 'fairway-seven' })
    expect((await elsewhere.get('/api/coach-draft')).json.draft).toEqual({
      displayName: 'Rory Vale',
      bio: 'Too short',
      zip: '85365',
      hourlyRate: 'eighty',
    })
  })

  test('continues at the first incomplete step, only for people who started', async () => {
    const rory = await product.student('Rory Vale')
    const next = async () => (await rory.get('/api/coach-draft/next-step')).json
    expect(await next()).toEqual({ next: null, missing: [] })
    await save(rory, { bio: complete.bio })
    expect(await next()).toEqual({ next: 'place', missing: ['place', 'teaching', 'hours', 'preview'] })
    await save(rory, { ...complete, zip: '00000' })
    expect(await next()).toEqual({ next: 'place', missing: ['place', 'preview'] })
    await save(rory, complete)
    expect(await next()).toEqual({ next: 'preview', missing: ['preview'] })
    expect((await live(rory)).json.ok).toBe(true)
    expect(await next()).toEqual({ next: null, missing: [] })
  })

  test('going live too early lists what is missing by step and changes nothing', async () => {
    const rory = await product.student()
    await save(rory, {
      ...complete,
      bio: 'Short.',
      zip: '00000',
      hours: [{ day: 2, from: '12:00', to: '09:00' }],
    })
    const early = await live(rory)
    expect(early.json).toEqual({
      ok: false,
      issues: [
        { step: 'you', path: 'bio', message: 'A sentence or two more: at least 40 characters' },
        { step: 'hours', path: 'hours', message: 'The hours on Tuesday end before they begin' },
      ],
    })
    await save(rory, complete)
    await save(rory, { zip: '00000' })
    expect((await live(rory)).json.issues).toEqual([
      { step: 'place', path: 'zip', message: 'We do not know this ZIP code' },
    ])
    expect((await rory.get('/api/me')).json.role).toBe('student')
    const empty = await live(await product.student())
    expect(empty.json.issues.map(({ path }: { path: string }) => path)).toEqual(
      expect.arrayContaining(['bio', 'locationName', 'zip', 'specialties', 'hourlyRate', 'hours']),
    )
  })

  test('going live affects only that person: others keep their role and draft', async () => {
    const [rory, pat, sam] = [
      await product.student(),
      await product.student('Pat'),
      await product.student('Sam'),
    ]
    await giveRole(product.database.pool, pat.userId, 'prospect')
    await save(pat, { bio: 'Mine, and not finished' })
    await save(rory, complete)
    expect((await live(rory)).json.ok).toBe(true)
    for (const person of [pat, sam]) product.services.sessions.forget(person.userId)
    expect((await pat.get('/api/me')).json.role).toBe('prospect')
    expect((await sam.get('/api/me')).json.role).toBe('student')
    expect((await pat.get('/api/coach-draft')).json.draft.bio).toBe('Mine, and not finished')
  })

  test('the last step creates a bookable coach: found in search, with open times in Yuma’s time zone, and no longer a student', async () => {
    const rory = await product.student('Rory Vale')
    await save(rory, complete)
    expect((await rory.get('/api/places/85365')).json).toMatchObject({
      city: 'Yuma',
      state: 'AZ',
      zone: 'America/Phoenix',
      zoneName: 'MST',
    })
    const done = await live(rory)
    expect(done.json).toMatchObject({ ok: true, me: { userId: rory.userId, role: 'coach' } })
    // The same cookie is a coach's at once.
    expect((await rory.get('/api/me')).json.role).toBe('coach')
    expect((await rory.get('/api/coach/dashboard')).status).toBe(200)
    expect((await rory.post('/api/bookings', {})).status).toBe(403)

    const visitor = product.visitor()
    const profile = await visitor.get(`/api/coaches/${rory.userId}`)
    expect(profile.json).toMatchObject({
      name: 'Rory Vale',
      location: 'Yuma, AZ',
      hourlyRateCents: 9250,
      durations: [60, 90],
      specialties: ['Putting', 'Short Game'],
      instantBookEnabled: true,
      zone: 'America/Phoenix',
    })
    const found = await visitor.get('/api/coaches?zip=85365')
    expect(found.json.coaches.map(({ id }: { id: string }) => id)).toContain(rory.userId)

    // On Mondays she teaches from nine on, as the clock of Yuma says.
    const monday = daysUntil(1)
    const sam = await product.student()
    const booked = await sam.post('/api/bookings', {
      instructorId: rory.userId,
      start: wallTime('America/Phoenix', monday, 9),
      durationMinutes: 60,
    })
    expect(booked.status, booked.text).toBe(201)
    const early = await sam.post('/api/bookings', {
      instructorId: rory.userId,
      start: wallTime('America/Phoenix', monday, 7),
      durationMinutes: 60,
    })
    expect(early.status).toBe(409)
  })

  test('a prospect can also become one', async () => {
    const jo = product.visitor()
    await jo.post('/api/prospects', {
      name: 'Jo Reyes',
      email: 'jo@prospects.test',
      phone: '7045550100',
      password: 'fairway-seven',
    })
    await save(jo, { ...complete, displayName: 'Jo Reyes' })
    expect((await live(jo)).json.me.role).toBe('coach')
    expect((await jo.get('/api/me')).json.role).toBe('coach')
  })

  test('a double click creates one coach', async () => {
    const rory = await product.student()
    await save(rory, complete)
    const answers = await Promise.all([live(rory), live(rory), live(rory)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await live(rory)).json.code).toBe('already_coach')
    expect((await save(rory, { bio: 'x' })).status).toBe(409)
    const { rows } = await product.database.pool.query(
      'select count(*)::int as n from instructor_availability where instructor_id = $1',
      [rory.userId],
    )
    expect(rows[0].n).toBe(3)
  })

  test('a request can’t make someone a coach directly, and a student must finish upcoming lessons first', async () => {
    const rory = await product.student()
    await save(rory, {
      ...complete,
      user_type: 'admin',
      is_visible: true,
      user_id: '00000000-0000-4000-8000-000000000000',
    })
    const { rows } = await product.database.pool.query('select draft from coach_drafts where user_id = $1', [
      rory.userId,
    ])
    expect(Object.keys(rows[0].draft).sort()).toEqual(Object.keys(complete).sort())
    const maya = await addCoach(product.database.pool)
    await rory.post('/api/bookings', {
      instructorId: maya.id,
      start: charlotteTime(3, 9),
      durationMinutes: 60,
    })
    expect((await live(rory)).json.code).toBe('lessons_coming')
    expect((await product.visitor().get('/api/coach-draft')).status).toBe(401)
  })

  test('a student with lessons left in a package books them or ends it first', async () => {
    const maya = await signedInCoach(product)
    const terms = {
      title: 'Break 90',
      lessonType: 'individual',
      lessons: 5,
      durationMinutes: 60,
      priceCents: 40_000,
      validDays: 180,
      visibility: 'public',
    }
    const offer = await maya.put('/api/own-packages', terms)
    const rory = await product.student('Rory Vale')
    const { offerId } = offer.json
    const sale = await rory.post('/api/package-sales', { instructorId: maya.userId, offerId, version: 1 })
    const checkout = sale.json.checkoutUrl.split('/').at(-1)
    await rory.post(`/api/test-checkouts/${checkout}/payments`, goodCard)
    await product.settle()
    await save(rory, complete)
    expect((await live(rory)).json).toMatchObject({
      code: 'lessons_left',
      message: 'You have lessons left in a package. Book them or end the package first.',
    })
    expect((await rory.get('/api/me')).json.role).toBe('student')

    const [left] = (await rory.get('/api/packages')).json
    const ended = await rory.post(`/api/packages/${left.id}/end`, {
      expectedRefundCents: left.refundCents,
    })
    expect(ended.status, ended.text).toBe(200)
    expect((await live(rory)).json.me.role).toBe('coach')
  })

  test('a student with money left on a gift card keeps it, and stays a student', async () => {
    const [rory, pat] = [await product.student('Rory Vale'), await product.student('Pat Vale')]
    await giveGiftCards(product, { buyer: pat, student: rory }, 14_000)
    await save(rory, complete)
    const refused = await live(rory)
    expect(refused.json.code).toBe('gift_card_left')
    expect(refused.json.message).toMatch(/^You have \$140 left on a gift card/)
    expect((await rory.get('/api/me')).json.role).toBe('student')
    expect(await giftBalanceOf(rory)).toBe(14_000)
  })

  test('a student who paid for a video review becomes a coach after canceling it', async () => {
    const maya = await signedInCoach(product)
    await maya.put('/api/own-video-review', { priceCents: 4_500, promisedHours: 48, isSold: true })
    const rory = await product.student('Rory Vale')
    const bought = await rory.post('/api/video-reviews', {
      instructorId: maya.userId,
      expectedPriceCents: 4_500,
      expectedHours: 48,
    })
    const checkout = String(bought.json.checkoutUrl).split('/').at(-1)
    await save(rory, complete)
    expect((await live(rory)).json.code).toBe('checkout_open')
    await rory.post(`/api/test-checkouts/${checkout}/payments`, goodCard)
    await product.hearPayments()
    expect((await live(rory)).json.code).toBe('review_open')
    const canceled = await rory.post(`/api/video-reviews/${bought.json.videoReviewId}/cancellation`, {})
    expect(canceled.status, canceled.text).toBe(200)
    expect((await live(rory)).json.me.role).toBe('coach')
  })

  test('a student who becomes a coach leaves the lists of times and seats, and others stay on them', async () => {
    const { begin, clinic, student, buy, child } = clinicTools(product)
    const maya = await begin()
    const clinicId = await clinic({ seats: 2 })
    const [rory, sam, emma] = [
      await student('Rory Vale'),
      await student('Sam Rivera'),
      await student('Emma Park'),
    ]
    await buy(emma, clinicId, [null, await child(emma, 'Lee Park')])
    const day = charlotteDay(6)
    const wish = { instructorId: maya.userId, from: day, to: day, durationMinutes: 60 }
    for (const who of [rory, sam]) {
      const asked = await who.post('/api/cancellation-list', wish)
      expect(asked.status, asked.text).toBe(201)
      const askedSeats = await who.post(`/api/clinics/${clinicId}/seat-requests`, { seats: 1 })
      expect(askedSeats.status, askedSeats.text).toBe(201)
    }
    const waiting = async (table: string) =>
      await product.query(`select student_id from ${table} where status = 'waiting'`)
    await save(rory, complete)
    expect((await live(rory)).json.me.role).toBe('coach')
    for (const table of ['cancellation_requests', 'clinic_seat_requests'])
      expect(await waiting(table)).toEqual([{ student_id: sam.userId }])
  })

  test('a student who becomes a coach is offered no more lessons as a student', async () => {
    const maya = await signedInCoach(product)
    const rory = await product.student('Rory Vale')
    const proposalId = await propose(product, maya, rory)
    const students = async () =>
      (await maya.get('/api/coach/proposal-students')).json.map(({ name }: { name: string }) => name)
    expect(await students()).toEqual(['Rory Vale'])
    const takesLessons = async () => (await maya.get(`/api/coach/students/${rory.userId}`)).json.takesLessons
    expect(await takesLessons()).toBe(true)
    await save(rory, complete)
    expect((await live(rory)).json.me.role).toBe('coach')

    expect(await product.query('select status from lesson_proposals where id = $1', [proposalId])).toEqual([
      { status: 'cancelled' },
    ])
    expect(
      await product.query('select title, body from notifications where user_id = $1', [maya.userId]),
    ).toEqual([
      {
        title: 'Your proposal to Rory Vale has ended: Short game tune-up',
        body: 'Their account cannot book lessons now. Nothing was booked.',
      },
    ])
    expect(await students()).toEqual([])
    expect(await takesLessons(), 'the buttons are hidden').toBe(false)
    const again = await maya.post('/api/proposals', { studentId: rory.userId, ...shortGame })
    expect(again.status).toBe(403)
    const student = { is: 'known', studentId: rory.userId }
    const entered = await maya.post(
      '/api/coach/lessons',
      enteredLesson({ student, start: charlotteTime(4, 10) }),
    )
    expect([entered.status, entered.json.code]).toEqual([404, 'no_such_student'])
  })

  test('drafts are limited in size', async () => {
    const rory = await product.student()
    expect((await save(rory, { bio: 'x'.repeat(6001) })).status).toBe(400)
    expect((await save(rory, { hours: Array(29).fill({ day: 1, from: '09:00', to: '10:00' }) })).status).toBe(
      400,
    )
    expect((await save(rory, { bio: '<script>alert(1)</script> "{\\' })).status).toBe(200)
  })
})
