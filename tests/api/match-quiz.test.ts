import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { listNearbyCoaches } from '#features/match-quiz/candidates.ts'
import {
  firstOpenScreen,
  type QuizScreen,
  quizVariants,
  screensOf,
  stepOrders,
} from '#features/match-quiz/quiz.ts'
import { isShuffledSession } from '#features/match-quiz/ranking.ts'
import { DAY } from '#platform/duration.ts'
import { lettersTo } from '#tests/support/mail.ts'
import { addCoach } from '#tests/support/people.ts'
import { testNow, testProduct, type Visitor } from '#tests/support/product.ts'
import { openShowroom, signUpProspect } from '#tests/support/showroom.ts'

const product = testProduct()
const limited = testProduct({ RATE_LIMITS: 'on' })
let maya: string
let bo: string
let dear: string

const teaches = (id: string, specialties: string[], more: Record<string, unknown> = {}) =>
  product.database.pool.query(
    `update instructor_profiles set specialties = $2, gender = $3, launch_monitor = $4 where user_id = $1`,
    [id, specialties, more.gender ?? null, more.monitor ?? null],
  )

beforeAll(async () => {
  const { pool } = product.database
  maya = (await addCoach(pool, { name: 'Maya Bennett', hourlyRate: 85 })).id
  bo = (await addCoach(pool, { name: 'Bo Hollis', hourlyRate: 60, lat: 35.4, city: 'Huntersville' })).id
  dear = (await addCoach(pool, { name: 'Dale Crown', hourlyRate: 180 })).id
  await teaches(maya, ['Beginners', 'Short Game'], { gender: 'female' })
  await teaches(bo, ['Swing Mechanics'], { gender: 'male' })
  await teaches(dear, ['Beginners', 'Short Game', 'Putting'], { gender: 'male', monitor: 'Radar' })
  await pool.query(`update instructor_profiles set custom_reviews = $2 where user_id = $1`, [
    maya,
    JSON.stringify(
      ['Patient and kind.', 'So patient!', 'Good.'].map((text, i) => ({ author: `A ${i}`, rating: 5, text })),
    ),
  ])
})

const wants = {
  location: { location: '28202' },
  experience: { experience: 'beginner' },
  goals: { goals: ['learn-basics', 'short-game'] },
  'lesson-type': { lessonType: 'private' },
  gender: { gender: 'any' },
  technologies: { technologies: [] },
  budget: { budget: 'up-to-100' },
} as const
type Answers = Record<keyof typeof wants, object>

const put = (visitor: Visitor, body: object) => visitor.put('/api/match-quiz/answers', body)

async function begin(visitor: Visitor, body: object = {}) {
  return (await visitor.post('/api/match-quiz', body)).json
}

async function answerAll(visitor: Visitor, responseId: string, answers: Answers = wants) {
  for (const [screen, answer] of Object.entries(answers)) {
    const said = await put(visitor, { screen, responseId, ...answer })
    expect([screen, said.status, said.json.code]).toEqual([screen, 200, undefined])
  }
}

/**
 * Starts a browser session that sees the ranked order: one in twenty sessions sees close results in a
 * shuffled order.
 */
async function unshuffled(): Promise<Visitor> {
  for (;;) {
    const visitor = product.visitor()
    await begin(visitor, { variant: 'testc' })
    if (!isShuffledSession(/greenside_match=([0-9a-f-]{36})/.exec(visitor.cookie)?.[1] ?? '')) return visitor
  }
}

async function take(answers: Partial<Answers> = {}) {
  const visitor = await unshuffled()
  const { responseId } = await begin(visitor, { variant: 'testc' })
  await answerAll(visitor, responseId, { ...wants, ...answers })
  const result = (await visitor.post(`/api/match-quiz/${responseId}/result`, {})).json
  return { visitor, responseId, result }
}

const rowOf = async (id: string) =>
  (await product.query('select * from quiz_responses where id = $1', [id]))[0]

