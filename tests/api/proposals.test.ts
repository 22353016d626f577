import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { sweepHolds } from '#features/checkout/hold-expiry.ts'
import { processDueProposals } from '#features/proposals/due-proposals.ts'
import { HOUR } from '#platform/duration.ts'
import { balances, bookPaid, sendRefunds, signedInCoach } from '../support/lessons.ts'
import { untilOneWaits } from '../support/lock-order.ts'
import { charlotteDay, charlotteTime, goodCard, withinTheNotice } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'
import { acceptAndPay, acquaint, fiveLessons, propose, shortGame } from '../support/proposals.ts'

const product = testProduct()
let coach: Awaited<ReturnType<typeof signedInCoach>>
let student: Awaited<ReturnType<typeof product.student>>

beforeAll(async () => {
  coach = await signedInCoach(product)
  student = await product.student('Sam Rivera')
  await acquaint(product, coach, student)
})

const fiveLessonsAt = (days: number) => ({ ...fiveLessons, times: [charlotteTime(days, 9)] })
const statusOf = async (id: string) => (await student.get(`/api/proposals/${id}`)).json.status
const newsOf = async (userId: string) => {
  const { rows } = await product.database.pool.query<{ title: string }>(
    `select title from notifications where user_id = $1 and kind = 'proposal' order by created_at, title desc`,
    [userId],
  )
  return rows.map((row) => row.title)
}

test('a coach proposes, the student asks for changes, the coach revises, the student accepts and pays: both see it scheduled [rows 89, 65]', async () => {
  const id = await propose(product, coach, student)
  await product.sendMessages()
  const asked = await student.post(`/api/proposals/${id}/change-requests`, {
    version: 1,
    message: 'Could we do the afternoon?',
  })
  expect(asked.status).toBe(200)
  await product.sendMessages()
  const counts = await coach.get('/api/coach/proposal-counts')
  expect(counts.json).toMatchObject({ changes: 1, pending: 0 })
  const seen = await coach.get('/api/coach/proposals?tab=changes')
  expect(seen.json.proposals[0]).toMatchObject({
    id,
    changeRequest: 'Could we do the afternoon?',
    checkoutUrl: null,
  })

  const afternoon = charlotteTime(5, 15)
  const revised = await coach.put(`/api/proposals/${id}`, {
    version: 1,
    ...shortGame,
    times: [afternoon],
    priceCents: 9000,
  })
  expect(revised.status).toBe(200)
  await product.sendMessages()
  const unseen = await student.post(`/api/proposals/${id}/acceptance`, { version: 1, start: afternoon })
  expect(unseen.json).toMatchObject({ code: 'proposal_changed' })

  const held = await student.post(`/api/proposals/${id}/acceptance`, { version: 2, start: afternoon })
  expect(held.json).toMatchObject({ priceCents: 9000 })
  expect(await statusOf(id)).toBe('accepted')
  const session = String(held.json.checkoutUrl).split('/').at(-1)
  await student.post(`/api/test-checkouts/${session}/payments`, goodCard)
  await product.settle()
  for (const person of [student, coach])
    expect((await person.get(`/api/proposals/${id}`)).json).toMatchObject({
      status: 'scheduled',
      acceptedStart: afternoon,
      bookingId: held.json.bookingId,
    })
  const lesson = await student.get(`/api/bookings/${held.json.bookingId}`)
  expect(lesson.json).toMatchObject({ title: 'Short game tune-up', status: 'confirmed', priceCents: 9000 })
  const { rows } = await product.database.pool.query(
    'select booking_id from payments where booking_id = $1 and amount_cents = 9000',
    [held.json.bookingId],
  )
  expect(rows).toHaveLength(1)

  expect(await newsOf(student.userId)).toEqual([
    'Coach Maya proposes: Short game tune-up',
    'Coach Maya changed a proposal: Short game tune-up',
  ])
  expect(await newsOf(coach.userId)).toEqual([
    'Sam Rivera asks for changes: Short game tune-up',
    'Sam Rivera accepted: Short game tune-up',
  ])
  const talk = await product.database.pool.query<{ event: string; content: string }>(
    `select m.data ->> 'event' as event, m.content from messages m where m.data ->> 'proposalId' = $1 order by position`,
    [id],
  )
  expect(talk.rows.map((row) => row.event)).toEqual([
    'proposed:1',
    'changes_requested',
    'revised:2',
    'accepted',
  ])
  expect(talk.rows[1]?.content).toBe('Could we do the afternoon?')
  const mails = await product.database.pool.query(
    `select template_key from email_logs where template_key like 'proposal-news%' and status = 'sent'`,
  )
  expect(mails.rows.map((row) => row.template_key).sort()).toEqual([
    'proposal-news-coach',
    'proposal-news-student',
    'proposal-news-student',
  ])
})

