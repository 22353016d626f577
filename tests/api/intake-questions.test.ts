import { beforeEach, describe, expect, test } from 'vitest'
import { intakeLimits } from '#features/bookings/intake/intake.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { lettersTo } from '../support/mail.ts'
import { charlotteTime } from '../support/now.ts'
import { giveRole } from '../support/people.ts'
import { testNow, testProduct } from '../support/product.ts'
import { acceptAndPay, fiveLessons, propose } from '../support/proposals.ts'

const product = testProduct()
const json = { 'content-type': 'application/json' }
let maya: Awaited<ReturnType<typeof signedInCoach>>
let sam: Awaited<ReturnType<typeof product.student>>

beforeEach(async () => {
  product.clock.moveTo(testNow)
  maya = await signedInCoach(product)
  sam = await product.student('Sam Rivera')
})

interface Question {
  id: string | null
  question: string
  isRequired: boolean
}
const handicap = { id: null, question: 'What is your handicap?', isRequired: true }
const hand = { id: null, question: 'Right- or left-handed?', isRequired: false }

/** Saves the coach's profile with other questions. */
async function save(questions: Question[], coach = maya) {
  const { words, tag } = (await coach.get('/api/coach/profile')).json
  const bio = 'I teach people who want to enjoy Saturday more, one change at a time.'
  return await coach.put('/api/coach/profile', {
    basedOn: tag,
    words: { ...words, bio, specialties: ['Putting'], durations: [60], questions },
  })
}
async function ask(...questions: Question[]): Promise<(Question & { id: string })[]> {
  const saved = await save(questions)
  expect(saved.json.ok, saved.text).toBe(true)
  return saved.json.profile.words.questions
}
/** The questions, as listed with the open times. */
const asked = async (who: Pick<typeof sam, 'get'> = sam) =>
  (await who.get(`/api/coaches/${maya.userId}/slots?durationMinutes=60`)).json.questions

const answering = ({ id, question }: Question, answer: string) => ({ questionId: id, question, answer })
const wish = (answers?: ReturnType<typeof answering>[], day = 9) => ({
  instructorId: maya.userId,
  durationMinutes: 60,
  start: charlotteTime(day, 10),
  ...(answers ? { answers } : {}),
})
const book = (answers?: ReturnType<typeof answering>[], who = sam) => who.post('/api/bookings', wish(answers))
const lesson = async (who: typeof sam, id: string) => (await who.get(`/api/bookings/${id}`)).json
async function bookingsOfMaya(): Promise<number> {
  const { rows } = await product.database.pool.query<{ n: number }>(
    'select count(*)::int as n from bookings where instructor_id = $1',
    [maya.userId],
  )
  return rows[0]?.n ?? 0
}