describe('the quiz', () => {
  test('resumes where it was in the same browser, and restarts on request', async () => {
    const visitor = product.visitor()
    const first = await begin(visitor)
    await put(visitor, {
      screen: 'experience',
      responseId: first.responseId,
      experience: 'casual',
    })
    expect(await begin(visitor)).toMatchObject({ ...first, answers: { experience: 'casual' } })
    const again = await begin(visitor, { anew: true })
    expect(again.responseId).not.toBe(first.responseId)
    expect(again).toMatchObject({ variant: first.variant, answers: {} })
    expect((await begin(product.visitor())).responseId).not.toBe(first.responseId)
  })

  test('saves every answer under its name, and the furthest step', async () => {
    const { responseId } = await take()
    expect(await rowOf(responseId)).toMatchObject({
      variant: 'testc',
      is_test: true,
      current_step: 'location',
      match_found: true,
      recommended_instructor_id: maya,
      recommended_instructor_name: 'Maya Bennett',
      location_raw: '28202',
      location_city: 'Charlotte',
      location_state: 'NC',
      experience_level: 'beginner',
      lesson_type: 'private',
      gender_preference: 'any',
      budget: 'up-to-100',
      has_launch_monitor: false,
      goals: ['learn-basics', 'short-game'],
      completed_at: new Date(testNow),
    })
  })

  test.each(quizVariants)(
    'with variant %s going forward, back and forward again, a reload shows exactly the given answers [E4]',
    async (variant) => {
      const visitor = product.visitor()
      const { responseId } = await begin(visitor, { variant })
      const screens = screensOf(variant)
      const given: Record<string, unknown> = {}
      const answer = async (screen: QuizScreen, values: object) => {
        const said = await put(visitor, { screen, responseId, ...values })
        expect([screen, said.status, said.json.code]).toEqual([screen, 200, undefined])
        Object.assign(given, screen === 'contact' ? { contact: 'skipped' } : values)
        // The request of a reload.
        const found = await begin(visitor, { variant })
        expect(found).toMatchObject({ responseId, variant })
        expect(found.answers).toEqual(given)
        return firstOpenScreen(variant, found.answers)
      }
      for (const [nth, screen] of screens.entries())
        expect(await answer(screen, screen === 'contact' ? { contact: null } : wants[screen])).toBe(
          screens[nth + 1] ?? null,
        )
      // Goes back to an earlier question and changes the answer: the later answers are kept, and no question
      // is open.
      expect(await answer('goals', { goals: ['putting'] })).toBe(null)
      expect(await answer('location', { location: '28203' })).toBe(null)
      const { current_step } = await rowOf(responseId)
      expect(current_step).toBe(stepOrders[variant].at(-1))
    },
  )

  test('is private: another browser gets “not found”', async () => {
    const { responseId } = await take()
    const other = product.visitor()
    const path = `/api/match-quiz/${responseId}/result`
    expect((await other.post(path, {})).json.code).toBe('no_such_round')
    const said = await put(other, {
      screen: 'budget',
      responseId,
      budget: 'any',
    })
    expect([said.status, said.json.code]).toEqual([404, 'no_such_round'])
    expect(
      (await other.post('/api/match-quiz/saves', { responseId, name: 'E', email: 'e@e.test' })).status,
    ).toBe(404)
  })

  test('rejects an unknown place with a message, and finds a city with its state', async () => {
    const visitor = product.visitor()
    const { responseId } = await begin(visitor)
    const at = (location: string) => put(visitor, { screen: 'location', responseId, location })
    expect((await at('00000')).json).toMatchObject({ code: 'no_such_place' })
    expect((await at('2820')).json.message).toBe('Enter a valid 5-digit zip code')
    expect((await at('Springfield')).json.message).toContain('There is more than one Springfield')
    for (const typed of ['Charlotte, NC', 'charlotte north carolina', ' 28202-1234 '])
      expect((await at(typed)).json.place).toMatchObject({ city: 'Charlotte', state: 'NC' })
    expect((await at('x\u202ey')).status).toBe(400)
  })

  test('stores contact details only with consent, and removes them when skipped', async () => {
    const visitor = product.visitor()
    const { responseId } = await begin(visitor, { variant: 'control' })
    const say = (contact: object | null) => put(visitor, { screen: 'contact', responseId, contact })
    const pat = { name: 'Pat Quinn', email: 'Pat@golfers.test', phone: '(704) 555-0111' }
    expect((await say(pat)).status).toBe(400)
    expect((await say({ ...pat, consent: true })).status).toBe(200)
    expect(await rowOf(responseId)).toMatchObject({
      contact_name: 'Pat Quinn',
      contact_email: 'pat@golfers.test',
    })
    const draft = async () =>
      (await product.query('select * from quiz_drafts where response_id = $1', [responseId]))[0]
    expect(await draft()).toMatchObject({ consented_at: new Date(testNow), answers: { contact: 'given' } })
    expect((await say(null)).status).toBe(200)
    expect(await rowOf(responseId)).toMatchObject({
      contact_name: null,
      contact_email: null,
      contact_phone: null,
    })
    expect(await draft()).toMatchObject({
      consented_at: null,
      consent_wording: null,
      answers: { contact: 'skipped' },
    })
  })

  test('has no contact question in the variant without one', async () => {
    const visitor = product.visitor()
    const { responseId } = await begin(visitor, { variant: 'testc' })
    const said = await put(visitor, {
      screen: 'contact',
      responseId,
      contact: null,
    })
    expect([said.status, said.json.code]).toEqual([400, 'no_such_question'])
  })
})

