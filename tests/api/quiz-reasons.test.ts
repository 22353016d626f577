import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Asked, goalNames, type TrueCoach, truthAround } from '#tests/match-quiz/truth.ts'
import { charlotteDay, charlotteTime } from '#tests/support/now.ts'
import { addCoach, type CoachOptions } from '#tests/support/people.ts'
import { testNow, testProduct, type Visitor } from '#tests/support/product.ts'

/** Compares the reasons for coaches in a result with the raw tables, for golfers of every kind. */

const product = testProduct()
/** Seven minutes past a half hour, so that no lesson enters the minimum notice during the tests. */
const now = Math.floor(testNow / 1_800_000) * 1_800_000 + 7 * 60_000
const query = (text: string, values: unknown[]) => product.database.pool.query(text, values)

/** Reviews, and what each praises; the last ones negate the praise, or mean something else. */
const praise = new Map<string, readonly string[]>([
  ['Patient and kind with a slow learner.', ['patient', 'kind']],
  ['So patient! My slice is gone.', ['patient']],
  ['Clear, precise, always prepared.', ['clear', 'precise', 'prepared']],
  ['Honest about what I can reach, and calm.', ['honest', 'calm']],
  ['Encouraging and fun from the first ball.', ['encouraging', 'fun']],
  ['Could not be more patient with my mother.', ['patient']],
  ['Not only kind but clear.', ['kind', 'clear']],
  ['Good hour.', []],
  ['She was not the most patient of teachers.', []],
  ['I wish he had been clear about the price.', []],
  ['It was kind of rushed.', []],
  ['What kind of lesson is that?', []],
  ['Was never really prepared.', []],
  ['He should be more patient.', []],
  ['', []],
])
const texts = [...praise.keys()]

interface Extra extends CoachOptions {
  teaches: string[]
  gender?: 'female' | 'male'
  monitor?: string
  group?: [rate: number, size: number]
  playing?: number
  /** Stars and texts: of lessons booked here (a null text is not published yet), and imported ones. */
  booked?: [stars: number, text: number, published: boolean][]
  imported?: [stars: number, text: number][]
}

const reviews = (...list: [number, number][]): [number, number, boolean][] =>
  list.map(([stars, text]) => [stars, text, true])

const people: Record<string, Extra> = {
  Ada: {
    hourlyRate: 85,
    teaches: ['Beginners', 'Short Game', "Women's Golf"],
    gender: 'female',
    group: [140, 4],
    booked: reviews([5, 0], [5, 1], [5, 5], [4, 14], [5, 14], [5, 8]),
    imported: [[5, 6]],
  },
  // Unpublished reviews give no reasons, and have no stars yet.
  Bea: {
    hourlyRate: 72.5,
    lat: 35.4107,
    teaches: ['Swing Mechanics', 'Video Analysis'],
    gender: 'female',
    booked: [...reviews([4, 2], [5, 9]), [1, 0, false], [1, 1, false], [1, 5, false]],
  },
  Cal: {
    hourlyRate: 180,
    teaches: ['Putting', 'Short Game', 'Mental Game', 'Course Strategy'],
    gender: 'male',
    monitor: 'TrackMan 4',
    playing: 220,
    booked: reviews([5, 2], [5, 2], [4, 3], [5, 3], [4, 11]),
  },
  Dov: {
    hourlyRate: 60,
    teaches: ['Junior Golf', 'Beginners', 'Bunker Play'],
    gender: 'male',
    monitor: 'GC Quad',
    group: [90, 6],
    imported: [
      [5, 4],
      [4, 4],
      [3, 10],
    ],
  },
  Eve: {
    hourlyRate: 100,
    lat: 35.05,
    teaches: ['Club Fitting', 'Driver Distance', 'Video Analysis'],
    gender: 'female',
    monitor: 'Radar',
    booked: reviews([5, 7], [5, 7], [4, 7], [4, 7], [4, 7]),
  },
  Fin: {
    hourlyRate: 95,
    lat: 35.6,
    teaches: ['Senior Golf', 'On-Course Play'],
    playing: 130,
    noticeHours: 48,
  },
  Gil: {
    hourlyRate: 110,
    zone: 'America/Chicago',
    teaches: ["Women's Golf", 'Putting'],
    gender: 'male',
    windowDays: 3,
    lat: 34.95,
  },
  // Sixty miles west.
  Hal: { hourlyRate: 70, lng: -81.9, teaches: ['Swing Mechanics', 'Putting'], group: [150, 3] },
  // A coach who is hidden, cannot be booked instantly, or has no open time must not come first.
  Ida: { hourlyRate: 50, teaches: ['Beginners', 'Putting'], gender: 'female', isVisible: false },
  Jon: { hourlyRate: 50, teaches: ['Beginners', 'Putting'], instantBookEnabled: false },
  Kim: { hourlyRate: 50, teaches: ['Swing Mechanics'], gender: 'female' },
  Lou: { hourlyRate: 50, teaches: ['Short Game'], gender: 'male' },
  Mo: { hourlyRate: 50, teaches: ['Beginners', 'Swing Mechanics'], gender: 'female' },
}
const ids = new Map<string, string>()