describe('a request that is sent again because its answer was lost', () => {
  const eventsOf = async (id: string) => {
    const sent = await product.query(
      `select data ->> 'event' as event from messages where data ->> 'proposalId' = $1 order by position`,
      [id],
    )
    return sent.map(({ event }) => event)
  }

  test('offers the lesson once, also after the student has accepted', async () => {
    const newProposalId = randomUUID()
    const start = charlotteTime(13, 10)
    const title = 'Bunker play'
    const request = { studentId: student.userId, ...shortGame, title, times: [start], newProposalId }
    const send = () => coach.post('/api/proposals', request)
    const answers = [...(await Promise.all([send(), send()])), await send()]
    const accepted = await student.post(`/api/proposals/${newProposalId}/acceptance`, { version: 1, start })
    expect(accepted.status, accepted.text).toBe(200)
    for (const { status, json } of [...answers, await send()]) {
      expect(status).toBe(201)
      expect(json).toEqual({ proposalId: newProposalId })
    }
    expect(await eventsOf(newProposalId)).toEqual(['proposed:1', 'accepted'])
    expect((await newsOf(student.userId)).filter((news) => news.endsWith(title))).toHaveLength(1)
    await student.send('DELETE', `/api/bookings/${accepted.json.bookingId}/hold`)
  })

  test('never finds a proposal of another coach', async () => {
    const other = await signedInCoach(product, 'Nolan Reed')
    await acquaint(product, other, student)
    const theirs = await propose(product, coach, student, { times: [charlotteTime(13, 12)] })
    const request = { studentId: student.userId, ...shortGame, newProposalId: theirs }
    const refused = await other.post('/api/proposals', request)
    expect(refused.status).toBe(404)
    expect(await eventsOf(theirs)).toEqual(['proposed:1'])
  })

  test('changes the proposal once; other terms are not taken for the same', async () => {
    const id = await propose(product, coach, student, { times: [charlotteTime(13, 14)] })
    const changed = { ...shortGame, times: [charlotteTime(13, 15)], note: 'Bring your wedges', version: 1 }
    const revise = (terms: object = {}) => coach.put(`/api/proposals/${id}`, { ...changed, ...terms })
    const answers = [...(await Promise.all([revise(), revise()])), await revise()]
    for (const { status, json } of answers) {
      expect(status).toBe(200)
      expect(json).toEqual({ proposalId: id })
    }
    expect((await coach.get(`/api/proposals/${id}`)).json).toMatchObject({ version: 2, priceCents: 8500 })
    expect(await eventsOf(id)).toEqual(['proposed:1', 'revised:2'])
    for (const terms of [{ priceCents: 9000 }, { openHours: 24 }, { note: '' }, { times: shortGame.times }]) {
      const refused = await revise(terms)
      expect(refused.status).toBe(409)
      expect(refused.json).toMatchObject({ code: 'own_proposal_changed' })
      expect(refused.json.message).not.toContain('Your coach')
    }
  })
})

test('a proposal is completed after the lesson; canceling the lesson cancels it', async () => {
  const taught = await propose(product, coach, student, { times: [charlotteTime(6, 9)] })
  const bookingId = await acceptAndPay(product, student, taught, charlotteTime(6, 9))
  const cancelled = await propose(product, coach, student, { times: [charlotteTime(6, 11)] })
  const other = await acceptAndPay(product, student, cancelled, charlotteTime(6, 11))
  await student.post(`/api/bookings/${other}/cancellation`, {})
  expect(await statusOf(cancelled)).toBe('cancelled')
  product.clock.moveTo(testNow + 7 * 24 * HOUR)
  await coach.post(`/api/bookings/${bookingId}/completion`, { outcome: 'taught' })
  product.clock.moveTo(testNow)
  expect(await statusOf(taught)).toBe('completed')
  const { rows } = await product.database.pool.query(
    'select lesson_completed from lesson_proposals where id = $1',
    [taught],
  )
  expect(rows[0]).toEqual({ lesson_completed: true })
})