describe('a coach’s questions', () => {
  test('are saved with the profile, listed with the open times, and keep their ids while they are changed', async () => {
    expect(await asked(product.visitor())).toEqual([])
    const [first, second] = await ask(handicap, hand)
    expect(await asked(product.visitor())).toEqual([
      { id: first?.id, question: handicap.question, isRequired: true, lastAnswer: null },
      { id: second?.id, question: hand.question, isRequired: false, lastAnswer: null },
    ])
    if (!first || !second) return
    const third = { ...hand, question: 'Do you bring clubs?' }
    await ask(second, { ...first, question: 'Your handicap?', isRequired: false }, third)
    expect((await asked()).map((one: Question) => [one.question, one.isRequired])).toEqual([
      [hand.question, false],
      ['Your handicap?', false],
      [third.question, false],
    ])
    expect((await asked()).slice(0, 2).map(({ id }: Question) => id)).toEqual([second.id, first.id])
    await ask()
    expect(await asked()).toEqual([])
  })

  test.each([
    ['questions', Array.from({ length: 4 }, (_, n) => ({ ...hand, question: `Question ${n}?` }))],
    ['questions.0.question', [{ ...hand, question: ' \u202e ' }]],
    ['questions.0.question', [{ ...hand, question: 'x'.repeat(intakeLimits.question + 1) }]],
    ['questions.1.question', [hand, { ...hand, question: hand.question.toUpperCase() }]],
  ])('are refused with an error at %s when they are wrong, and nothing changes', async (path, wrong) => {
    await ask(handicap)
    const refused = await save(wrong)
    expect(refused.status).toBe(400)
    expect(refused.json.data.issues[0].path).toBe(`words.${path}`)
    expect((await asked()).map(({ question }: Question) => question)).toEqual([handicap.question])
  })

  test('of another coach are not changed with their ids', async () => {
    const [mayas] = await ask(handicap)
    const keoni = await signedInCoach(product, 'Keoni Kahale')
    const taken = await save([{ ...hand, id: mayas?.id ?? null }], keoni)
    expect(taken.json.profile.words.questions[0].id).not.toBe(mayas?.id)
    expect((await asked()).map(({ question }: Question) => question)).toEqual([handicap.question])
  })

  test('stay when a profile is saved without them', async () => {
    await ask(handicap)
    const { words, tag } = (await maya.get('/api/coach/profile')).json
    const { questions: _, ...others } = words
    const body = JSON.stringify({ basedOn: tag, words: others })
    expect((await maya.send('PUT', '/api/coach/profile', body, json)).json.ok).toBe(true)
    expect(await asked()).toHaveLength(1)
  })

  test('changed in two windows are not overwritten', async () => {
    const { words, tag } = (await maya.get('/api/coach/profile')).json
    await ask(handicap)
    const body = JSON.stringify({ basedOn: tag, words: { ...words, questions: [hand] } })
    const late = await maya.send('PUT', '/api/coach/profile', body, json)
    expect([late.status, late.json.code]).toEqual([409, 'changed_elsewhere'])
  })
})