beforeAll(async () => {
  product.clock.moveTo(now)
  for (const [name, extra] of Object.entries(people)) {
    const { id, locationId } = await addCoach(product.database.pool, { ...extra, name: `${name} Haskell` })
    ids.set(name, id)
    await query(
      `update instructor_profiles set specialties = $2, gender = $3, launch_monitor = $4, group_rate = $5, group_size = $6,
         playing_rate = $7, custom_reviews = $8 where user_id = $1`,
      [
        id,
        extra.teaches,
        extra.gender ?? null,
        extra.monitor ?? null,
        extra.group?.[0] ?? null,
        extra.group?.[1] ?? null,
        extra.playing ?? null,
        JSON.stringify(
          (extra.imported ?? []).map(([rating, at], n) => ({ author: `A ${n}`, rating, text: texts[at] })),
        ),
      ],
    )
    for (const [n, [stars, text, published]] of (extra.booked ?? []).entries())
      await review(id, { n, stars, text: texts[text] ?? '', published })
    // A coach without hour-long lessons.
    if (name === 'Dov')
      await query(`update instructor_profiles set lesson_durations = '{30,90}' where user_id = $1`, [id])
    if (name === 'Kim')
      await query(
        `insert into instructor_blocked_dates (instructor_id, blocked_date)
         select $1, $2::date + day from generate_series(0, 31) as day`,
        [id, charlotteDay(0)],
      )
    if (name === 'Lou')
      await query(
        'update instructor_profiles set instant_book_paused_at = current_instant() where user_id = $1',
        [id],
      )
    if (name === 'Mo')
      await query('update instructor_profiles set takes_demo_bookings = true where user_id = $1', [id])
    if (name === 'Ada') await fillDays(id, locationId)
    if (name === 'Bea') await nearerPlaceOnTuesdays(id)
  }
})

/** A published review of a past lesson, or one that waits for the other side. */
async function review(id: string, one: { n: number; stars: number; text: string; published: boolean }) {
  const at = new Date(now - (10 + one.n) * 86_400_000)
  const { rows } = await query(
    `with student as (
       insert into profiles (id, full_name, email, user_type) values (gen_random_uuid(), 'Pat Quinn', $2, 'student') returning id
     )
     insert into bookings (instructor_id, student_id, lesson_date, lesson_end, duration_minutes, time_zone, price_amount,
       lesson_title, status, payment_status, location_name)
     select $1, id, $3::timestamptz, $3::timestamptz + interval '1 hour', 60, 'America/New_York', 85, 'A lesson', 'completed',
       'completed', 'Longleaf' from student returning id, student_id`,
    [id, `${randomUUID()}@students.test`, at],
  )
  await query(
    `insert into lesson_reviews (booking_id, instructor_id, student_id, rating, comment, published_at) values ($1, $2, $3, $4, $5, $6)`,
    [rows[0].id, id, rows[0].student_id, one.stars, one.text, one.published ? at : null],
  )
}