describe('accepting', () => {
  test('two tabs accept two times at once: one wins, and one time is held', async () => {
    const times = [charlotteTime(8, 9), charlotteTime(8, 12)]
    const id = await propose(product, coach, student, { times })
    const answers = await Promise.all(
      times.map((start) => student.post(`/api/proposals/${id}/acceptance`, { version: 1, start })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    const { rows } = await product.database.pool.query(
      `select lesson_date from bookings where proposal_id = $1 and status = 'pending'`,
      [id],
    )
    expect(rows).toHaveLength(1)
    await student.send(
      'DELETE',
      `/api/bookings/${answers.find((a) => a.status === 200)?.json.bookingId}/hold`,
    )
    expect(await statusOf(id)).toBe('pending')
  })

  test('the same time twice, at once or after a reload, creates one booking and one checkout', async () => {
    const start = charlotteTime(8, 15)
    const id = await propose(product, coach, student, { times: [start] })
    const ask = () => student.post(`/api/proposals/${id}/acceptance`, { version: 1, start })
    const atOnce = await Promise.all([ask(), ask(), ask(), ask()])
    const third = await ask()
    const held = [...atOnce, third].filter((answer) => answer.status === 200)
    expect(held.length).toBeGreaterThanOrEqual(2)
    expect(atOnce.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    expect(new Set(held.map((answer) => answer.json.checkoutUrl)).size).toBe(1)
    await student.send('DELETE', `/api/bookings/${third.json.bookingId}/hold`)
  })

  test('a time taken by another student is refused, and the proposal stays open', async () => {
    const start = charlotteTime(9, 10)
    const id = await propose(product, coach, student, { times: [start, charlotteTime(9, 14)] })
    const rival = await product.student('Robin Rival')
    const taken = await rival.post('/api/bookings', {
      instructorId: coach.userId,
      start,
      durationMinutes: 60,
    })
    expect(taken.status).toBe(201)
    const shown = await student.get(`/api/proposals/${id}`)
    expect(shown.json.times.map((time: { isOpen: boolean }) => time.isOpen)).toEqual([false, true])
    const refused = await student.post(`/api/proposals/${id}/acceptance`, { version: 1, start })
    expect(refused.json).toMatchObject({ code: 'slot_taken' })
    expect(await statusOf(id)).toBe('pending')
  })

  test('an expired hold reopens the proposal', async () => {
    const start = charlotteTime(10, 10)
    const id = await propose(product, coach, student, { times: [start] })
    await student.post(`/api/proposals/${id}/acceptance`, { version: 1, start })
    expect(await statusOf(id)).toBe('accepted')
    product.clock.moveTo(testNow + 16 * 60_000)
    await sweepHolds(product.services)
    product.clock.moveTo(testNow)
    expect(await statusOf(id)).toBe('pending')
  })

  describe('a payment after the hold expired', () => {
    /** Accepts and pays, but the processor's event arrives after the hold has expired. */
    async function paidLate(start: string, terms: object = {}) {
      const proposalId = await propose(product, coach, student, { times: [start], ...terms })
      const held = await student.post(`/api/proposals/${proposalId}/acceptance`, { version: 1, start })
      const session = String(held.json.checkoutUrl).split('/').at(-1)
      await student.post(`/api/test-checkouts/${session}/payments`, goodCard)
      const bookingId = String(held.json.bookingId)
      await product.query(
        `update bookings set status = 'cancelled', cancelled_at = current_instant(), cancel_reason = 'hold_expired' where id = $1`,
        [bookingId],
      )
      expect(await statusOf(proposalId)).toBe('pending')
      return { proposalId, bookingId }
    }
    const bookingOf = async (id: string) => (await student.get(`/api/bookings/${id}`)).json
    const packagesOf = async (proposalId: string) =>
      (await product.query('select id from lesson_packages where proposal_id = $1', [proposalId])).length

    test('books the time while it is still free, and opens the package once', async () => {
      const { proposalId, bookingId } = await paidLate(charlotteTime(16, 9), fiveLessonsAt(16))
      await product.settle()
      await product.settle()
      expect(await bookingOf(bookingId)).toMatchObject({ status: 'confirmed', cancelReason: null })
      expect(await statusOf(proposalId)).toBe('scheduled')
      expect(await packagesOf(proposalId)).toBe(1)
      expect(await balances(product, bookingId)).toEqual({
        processor_cash: 40_000,
        package_held: -32_000,
        coach_held: -7200,
        platform_fee: -800,
      })
    })

    test('is refunded in full when the time was taken, and the proposal stays open', async () => {
      const start = charlotteTime(17, 9)
      const { proposalId, bookingId } = await paidLate(start, fiveLessonsAt(17))
      const rival = await product.student('Robin Rival')
      await bookPaid(product, rival, { instructorId: coach.userId, start })
      await sendRefunds(product, bookingId)
      expect(await bookingOf(bookingId)).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' })
      expect(await statusOf(proposalId)).toBe('pending')
      expect(await packagesOf(proposalId)).toBe(0)
      expect(await balances(product, bookingId)).toEqual({})
    })

    test('is refunded in full when the proposal was accepted and paid again for another time', async () => {
      const [first, second] = [charlotteTime(18, 9), charlotteTime(18, 14)]
      const late = await paidLate(first, { times: [first, second] })
      const again = await student.post(`/api/proposals/${late.proposalId}/acceptance`, {
        version: 1,
        start: second,
      })
      const session = String(again.json.checkoutUrl).split('/').at(-1)
      await student.post(`/api/test-checkouts/${session}/payments`, goodCard)
      await product.settle()
      await sendRefunds(product, late.bookingId)
      const both = await Promise.all([bookingOf(late.bookingId), bookingOf(again.json.bookingId)])
      expect(both.map(({ status }) => status).sort()).toEqual(['cancelled', 'confirmed'])
      expect(both.map(({ paymentStatus }) => paymentStatus).sort()).toEqual(['completed', 'refunded'])
      expect(await statusOf(late.proposalId)).toBe('scheduled')
    })

    test.each([
      ['withdrew it', (id: string) => coach.post(`/api/proposals/${id}/withdrawal`), 1],
      [
        'made it dearer',
        async (id: string) => {
          await student.post(`/api/proposals/${id}/change-requests`, { version: 1, message: 'Six, please' })
          const dearer = { ...fiveLessonsAt(20), priceCents: 48_000, lessons: 6 }
          return await coach.put(`/api/proposals/${id}`, { ...dearer, version: 1, studentId: student.userId })
        },
        2,
      ],
      [
        'changed the number of lessons and nothing else',
        async (id: string) => {
          await student.post(`/api/proposals/${id}/change-requests`, { version: 1, message: 'Four will do' })
          const fewer = { ...fiveLessonsAt(21), lessons: 4, version: 1, studentId: student.userId }
          return await coach.put(`/api/proposals/${id}`, fewer)
        },
        3,
      ],
    ])('is refunded in full when the coach %s in the meantime', async (_what, change, hour) => {
      const late = await paidLate(charlotteTime(18 + hour, 9), fiveLessonsAt(18 + hour))
      expect((await change(late.proposalId)).status).toBe(200)
      await product.settle()
      expect(await packagesOf(late.proposalId)).toBe(0)
      await sendRefunds(product, late.bookingId)
      expect(await bookingOf(late.bookingId)).toMatchObject({
        status: 'cancelled',
        paymentStatus: 'refunded',
      })
    })
  })

  test('an unproposed time, a wrong price and another student’s proposal are refused', async () => {
    const id = await propose(product, coach, student, { times: [charlotteTime(11, 10)] })
    const other = await student.post(`/api/proposals/${id}/acceptance`, {
      version: 1,
      start: charlotteTime(11, 12),
    })
    expect(other.json).toMatchObject({ code: 'time_not_offered' })
    const stranger = await product.student('Pat Stranger')
    const theirs = await stranger.post(`/api/proposals/${id}/acceptance`, {
      version: 1,
      start: charlotteTime(11, 10),
    })
    expect(theirs.status).toBe(404)
    // Without acceptance, naming the proposal in a booking does not give its price.
    const sneaky = await student.post('/api/bookings', {
      instructorId: coach.userId,
      start: charlotteTime(11, 10),
      durationMinutes: 60,
      proposalId: id,
    })
    expect(sneaky.status).toBe(409)
  })
})

test('an open proposal gets one reminder, then expires; the coach is notified', async () => {
  const id = await propose(product, coach, student, { times: [charlotteTime(12, 10)], openHours: 24 })
  product.clock.moveTo(testNow + 13 * HOUR)
  await processDueProposals(product.services)
  await processDueProposals(product.services)
  expect((await newsOf(student.userId)).filter((title) => title.startsWith('Still open'))).toHaveLength(1)
  product.clock.moveTo(testNow + 25 * HOUR)
  const late = await student.post(`/api/proposals/${id}/acceptance`, {
    version: 1,
    start: charlotteTime(12, 10),
  })
  expect(late.json).toMatchObject({ code: 'proposal_expired' })
  await processDueProposals(product.services)
  product.clock.moveTo(testNow)
  expect(await statusOf(id)).toBe('expired')
  expect((await newsOf(coach.userId)).at(-1)).toBe('Your proposal to Sam Rivera expired: Short game tune-up')
})

test('a student is not reminded of a proposal that was changed a moment ago', async () => {
  const times = [charlotteTime(6, 12)]
  const id = await propose(product, coach, student, { times, openHours: 168 })
  const reminders = async () =>
    (await newsOf(student.userId)).filter((title) => title.startsWith('Still open')).length
  const before = await reminders()
  product.clock.moveTo(Date.parse(charlotteTime(6, 1)))
  await coach.signInAgain()
  const changed = { version: 1, ...shortGame, times, openHours: 168, confirmed: ['short_notice'] }
  const sent = await coach.put(`/api/proposals/${id}`, changed)
  expect(sent.status, sent.text).toBe(200)
  await processDueProposals(product.services)
  product.clock.moveTo(testNow)
  expect(await reminders()).toBe(before)
})

test('declined and withdrawn proposals are final', async () => {
  const declined = await propose(product, coach, student, { times: [charlotteTime(13, 10)] })
  expect((await student.post(`/api/proposals/${declined}/refusal`)).status).toBe(200)
  const withdrawn = await propose(product, coach, student, { times: [charlotteTime(13, 12)] })
  expect((await coach.post(`/api/proposals/${withdrawn}/withdrawal`)).status).toBe(200)
  for (const id of [declined, withdrawn]) {
    const again = await student.post(`/api/proposals/${id}/change-requests`, { version: 1, message: 'Wait' })
    expect(again.json).toMatchObject({ code: 'not_now' })
  }
})

test('a coach with more than 200 students finds the others by name, and offers them lessons', async () => {
  const maya = await signedInCoach(product)
  const olive = await product.student('Olive 100% Hill')
  await product.query(
    `with made as (insert into profiles (full_name, email)
       select 'Kit ' || n, 'kit' || n || '@proposals.test' from generate_series(1, 205) n returning id)
     insert into student_calendar_access (instructor_id, student_id, granted_at)
     select $1::uuid, id, $3::timestamptz from made
     union all select $1, $2, $3::timestamptz - interval '90 days'`,
    [maya.userId, olive.userId, new Date(testNow)],
  )
  const listed = async (search = '') =>
    (await maya.get(`/api/coach/proposal-students${search}`)).json.map(({ name }: { name: string }) => name)
  const latest = await listed()
  expect(latest).toHaveLength(200)
  expect(latest).not.toContain('Olive 100% Hill')
  for (const search of ['?query=olive', '?query=100%25', `?studentId=${olive.userId}`])
    expect(await listed(search)).toEqual(['Olive 100% Hill'])
  expect(await listed('?query=nobody')).toEqual([])
  expect(await listed(`?studentId=${student.userId}`), 'no student of this coach').toEqual([])
  const made = await maya.post('/api/proposals', { studentId: olive.userId, ...shortGame })
  expect(made.status, made.text).toBe(201)
})

describe('other people', () => {
  test('can’t see a proposal, act on it, or find it in a list', async () => {
    const id = await propose(product, coach, student, { times: [charlotteTime(14, 10)] })
    const stranger = await product.student('Pat Stranger')
    const rival = await signedInCoach(product, 'Rory Rival')
    const admin = stranger
    for (const person of [stranger, rival, admin]) {
      expect((await person.get(`/api/proposals/${id}`)).status).toBe(404)
      expect((await person.get(`/api/proposals/with/${student.userId}`)).json).toEqual([])
    }
    for (const [person, path] of [
      [stranger, 'refusal'],
      [rival, 'withdrawal'],
    ] as const)
      expect((await person.post(`/api/proposals/${id}/${path}`)).status).toBe(404)
    expect((await coach.get('/api/coach/proposals')).json.proposals.length).toBeGreaterThan(0)
    expect((await rival.get('/api/coach/proposals')).json.proposals).toEqual([])
    // A coach cannot accept for the student, and a student cannot revise.
    expect((await coach.post(`/api/proposals/${id}/acceptance`, {})).status).toBe(403)
  })

  test('can’t receive a proposal without having written to the coach', async () => {
    const stranger = await product.student('Quinn Quiet')
    const made = await coach.post('/api/proposals', { studentId: stranger.userId, ...shortGame })
    expect(made.json).toMatchObject({ code: 'no_student' })
    const known = await coach.get('/api/coach/proposal-students')
    expect(known.json.map((one: { id: string }) => one.id)).toContain(student.userId)
    expect(known.json[0]).toEqual({
      id: expect.any(String),
      name: expect.any(String),
      golfers: [],
      isCaller: false,
      lastGolferId: null,
    })
  })

  test('can’t subscribe to its channel', async () => {
    const mine = await student.get(`/events?topic=proposals:${coach.userId}`)
    expect(mine.status).toBe(404)
  })
})

test('a proposal is validated: open times, a price, a package with a period', async () => {
  for (const [terms, code] of [
    [{ times: [charlotteTime(3, 3)] }, 'times_not_confirmed'],
    [{ times: [charlotteTime(-1, 10)] }, 'times_not_open'],
    [{ durationMinutes: 50 }, 'bad_input'],
    [{ durationMinutes: 495 }, 'bad_input'],
    [{ priceCents: 0 }, 'bad_input'],
    [{ times: [] }, 'bad_input'],
    [{ title: ' ' }, 'bad_input'],
    [{ lessons: 21 }, 'bad_input'],
    [{ validDays: 12 }, 'bad_input'],
  ] as const) {
    const made = await coach.post('/api/proposals', { studentId: student.userId, ...shortGame, ...terms })
    expect(made.json.code, JSON.stringify(terms)).toBe(code)
  }
})

test.each(['proposed', 'revised'])(
  'a place that is removed while a lesson there is %s is named in the refusal',
  async (step) => {
    const nomad = await signedInCoach(product, `Nina ${step}`)
    await acquaint(product, nomad, student)
    const id = await propose(product, nomad, student)
    const other = await product.database.pool.connect()
    await other.query('begin')
    await other.query('delete from instructor_teaching_locations where instructor_id = $1', [nomad.userId])
    const answer =
      step === 'proposed'
        ? nomad.post('/api/proposals', { studentId: student.userId, ...shortGame })
        : nomad.put(`/api/proposals/${id}`, { version: 1, ...shortGame, priceCents: 9_000 })
    await untilOneWaits(product)
    await other.query('commit')
    other.release()
    expect((await answer).json).toMatchObject({ code: 'own_place_gone' })
  },
)

describe('a time and length chosen by the coach', () => {
  /**
   * Starts at seven in the morning and lasts three hours, although the coach offers 9 to 17 and at most two
   * hours.
   */
  const favor = {
    title: 'Nine holes',
    durationMinutes: 180,
    times: [charlotteTime(24, 7)],
    priceCents: 20_000,
  }

  test('is previewed, offered after confirmation, and booked; students still see only open times', async () => {
    const look = await coach.get(
      `/api/coach/own-time?date=${charlotteDay(24)}&time=07:00&durationMinutes=180`,
    )
    expect(look.json).toMatchObject({ start: favor.times[0], isFree: true, warnings: ['outside_hours'] })
    const unconfirmed = await coach.post('/api/proposals', { studentId: student.userId, ...favor })
    expect([unconfirmed.status, unconfirmed.json.code]).toEqual([409, 'times_not_confirmed'])
    const id = await propose(product, coach, student, { ...favor, confirmed: ['outside_hours'] })
    expect((await student.get(`/api/proposals/${id}`)).json.times).toEqual([
      { start: favor.times[0], isOpen: true, confirmed: ['outside_hours'] },
    ])
    const direct = { instructorId: coach.userId, start: favor.times[0], durationMinutes: 60 }
    expect((await student.post('/api/bookings', direct)).json.code).toBe('slot_taken')
    const bookingId = await acceptAndPay(product, student, id, favor.times[0] ?? '')
    expect((await coach.get(`/api/bookings/${bookingId}`)).json).toMatchObject({
      status: 'confirmed',
      start: favor.times[0],
      durationMinutes: 180,
    })
    const taken = await coach.get(
      `/api/coach/own-time?date=${charlotteDay(24)}&time=09:00&durationMinutes=60`,
    )
    expect(taken.json.isFree, 'there is a lesson now').toBe(false)
    const again = { studentId: student.userId, ...favor, confirmed: ['outside_hours'] }
    expect((await coach.post('/api/proposals', again)).json.code).toBe('times_not_open')
  })

  test('stays confirmed when the proposal is edited, and is lost when the coach later blocks the day', async () => {
    const times = [charlotteTime(25, 7)]
    const id = await propose(product, coach, student, { ...favor, times, confirmed: ['outside_hours'] })
    const terms = JSON.stringify({ version: 1, ...favor, times, priceCents: 15_000 })
    const revise = (person: typeof coach, one: string) =>
      person.send('PUT', `/api/proposals/${one}`, terms, { 'content-type': 'application/json' })
    const kim = await signedInCoach(product, 'Kim Okafor')
    const [anothers, none] = [await revise(kim, id), await revise(kim, randomUUID())]
    expect(anothers.json, 'another coach learns nothing of it').toEqual(none.json)
    const revised = await revise(coach, id)
    expect(revised.status, revised.text).toBe(200)
    await product.query(
      `insert into instructor_blocked_dates (instructor_id, blocked_date) values ($1, $2)`,
      [coach.userId, charlotteDay(25)],
    )
    const accepted = await student.post(`/api/proposals/${id}/acceptance`, { version: 2, start: times[0] })
    expect([accepted.status, accepted.json.code]).toEqual([409, 'slot_taken'])
  })

  test('is only for the coach: a student can’t request it, and short notice needs confirmation as well', async () => {
    expect(
      (await student.get(`/api/coach/own-time?date=${charlotteDay(24)}&time=07:00&durationMinutes=60`))
        .status,
    ).toBe(403)
    const isToday = withinTheNotice === charlotteTime(0, 16)
    const early = isToday ? `date=${charlotteDay(0)}&time=16:00` : `date=${charlotteDay(1)}&time=09:00`
    const soon = await coach.get(`/api/coach/own-time?${early}&durationMinutes=60`)
    expect(soon.json).toMatchObject({ isFree: true, warnings: ['short_notice'] })
    for (const query of [
      `date=${charlotteDay(24)}&time=07:10`,
      'date=2026-02-30&time=07:00',
      'date=x&time=7',
    ])
      expect((await coach.get(`/api/coach/own-time?${query}&durationMinutes=60`)).status, query).toBe(400)
  })
})

test('each change notifies both sides, without naming other people', async () => {
  const heard = new Set<string>()
  const stop = [student, coach].map((person) =>
    product.services.realtime.subscribe(`proposals:${person.userId}`, (topic) => heard.add(topic)),
  )
  const both = new Set([student, coach].map((person) => `proposals:${person.userId}`))
  const id = await propose(product, coach, student, { times: [charlotteTime(15, 10)] })
  await expect.poll(() => heard).toEqual(both)
  // Identical announcements in one batch are merged; on a busy machine some are sent separately and received
  // again.
  heard.clear()
  await student.post(`/api/proposals/${id}/refusal`)
  await expect.poll(() => heard).toEqual(both)
  for (const leave of stop) leave()
})