describe('the result', () => {
  test('is the same for the same answers on the same day [E1]', async () => {
    const [one, other] = [await take(), await take()]
    expect(other.result).toEqual(one.result)
    expect((await one.visitor.post(`/api/match-quiz/${one.responseId}/result`, {})).json).toEqual(one.result)
  })

  test('gives reasons that match the data, and open times that can be booked', async () => {
    const { result, visitor } = await take()
    const { match } = result
    expect(match.coach.id).toBe(maya)
    const texts = match.reasons.map(({ text }: { text: string }) => text)
    expect(texts).toContain('Teaches beginners and short game')
    expect(texts).toContain('2 of 3 reviews say “patient”')
    expect(texts).toContain('$85 an hour, within your budget')
    const slots = await visitor.get(
      `/api/coaches/${maya}/slots?durationMinutes=60&locationId=${match.place.id}`,
    )
    const open = slots.json.days.flatMap(({ slots: day }: { slots: { start: string }[] }) =>
      day.map(({ start }) => start),
    )
    expect(match.openTimes.length).toBeGreaterThan(2)
    for (const { start } of match.openTimes) expect(open).toContain(start)
    for (const { reasons, coach } of [match, ...result.others])
      for (const { kind, text } of reasons)
        if (kind === 'price') expect(text).toContain(`$${coach.hourlyRateCents / 100} an hour`)
  })

  test('changes as promised when a suggestion is followed', async () => {
    const { result, visitor, responseId } = await take({ technologies: { technologies: ['launch-monitor'] } })
    expect(result.changes.length).toBeGreaterThan(0)
    for (const { change, instructorId } of result.changes) {
      const [[key, value]] = Object.entries(change) as [[string, unknown]]
      const screen = key === 'lessonType' ? 'lesson-type' : key
      await answerAll(visitor, responseId, {
        ...wants,
        technologies: { technologies: ['launch-monitor'] },
        [screen]: { [key]: value },
      })
      const next = (await visitor.post(`/api/match-quiz/${responseId}/result`, {})).json
      expect(next.match.coach.id).toBe(instructorId)
    }
  })

  test('does not change with a name, or with a gender that was not asked for [E6]', async () => {
    const before = await take()
    const { pool } = product.database
    await pool.query(
      `update instructor_profiles set display_name = 'Aaron Aardvark', gender = 'male' where user_id = $1`,
      [maya],
    )
    const after = await take()
    await pool.query(
      `update instructor_profiles set display_name = 'Maya Bennett', gender = 'female' where user_id = $1`,
      [maya],
    )
    const ids = ({ match, others }: typeof before.result) =>
      [match, ...others].map(({ coach }: { coach: { id: string } }) => coach.id)
    expect(ids(after.result)).toEqual(ids(before.result))
    const asked = await take({ gender: { gender: 'male' } })
    expect(ids(asked.result)).not.toContain(maya)
  })

  test('states exactly why no coach fits [E5]', async () => {
    const far = await take({ location: { location: '79843' } })
    expect(far.result).toMatchObject({
      match: null,
      noMatch: 'No instructors found in this area yet: no coach teaches within 100 miles of Marfa, TX.',
    })
    expect(await rowOf(far.responseId)).toMatchObject({ match_found: false, no_match_reason: 'nobody_near' })
    const { pool } = product.database
    await pool.query('update instructor_profiles set group_rate = 160, group_size = 4 where user_id = $1', [
      dear,
    ])
    const group = await take({ 'lesson-type': { lessonType: 'group' } })
    expect(group.result.noMatch).toBe(
      '3 coaches teach within 100 miles of Charlotte, NC. None fits all your answers: 1 charges more than $100 per hour for group lessons and 2 do not offer group lessons.',
    )
    // The change of the budget is suggested first, because it keeps the requested kind of lesson.
    expect(group.result.changes).toMatchObject([
      { change: { budget: 'up-to-200' }, instructorId: dear },
      { change: { lessonType: 'private' }, instructorId: maya },
    ])
    await pool.query(
      'update instructor_profiles set group_rate = null, group_size = null where user_id = $1',
      [dear],
    )
  })

  test('finds the coach who fits behind many nearer ones who do not, and counts all of them', async () => {
    const { pool } = product.database
    const boise = { city: 'Boise', state: 'ID', lat: 43.615, lng: -116.2023, zone: 'America/Boise' }
    const near: string[] = []
    for (let nth = 0; nth < 85; nth++) near.push((await addCoach(pool, { ...boise, hourlyRate: 150 })).id)
    const far = (await addCoach(pool, { ...boise, name: 'Finn Farr', lat: 44.15, hourlyRate: 80 })).id
    const inBoise = async () => (await take({ location: { location: '83702' } })).result
    expect((await inBoise()).match, 'the others cost too much').toMatchObject({ coach: { id: far } })

    const [first, ...others] = near.toSorted()
    const best = (await addCoach(pool, { ...boise, name: 'Bea Best', lat: 44.1, hourlyRate: 140 })).id
    await teaches(best, ['Beginners', 'Short Game'])
    await teaches(String(first), ['Short Game'])
    await pool.query('update instructor_profiles set hourly_rate = 140 where user_id = $1', [first])
    await pool.query('update instructor_profiles set hourly_rate = 190 where user_id = any($1)', [others])
    const suggested = (await inBoise()).changes.find(
      ({ change }: { change: { budget?: string } }) => change.budget === 'up-to-150',
    )
    const followed = await take({ location: { location: '83702' }, budget: { budget: 'up-to-150' } })
    expect(followed.result.match, 'the best of those who fit then').toMatchObject({ coach: { id: best } })
    expect(suggested, 'the suggestion promises this coach').toMatchObject({ instructorId: best })
    await pool.query('update instructor_profiles set is_visible = false where user_id = $1', [best])

    const change = (coaches: string[], rate: number, gender: string | null) =>
      pool.query('update instructor_profiles set hourly_rate = $2, gender = $3 where user_id = any($1)', [
        coaches,
        rate,
        gender,
      ])
    await change(near, 80, 'male')
    await change([far], 150, 'female')
    const asked = await take({ location: { location: '83702' }, gender: { gender: 'female' } })
    expect(await rowOf(asked.responseId), 'the woman costs too much').toMatchObject({
      match_found: false,
      no_match_reason: 'budget',
    })
    await change([far], 80, null)
    await change(near, 80, null)

    await pool.query('delete from instructor_availability where instructor_id = any($1)', [near])
    expect((await inBoise()).match, 'the others have no open time').toMatchObject({ coach: { id: far } })

    await pool.query('delete from instructor_availability where instructor_id = $1', [far])
    expect((await inBoise()).noMatch).toBe(
      '86 coaches teach within 100 miles of Boise, ID. None fits all your answers: 86 have no open time in the next two weeks.',
    )
    await pool.query('update instructor_profiles set hourly_rate = 150 where user_id = any($1)', [
      [...near, far],
    ])
    expect((await inBoise()).noMatch).toBe(
      '86 coaches teach within 100 miles of Boise, ID. None fits all your answers: 86 charge more than $100 per hour for one-on-one lessons and at least 80 have no open time in the next two weeks.',
    )
    await pool.query('update instructor_profiles set instant_book_enabled = false where user_id = $1', [
      first,
    ])
    expect((await inBoise()).others[0], 'the nearest, who fits least').toMatchObject({ coach: { id: first } })
  })

  test('sends a golfer with no coach nearby to the waitlist of their place, where an admin finds them [E5]', async () => {
    const far = await take({ location: { location: '79843' } })
    expect(far.result.noMatch).toBe(
      'No instructors found in this area yet: no coach teaches within 100 miles of Marfa, TX.',
    )
    const email = `${randomUUID()}@waits.test`
    const joined = await far.visitor.post('/api/waitlist', {
      ...far.result.place,
      name: 'Wanda Marsh',
      email,
      skillLevel: 'beginner',
      maxBudget: 100,
    })
    expect([joined.status, joined.json]).toEqual([201, { city: 'Marfa', state: 'TX' }])
    const admin = await product.admin()
    const listed = await admin.get(`/api/admin/lists/waitlist?q=${email}`)
    expect(listed.json.rows).toMatchObject([
      {
        cells: {
          name: 'Wanda Marsh',
          email,
          city: 'Marfa',
          state: 'TX',
          skillLevel: 'beginner',
          maxBudget: 10_000,
          status: 'pending',
        },
      },
    ])
    const quiz = await admin.get(`/api/admin/lists/quiz?${new URLSearchParams({ q: 'Marfa' })}`)
    expect(quiz.json.rows[0].cells).toMatchObject({
      matchFound: false,
      experienceLevel: 'beginner',
      goals: 'Learn the basics, Chipping and pitching',
    })
    const level = quiz.json.columns.find(({ name }: { name: string }) => name === 'experienceLevel')
    expect(level.options).toContainEqual({ value: 'beginner', label: 'New to golf' })
  })

  test('never includes a hidden coach or one without an open time', async () => {
    const { pool } = product.database
    await pool.query('update instructor_profiles set is_visible = false where user_id = $1', [maya])
    expect((await take()).result.match.coach.id).toBe(bo)
    await pool.query(
      'update instructor_profiles set is_visible = true, instant_book_enabled = false where user_id = $1',
      [maya],
    )
    expect((await take()).result.match.coach.id).toBe(bo)
    await pool.query('update instructor_profiles set instant_book_enabled = true where user_id = $1', [maya])
  })

  test('asks for the unanswered questions', async () => {
    const visitor = product.visitor()
    const { responseId } = await begin(visitor)
    const said = await visitor.post(`/api/match-quiz/${responseId}/result`, {})
    expect([said.status, said.json.code]).toEqual([409, 'not_answered'])
  })
})