/**
 * One day is blocked, the next one except for an hour and a half that is booked; then a lesson, a hold, and
 * an expired hold.
 */
async function fillDays(id: string, locationId: string) {
  await query('insert into instructor_blocked_dates (instructor_id, blocked_date) values ($1, $2)', [
    id,
    charlotteDay(1),
  ])
  await query(
    `insert into instructor_blocked_dates (instructor_id, blocked_date, start_time, end_time) values ($1, $2, '08:00', '15:30')`,
    [id, charlotteDay(2)],
  )
  const book = (day: number, hour: number, status: string, holdMinutes: number | null) =>
    query(
      `with student as (
         insert into profiles (id, full_name, email, user_type) values (gen_random_uuid(), 'Pat Quinn', $2, 'student') returning id
       )
       insert into bookings (instructor_id, student_id, lesson_date, lesson_end, duration_minutes, time_zone, price_amount,
         lesson_title, status, payment_status, location_name, teaching_location_id, hold_expires_at)
       select $1, id, $3::timestamptz, $3::timestamptz + interval '90 minutes', 90, 'America/New_York', 85, 'A lesson', $4,
         case when $4 = 'pending' then 'pending' else 'completed' end, 'Longleaf', $5, $6 from student`,
      [
        id,
        `${randomUUID()}@students.test`,
        charlotteTime(day, hour),
        status,
        locationId,
        holdMinutes === null ? null : new Date(now + holdMinutes * 60_000),
      ],
    )
  await book(2, 15, 'confirmed', null)
  await book(3, 9, 'confirmed', null)
  await book(4, 9, 'pending', 60)
  await book(5, 9, 'pending', -10)
}

/**
 * A second place in town with its own hours, which are the only ones there in addition to the common ones.
 */
async function nearerPlaceOnTuesdays(id: string) {
  await query(
    `insert into instructor_teaching_locations (instructor_id, location_name, address, city, state, lat, lng, time_zone)
     values ($1, 'Uptown Bays', '9 Tryon Street', 'Charlotte', 'NC', 35.23, -80.84, 'America/New_York')`,
    [id],
  )
  const calendar = await query(
    `insert into availability_calendars (instructor_id, name, teaching_location_id)
     select $1, 'Far', id from instructor_teaching_locations where instructor_id = $1 and is_primary returning id`,
    [id],
  )
  await query(
    'update instructor_availability set calendar_type_id = $2 where instructor_id = $1 and day_of_week <> 2',
    [id, calendar.rows[0].id],
  )
}

const put = (visitor: Visitor, body: object) => visitor.put('/api/match-quiz/answers', body)
const budgetNames = new Map<number | null, string>([
  [75, 'up-to-75'],
  [100, 'up-to-100'],
  [150, 'up-to-150'],
  [200, 'up-to-200'],
  [null, 'any'],
])

/** Takes the quiz, or again with other answers. */
async function take(asked: Asked, visitor: Visitor = product.visitor()) {
  const { responseId } = (await visitor.post('/api/match-quiz', { variant: 'testc' })).json
  const { experience, goals, lessonType, gender, technologies } = asked
  const answers: Record<string, object> = {
    experience: { experience },
    goals: { goals },
    'lesson-type': { lessonType },
    gender: { gender },
    technologies: { technologies },
    budget: { budget: budgetNames.get(asked.budget) },
    location: { location: asked.typed },
  }
  for (const [screen, answer] of Object.entries(answers)) {
    const said = await put(visitor, { screen, responseId, ...answer })
    if (said.status !== 200) throw new Error(said.text)
  }
  const result = await visitor.post(`/api/match-quiz/${responseId}/result`, {})
  expect(result.status, result.text).toBe(200)
  return { visitor, result: result.json }
}

/** Locations of golfers, as entered; all are in the table of ZIP codes. */
const places = ['28202', '28031', '29730', '28677', 'Charlotte, NC', '79843'] as const