describe('answers', () => {
  test('are read by student, coach and admin, in the coach’s email and in calendars, as they were asked', async () => {
    const [first, second] = await ask(handicap, hand)
    if (!first || !second) return
    const given = [answering(second, ' Left\u202e\nhanded '), answering(first, '18')]
    const id = await bookPaid(product, sam, wish(given))
    const read = [
      { question: 'What is your handicap?', answer: '18' },
      { question: 'Right- or left-handed?', answer: 'Left handed' },
    ]
    expect((await lesson(sam, id)).answers).toEqual(read)
    const admin = await product.student('Avery Quinn')
    await giveRole(product.database.pool, admin.userId, 'admin')
    expect((await lesson(admin, id)).answers).toEqual(read)
    await ask({ ...first, question: 'Handicap?' })
    expect((await lesson(maya, id)).answers).toEqual(read)
    await product.sendMessages()
    const letters = await lettersTo(product.database.pool, maya.email)
    const letter = letters.find(({ subject }) => subject.startsWith('Sam Rivera booked'))
    expect(letter?.text.replaceAll(/\s+/g, ' ')).toContain(
      'Sam Rivera answered: What is your handicap? 18; Right- or left-handed? Left handed.',
    )
    const file = (await maya.get(`/api/bookings/${id}/calendar.ics`)).text.replaceAll(/\r\n /g, '')
    expect(file).toContain('What is your handicap? 18\\nRight- or left-handed? Left handed')
  })

  test('to required questions are needed, and nothing is held without them', async () => {
    const [first, second] = await ask(handicap, hand)
    if (!first || !second) return
    for (const answers of [undefined, [], [answering(first, ' ')], [answering(second, 'Left')]]) {
      const refused = await book(answers)
      expect([refused.status, refused.json.code]).toEqual([409, 'answers_needed'])
      expect(refused.json.message).toContain('“What is your handicap?”')
    }
    expect(await bookingsOfMaya()).toBe(0)
    expect((await book([answering(first, '18')])).status).toBe(201)
  })

  test('of more than 300 characters, or to one question twice, are refused', async () => {
    const [first] = await ask(handicap)
    if (!first) return
    const long = await book([answering(first, 'x'.repeat(301))])
    expect([long.status, long.json.message]).toEqual([400, expect.stringContaining('300 characters')])
    expect((await book([answering(first, '18'), answering(first, '20')])).status).toBe(400)
    expect((await book([answering(first, 'x'.repeat(300))])).status).toBe(201)
  })

  test('to a question that was changed or removed are refused with a message, and a booking with the new ones goes through', async () => {
    const [first] = await ask(handicap)
    if (!first) return
    const [reworded] = await ask({ ...first, question: 'Your handicap?' })
    const refused = await book([answering(first, '18')])
    expect([refused.status, refused.json.code]).toEqual([409, 'questions_changed'])
    if (!reworded) return
    const [other] = await ask({ ...hand, isRequired: true })
    expect((await book([answering(reworded, '18')])).json.code).toBe('questions_changed')
    expect(await bookingsOfMaya()).toBe(0)
    if (other) expect((await book([answering(other, 'Left')])).status).toBe(201)
  })

  test('are never to questions of another coach', async () => {
    await ask(handicap)
    const keoni = await signedInCoach(product, 'Keoni Kahale')
    const [his] = (await save([hand], keoni)).json.profile.words.questions
    expect((await book([answering(his, 'Left')])).json.code).toBe('questions_changed')
  })

  test('replace earlier ones when the same time is booked again, and come back with the next visit', async () => {
    const [first, second] = await ask(handicap, hand)
    if (!first || !second) return
    const one = await book([answering(first, '18'), answering(second, 'Left')])
    const two = await book([answering(first, '20')])
    expect(two.json.bookingId).toBe(one.json.bookingId)
    expect((await lesson(sam, one.json.bookingId)).answers).toEqual([
      { question: handicap.question, answer: '20' },
    ])
    await sam.send('DELETE', `/api/bookings/${one.json.bookingId}/hold`)
    expect((await asked()).map((q: { lastAnswer: string }) => q.lastAnswer)).toEqual(['20', null])
    const alex = await product.student('Alex Kim')
    for (const who of [alex, maya, product.visitor()])
      expect((await asked(who)).map((q: { lastAnswer: string }) => q.lastAnswer)).toEqual([null, null])
    await ask({ ...first, question: 'Your handicap?' })
    expect((await asked())[0].lastAnswer).toBeNull()
  })

  test('go with lessons of a package, which are not booked without required ones', async () => {
    const start = charlotteTime(9, 10)
    const [first] = await ask(handicap)
    if (!first) return
    // The coach proposes the first time in a conversation, and asks nothing there.
    const proposalId = await propose(product, maya, sam, { ...fiveLessons, times: [start] })
    await acceptAndPay(product, sam, proposalId, start)
    const { rows } = await product.database.pool.query(
      'select id from lesson_packages where proposal_id = $1',
      [proposalId],
    )
    const path = `/api/packages/${rows[0].id}/lessons`
    const next = { start: charlotteTime(10, 10) }
    expect((await sam.post(path, next)).json.code).toBe('answers_needed')
    const drawn = await sam.post(path, { ...next, answers: [answering(first, '18')] })
    expect((await lesson(maya, drawn.json.bookingId)).answers).toEqual([
      { question: handicap.question, answer: '18' },
    ])
  })

  test('go with demo bookings', async () => {
    const { pool } = product.database
    await pool.query('update instructor_profiles set takes_demo_bookings = true where user_id = $1', [
      maya.userId,
    ])
    await pool.query('update profiles set is_demo = true where id in ($1, $2)', [maya.userId, sam.userId])
    const [first] = await ask(handicap)
    if (!first) return
    expect((await sam.post('/api/demo-bookings', wish())).json.code).toBe('answers_needed')
    const made = await sam.post('/api/demo-bookings', wish([answering(first, '18')]))
    expect((await lesson(maya, made.json.bookingId)).answers).toEqual([
      { question: handicap.question, answer: '18' },
    ])
  })

  test('are not needed for a lesson that the coach enters', async () => {
    await bookPaid(product, sam, wish())
    await ask(handicap)
    const entered = await maya.post('/api/coach/lessons', {
      student: { is: 'known', studentId: sam.userId },
      start: charlotteTime(10, 10),
      durationMinutes: 60,
      priceCents: 8500,
      payment: 'elsewhere',
      confirmed: [],
      idempotencyKey: crypto.randomUUID(),
    })
    expect(entered.status, entered.text).toBe(201)
    expect((await lesson(sam, entered.json.bookingId)).answers).toEqual([])
  })

  test('are in the exports of both, and go when the student’s account is closed', async () => {
    const [first] = await ask(handicap)
    if (!first) return
    const id = await bookPaid(product, sam, wish([answering(first, 'About eighteen')]))
    await sam.post(`/api/bookings/${id}/cancellation`, {})
    expect((await sam.get('/api/me/export')).text).toContain('About eighteen')
    expect((await maya.get('/api/me/export')).json.questions_you_ask_students).toEqual([
      { question: handicap.question, is_required: true },
    ])
    const closed = await sam.post('/api/me/closure', { password: 'fairway-seven' })
    expect(closed.status, closed.text).toBe(200)
    expect((await lesson(maya, id)).answers).toEqual([])
  })
})