describe('an emailed match', () => {
  const linkIn = async (email: string) => {
    await product.sendMessages()
    const letters = await lettersTo(product.database.pool, email)
    const [, token] = /find-your-match\?match=([^\s)]+)/.exec(letters[0]?.text ?? '') ?? []
    return { letters, token: decodeURIComponent(token ?? '') }
  }
  const contactOf = (email: string) => ({ contact: { name: 'Pat Reed', email, phone: '', consent: true } })
  const open = (visitor: Visitor, token: string) => visitor.post('/api/match-quiz/mailed', { token })

  test('is sent once to the given address, and its link opens it in another browser without contact details', async () => {
    const visitor = await unshuffled()
    const { responseId } = await begin(visitor, { variant: 'control' })
    const email = `${randomUUID()}@golfers.test`
    await answerAll(visitor, responseId)
    await put(visitor, { screen: 'contact', responseId, ...contactOf(email) })
    for (const _ of [1, 2]) await visitor.post(`/api/match-quiz/${responseId}/result`, {})
    const { letters, token } = await linkIn(email)
    expect(letters).toHaveLength(1)
    expect(letters[0]?.subject).toBe('Your golf coach match: Coach Maya')
    expect(letters[0]?.text).not.toContain('Pat')

    expect((await open(visitor, token)).json).toMatchObject({ responseId, contact: { email } })
    const phone = product.visitor()
    const opened = (await open(phone, token)).json
    expect(opened).toMatchObject({ answers: { budget: 'up-to-100' }, contact: null, isFinished: true })
    expect(opened.responseId).not.toBe(responseId)
    expect((await open(phone, token)).json.responseId).toBe(opened.responseId)
    const again = await phone.post(`/api/match-quiz/${opened.responseId}/result`, {})
    expect(again.json.match.coach.id).toBe(maya)
    expect(JSON.stringify(await begin(phone))).not.toContain(email)
  })

  test('that is forwarded after the follow-up was sent gets its new golfer a follow-up too', async () => {
    const email = `${randomUUID()}@golfers.test`
    const visitor = await unshuffled()
    const { responseId } = await begin(visitor, { variant: 'control' })
    await answerAll(visitor, responseId)
    await put(visitor, { screen: 'contact', responseId, ...contactOf(email) })
    await visitor.post(`/api/match-quiz/${responseId}/result`, {})
    await product.query(
      'update quiz_responses set is_test = false, reengagement_email_sent = true where id = $1',
      [responseId],
    )
    const friend = product.visitor()
    const copy = (await open(friend, (await linkIn(email)).token)).json.responseId
    const friends = contactOf(`${randomUUID()}@golfers.test`)
    await put(friend, { screen: 'contact', responseId: copy, ...friends })
    const admin = await product.admin()
    const preview = async (email: string) =>
      (await admin.post('/api/admin/quiz-reengagement-previews', { email })).json
    expect(await preview(friends.contact.email)).toMatchObject({ isMatched: true, whyNot: null })
    expect((await preview(email)).whyNot).toContain('already got this email')
  })

  test('opens again after a newer round of the same browser was begun', async () => {
    const email = `${randomUUID()}@golfers.test`
    const { visitor, responseId } = await take()
    await visitor.post('/api/match-quiz/saves', { responseId, name: 'Pat Reed', email })
    await product.query(
      `update quiz_responses set created_at = created_at - interval '1 minute' where id = $1`,
      [responseId],
    )
    const newer = await begin(visitor, { anew: true })
    expect((await open(visitor, (await linkIn(email)).token)).json.responseId).toBe(responseId)
    expect(await begin(visitor, { responseId })).toMatchObject({ responseId, isFinished: true })
    expect((await begin(visitor)).responseId).toBe(newer.responseId)
    expect((await begin(product.visitor(), { responseId })).responseId).not.toBe(responseId)
  })

  test('is sent once to the address it was saved with', async () => {
    const email = `${randomUUID()}@golfers.test`
    const { visitor, responseId } = await take()
    for (const _ of [1, 2]) {
      const saved = await visitor.post('/api/match-quiz/saves', { responseId, name: 'Pat Reed', email })
      expect(saved.status).toBe(201)
    }
    expect((await linkIn(email)).letters).toHaveLength(1)
  })

  test('is limited to three emails per address in 24 hours, however often a match is looked at; a golfer who gets none is told so', async () => {
    const email = `${randomUUID()}@golfers.test`
    await addCoach(limited.database.pool, { name: 'Ada Lane', hourlyRate: 85 })
    for (const isEmailed of [true, true, true, false]) {
      const visitor = limited.visitor()
      const { responseId } = await begin(visitor, { variant: 'control' })
      await answerAll(visitor, responseId, { ...wants, goals: { goals: ['learn-basics'] } })
      await put(visitor, { screen: 'contact', responseId, ...contactOf(email) })
      for (const _ of [1, 2, 3]) await visitor.post(`/api/match-quiz/${responseId}/result`, {})
      await limited.sendMessages()
      const saved = await visitor.post('/api/match-quiz/saves', { responseId, name: 'Pat Reed', email })
      expect([saved.status, saved.json]).toEqual([201, { ok: true, isEmailed }])
    }
    await limited.sendMessages()
    expect(await lettersTo(limited.database.pool, email)).toHaveLength(3)
  })

  test('does not open with a tampered link, or after the answers were deleted', async () => {
    const { visitor, responseId } = await take()
    const email = `${randomUUID()}@golfers.test`
    await visitor.post('/api/match-quiz/saves', { responseId, name: 'Pat Reed', email })
    const { token } = await linkIn(email)
    const forged = token.replace(responseId, randomUUID())
    expect((await open(product.visitor(), forged)).json.code).toBe('no_such_match')
    await product.query('delete from quiz_responses where id = $1', [responseId])
    const gone = await open(product.visitor(), token)
    expect([gone.status, gone.json.code]).toEqual([404, 'no_such_match'])
  })

  test('opened as a copy counts neither in the quiz figures nor as another recommendation', async () => {
    const admin = await product.admin()
    const counted = async () => {
      const { funnels } = (await admin.get('/api/admin/quiz/funnel')).json
      return funnels.reduce((sum: number, { sessions }: { sessions: number }) => sum + sessions, 0)
    }
    const visitor = product.visitor()
    const { responseId } = await begin(visitor)
    await answerAll(visitor, responseId)
    // Only some of the variants have this question.
    await put(visitor, { screen: 'contact', responseId, contact: null })
    const email = `${randomUUID()}@golfers.test`
    await visitor.post(`/api/match-quiz/${responseId}/result`, {})
    await visitor.post('/api/match-quiz/saves', { responseId, name: 'Pat Reed', email })
    const recommendations = async () => {
      const tomorrow = product.clock.now() + DAY
      const coaches = await listNearbyCoaches(product.services.db, { lat: 35.2271, lng: -80.8431 }, tomorrow)
      return coaches.reduce((sum, { candidate }) => sum + candidate.recommendedLately, 0)
    }
    const before = await counted()
    expect(before).toBeGreaterThan(0)
    const recommended = await recommendations()
    expect(recommended).toBeGreaterThan(0)
    const opened = await open(product.visitor(), (await linkIn(email)).token)
    expect(opened.status).toBe(200)
    expect(await counted()).toBe(before)
    expect(await recommendations()).toBe(recommended)
  })
})