async function placeOf(typed: string): Promise<Pick<Asked, 'typed' | 'lat' | 'lng' | 'city'>> {
  const [city = '', state] = typed.split(', ')
  const { rows } = await product.database.pool.query(
    `select min(city) || ', ' || min(state) as city, avg(lat) as lat, avg(lng) as lng from zip_codes
     where case when $2::text is null then zip = $1 else city = $1 and state = $2 and lat is not null and zip ~ '^[0-9]{5}$' end`,
    [city, state ?? null],
  )
  return { typed, city: rows[0].city, lat: Number(rows[0].lat), lng: Number(rows[0].lng) }
}

const golfer = fc.record({
  typed: fc.constantFrom(...places),
  experience: fc.constantFrom('beginner', 'casual', 'regular', 'competitive' as const),
  goals: fc.uniqueArray(fc.constantFrom(...goalNames), { minLength: 1, maxLength: 3 }),
  lessonType: fc.constantFrom('private', 'private', 'group', 'playing' as const),
  gender: fc.constantFrom('any', 'female', 'male' as const),
  technologies: fc.uniqueArray(fc.constantFrom('launch-monitor', 'video', 'fitting')),
  budget: fc.constantFrom(75, 100, 150, 200, null),
})

interface Shown {
  coach: { id: string; name: string }
  rateCents: number
  reasons: { kind: string; text: string }[]
  openTimes: { start: string }[]
}

/**
 * Checks that a coach's reasons are exactly those computed from the tables, and that the times shown are
 * open.
 */
function expectTrue({ coach, reasons, rateCents, openTimes }: Shown, asked: Asked, truth: TrueCoach[]) {
  const known = truth.find(({ id }) => id === coach.id)
  if (!known) throw new Error(`${coach.name} is not near, or not to be seen`)
  const { reviews: praised, ...said } = Object.fromEntries(reasons.map(({ kind, text }) => [kind, text]))
  expect(said, coach.name).toEqual(known.reasons(asked))
  if (praised !== undefined) {
    const [, say, of, written, word] = /^(\d+) of (\d+) (written )?reviews say “(\w+)”$/.exec(praised) ?? [
      undefined,
    ]
    const count = known.reviewsThatSay(word ?? '')
    expect([Number(say), Number(of)], praised).toEqual([count.say, count.of])
    // When some reviews have stars only, the sentence says which reviews it counts.
    expect(written !== undefined, praised).toBe(count.of < count.rated)
    expect(count.say * 10 >= count.of && count.say > 1, praised).toBe(true)
  }
  expect(rateCents, coach.name).toBe(
    Math.round((known.rate(asked.lessonType) ?? known.rate('private') ?? 0) * 100),
  )
  for (const { start } of openTimes)
    expect([...known.open], `${coach.name} at ${start}`).toContain(Date.parse(start))
  expect(openTimes.length === 0).toBe(known.open.size === 0)
}

const equipment = { 'launch-monitor': 'a launch monitor', video: 'video analysis', fitting: 'club fitting' }

/** Checks the whole result, with everyone it names. */
function expectTrueResult(
  result: Awaited<ReturnType<typeof take>>['result'],
  asked: Asked,
  truth: TrueCoach[],
) {
  const fitting = truth.filter((one) => one.fits(asked))
  // The smallest radius with three matching coaches, one of whom teaches what is requested if any coach does.
  const isTaught = fitting.some((one) => one.teachesOneOf(asked))
  const miles =
    [25, 50, 100].find((most) => {
      const near = fitting.filter((one) => one.miles <= most)
      return near.length >= 3 && (!isTaught || near.some((one) => one.teachesOneOf(asked)))
    }) ?? 100
  expect(result.radiusMiles).toBe(miles)
  expect(result.match === null).toBe(fitting.length === 0)
  for (const one of [...(result.match ? [result.match] : []), ...result.others]) expectTrue(one, asked, truth)
  if (!result.match) {
    expect(result.noMatch).toContain(asked.city)
    if (truth.length === 0)
      expect(result.noMatch).toBe(
        `No instructors found in this area yet: no coach teaches within 100 miles of ${asked.city}.`,
      )
    else
      expect(result.noMatch).toMatch(
        new RegExp(`^(One coach teaches|${truth.length} coaches teach) within 100 miles`),
      )
    return
  }
  const within = fitting.filter((one) => one.miles <= miles)
  expect(within.map(({ id }) => id)).toEqual(expect.arrayContaining([result.match.coach.id]))
  for (const { coach } of result.others) expect(within.map(({ id }) => id)).toContain(coach.id)
  expect(result.fitting).toBe(within.length)
  const match = truth.find(({ id }) => id === result.match.coach.id)
  const lacks = asked.technologies.length > 0 && !match?.hasOneOf(asked)
  expect(result.caveat !== null, result.caveat).toBe(lacks || !match?.teachesOneOf(asked))
  if (result.caveat?.startsWith('No matching coach'))
    expect(within.filter((one) => one.teachesOneOf(asked))).toEqual([])
  for (const [technology, words] of Object.entries(equipment))
    if (lacks && asked.technologies.includes(technology)) expect(result.caveat).toContain(words)
}