test('nobody but the two and admins reads the answers', async () => {
  const [first] = await ask(handicap)
  if (!first) return
  const id = await bookPaid(product, sam, wish([answering(first, 'About eighteen')]))
  const others = [
    await product.student('Alex Kim'),
    await signedInCoach(product, 'Keoni Kahale'),
    product.visitor(),
  ]
  for (const who of others) {
    const answer = await who.get(`/api/bookings/${id}`)
    expect([401, 404]).toContain(answer.status)
    expect(answer.text).not.toContain('eighteen')
    expect((await who.get(`/api/bookings/${id}/calendar.ics`)).text).not.toContain('eighteen')
  }
})

test('a profile saved while students book: each booking has an answer to the questions of its moment, or is refused with a reason', async () => {
  const students = await Promise.all(
    Array.from({ length: 6 }, (_, n) => product.student(`Student ${String.fromCharCode(65 + n)}`)),
  )
  let [current] = await ask(handicap)
  for (let round = 0; round < 3; round++) {
    const before = current
    if (!before) return
    const wording = `What is your handicap in round ${round}?`
    const attempts = students.map((who, n) =>
      who.post('/api/bookings', {
        ...wish([answering(before, '18')], 8 + round),
        start: charlotteTime(8 + round, 9 + n),
      }),
    )
    const [next] = await ask({ ...before, question: wording })
    const outcomes = await Promise.all(attempts)
    for (const { status, json: said } of outcomes) {
      if (status === 201) continue
      expect(['questions_changed', 'slot_gone', 'too_many_holds']).toContain(said.code)
    }
    // A student who was refused reads the new question and books.
    for (const [n, who] of students.entries()) {
      if (!next || outcomes[n]?.status === 201) continue
      const again = await who.post('/api/bookings', {
        ...wish([answering(next, '20')]),
        start: charlotteTime(8 + round, 9 + n),
      })
      expect(again.status, again.text).toBe(201)
    }
    current = next
  }
  const { rows } = await product.database.pool.query<{ wordings: number; unanswered: number }>(
    `select count(distinct a.question)::int as wordings, count(*) filter (where a.booking_id is null)::int as unanswered
     from bookings b left join intake_answers a on a.booking_id = b.id where b.instructor_id = $1`,
    [maya.userId],
  )
  expect(rows[0]?.unanswered).toBe(0)
})

test('programs read the questions with the open times, and book with answers', async () => {
  const [first] = await ask(handicap)
  if (!first) return
  const created = await sam.post('/api/me/access-tokens', {
    name: 'Planner',
    scopes: ['bookings:read', 'bookings:write'],
  })
  const program = product.visitor()
  const as = { authorization: `Bearer ${created.json.token}`, ...json }
  const times = await program.send(
    'GET',
    `/api/v1/coaches/${maya.userId}/slots?durationMinutes=60`,
    undefined,
    as,
  )
  expect(times.json.questions).toEqual([{ ...first, lastAnswer: null }])
  const refused = await program.send('POST', '/api/v1/bookings', JSON.stringify(wish()), as)
  expect([refused.status, refused.json.code]).toEqual([409, 'answers_needed'])
  expect(refused.json.detail).toContain('What is your handicap?')
  const held = await program.send(
    'POST',
    '/api/v1/bookings',
    JSON.stringify(wish([answering(first, '18')])),
    as,
  )
  expect(held.status, held.text).toBe(201)
})