describe('a saved match', () => {
  test('stores the golfer, the coach and the answers, once', async () => {
    const { visitor, responseId } = await take()
    const body = { responseId, name: 'Pat Quinn', email: 'pat@golfers.test' }
    expect((await visitor.post('/api/match-quiz/saves', body)).status).toBe(201)
    expect((await visitor.post('/api/match-quiz/saves', { ...body, email: 'PAT@golfers.test' })).status).toBe(
      201,
    )
    const { rows } = await product.database.pool.query(
      `select * from match_saves where email = 'pat@golfers.test'`,
    )
    expect(rows).toMatchObject([
      {
        name: 'Pat Quinn',
        matched_instructor_id: maya,
        notified: false,
        preferences: {
          city: 'Charlotte',
          state: 'NC',
          skillLevel: 'beginner',
          primaryGoal: 'Learn the basics',
          budget: { low: 0, high: 100 },
        },
      },
    ])
  })
})

test('a signed-in golfer corrects the name and the address of a saved match until a coach answered', async () => {
  const sam = await product.student('Sam Rivera')
  const { responseId } = await begin(sam, { variant: 'testc' })
  await answerAll(sam, responseId)
  await sam.post(`/api/match-quiz/${responseId}/result`, {})
  const save = (name: string, email: string) => sam.post('/api/match-quiz/saves', { responseId, name, email })
  const saved = () => product.query('select name, email from match_saves where user_id = $1', [sam.userId])
  expect((await save('Sam', 'sam@typo.test')).status).toBe(201)
  expect((await save('Sam Rivera', sam.email)).status).toBe(201)
  expect(await saved()).toEqual([{ name: 'Sam Rivera', email: sam.email }])
  await product.query(
    'update match_saves set notified = true, notified_at = current_instant() where user_id = $1',
    [sam.userId],
  )
  expect((await save('Sam', 'sam@typo.test')).status).toBe(201)
  expect(await saved()).toEqual([{ name: 'Sam Rivera', email: sam.email }])
})