describe('the reasons of a result', () => {
  test('hold in the database for all kinds of golfers, and following a suggestion does what it promises [E2, E3]', async () => {
    const known = new Map<string, Awaited<ReturnType<typeof knowAround>>>()
    const knowAround = async (typed: string) => {
      const place = await placeOf(typed)
      const around = { place, truth: await truthAround(product.database.pool, place, now, praise) }
      known.set(typed, around)
      return around
    }
    const kinds = new Map<string, number>()
    let suggested = 0
    const golfers = () =>
      fc.assert(
        fc.asyncProperty(golfer, async ({ typed, ...rest }) => {
          const { place, truth } = known.get(typed) ?? (await knowAround(typed))
          const asked: Asked = { ...rest, ...place }
          const { result, visitor } = await take(asked)
          expectTrueResult(result, asked, truth)
          for (const { reasons } of result.match ? [result.match, ...result.others] : result.others)
            for (const { kind } of reasons) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
          const [change] = result.changes
          if (!change) return
          suggested += 1
          const changed = { ...change.change }
          if (changed.budget)
            changed.budget = [...budgetNames].find(([, name]) => name === changed.budget)?.[0] ?? null
          const other: Asked = { ...asked, ...changed }
          const again = await take(other, visitor)
          expect(again.result.match?.coach.id, change.label).toBe(change.instructorId)
          expectTrueResult(again.result, other, truth)
        }),
        { numRuns: 10 },
      )
    const allKinds = [
      'teaches',
      'reviews',
      'rating',
      'near',
      'price',
      'lesson',
      'technology',
      'gender',
      'opening',
    ]
    const untried = () => allKinds.filter((kind) => (kinds.get(kind) ?? 0) < 2)
    // Ten golfers, and ten more while a kind of reason has not occurred twice, or too little was
    // suggested.
    for (let round = 0; round < 18 && (round === 0 || untried().length > 0 || suggested <= 10); round += 1)
      await golfers()
    expect(untried()).toEqual([])
    expect(suggested).toBeGreaterThan(10)
  }, 240_000)

  test('name a time that a student can hold at once [E2]', async () => {
    const taken = new Set<string>()
    for (const [goal = '', gender] of [
      ['short-game', 'female'],
      ['putting', 'male'],
      ['distance', 'any'],
      ['junior', 'any'],
    ]) {
      const asked: Asked = {
        ...(await placeOf('28202')),
        experience: 'casual',
        goals: [goal],
        lessonType: 'private',
        gender: gender as Asked['gender'],
        technologies: [],
        budget: null,
      }
      const { match } = (await take(asked)).result
      const [{ start, minutes }] = match.openTimes
      const student = await product.student()
      const held = await student.post('/api/bookings', {
        instructorId: match.coach.id,
        start,
        durationMinutes: minutes,
        locationId: match.place.id,
      })
      expect(held.status, held.text).toBe(201)
      taken.add(`${match.coach.id} ${start}`)
      // A time that is held now is not offered to the next golfer.
      const next = (await take(asked)).result
      for (const one of [next.match, ...next.others])
        for (const time of one.openTimes) expect(taken).not.toContain(`${one.coach.id} ${time.start}`)
    }
  })
})