test('find-nearby-instructors returns the coaches around a place, and none for an unknown place', async () => {
  const call = async (body: object) =>
    (await product.visitor().post('/api/functions/find-nearby-instructors', body)).json.instructors.map(
      ({ name }: { name: string }) => name,
    )
  expect(await call({ location: '28202', maxDistance: 5 })).toEqual(
    expect.arrayContaining(['Maya Bennett', 'Dale Crown']),
  )
  expect(await call({ location: '28202', maxDistance: 5 })).not.toContain('Bo Hollis')
  expect(await call({ location: 'Charlotte, NC', maxDistance: 25 })).toContain('Bo Hollis')
  expect(await call({ location: 'Nowhere At All' })).toEqual([])
})

test('a prospect can take the quiz: it counts as a test, and nothing is saved in the demo', async () => {
  await openShowroom(product)
  const prospect = await signUpProspect(product)
  const { responseId } = await begin(prospect, { variant: 'testc' })
  await answerAll(prospect, responseId)
  const { match } = (await prospect.post(`/api/match-quiz/${responseId}/result`, {})).json
  expect(match.reasons.length).toBeGreaterThan(0)
  const anew = await begin(prospect, { anew: true })
  expect(await rowOf(anew.responseId)).toMatchObject({ is_test: true, user_id: null })
  const own = await signUpProspect(product)
  expect(await rowOf((await begin(own)).responseId)).toMatchObject({ is_test: true, user_id: null })
  const saved = await prospect.post('/api/match-quiz/saves', { responseId, name: 'E', email: 'e@e.test' })
  expect([saved.status, saved.json.code]).toEqual([403, 'demo_mode'])
})
