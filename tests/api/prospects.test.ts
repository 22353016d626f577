import { beforeAll, describe, expect, test } from 'vitest'
import { procedures, requestOf } from '../support/every-procedure.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { testProduct } from '../support/product.ts'
import { openShowroom, signUpProspect } from '../support/showroom.ts'
import { beginTalk, listen } from '../support/talks.ts'

const product = testProduct()
let shown: Awaited<ReturnType<typeof openShowroom>>
let jordan: Awaited<ReturnType<typeof signUpProspect>>
let jordanId: string

beforeAll(async () => {
  shown = await openShowroom(product)
  jordan = await signUpProspect(product)
  jordanId = String(jordan.made.prospect.userId)
}, 60_000)

const { query } = product

describe('a prospect sees the dashboard of the demo coach [row 101]', () => {
  test('with the coach’s name and a demo notice', async () => {
    expect((await jordan.get('/api/me')).json).toEqual({
      userId: shown.morgan.userId,
      role: 'coach',
      fullName: 'Morgan Ellery',
      email: shown.morgan.email,
      prospect: { userId: jordanId, fullName: 'Jordan Ellis', email: jordan.email },
    })
    expect((await jordan.get('/api/me/standing')).json).toMatchObject({ location: 'Charlotte, NC' })
  })

  test('with the coach’s lessons, inbox and hours', async () => {
    const dashboard = await jordan.get('/api/coach/dashboard')
    expect(dashboard.json).toMatchObject({ upcomingLessons: 1 })
    expect(dashboard.text).toContain('Drew Demo')
    expect((await jordan.get(`/api/bookings/${shown.bookingId}`)).json).toMatchObject({ id: shown.bookingId })
    expect((await jordan.get(`/api/conversations/${shown.conversationId}/messages`)).text).toContain(
      'See you on the tee',
    )
    for (const path of ['/api/coach/availability', '/api/coach/reviews', '/api/coach/payouts'])
      expect((await jordan.get(path)).status, path).toBe(200)
    const preview = await jordan.post('/api/coach/availability/preview', {})
    expect(preview.json?.code, preview.text).not.toBe('demo_mode')
  })

  test('and receives live events of the demo coach and their own, and of nobody else', async () => {
    const own = [`inbox:${shown.morgan.userId}`, `notices:${jordanId}`]
    const heard = await listen(product, jordan, own)
    expect(heard.status).toBe(200)
    await heard.close()
    const stranger = await product.student('Another Student')
    const refused = await listen(product, jordan, [`inbox:${stranger.userId}`])
    expect(refused.status).toBe(404)
  })

  test('while students keep their role', async () => {
    expect(await query('select role from user_roles where user_id = $1', [shown.drew.userId])).toEqual([
      { role: 'student' },
    ])
  })

  test('while keeping their own account', async () => {
    expect((await jordan.get('/api/me/account')).text).toContain(jordan.email)
    expect((await jordan.get('/api/me/export')).text).toContain('"demo_dashboard"')
    expect((await jordan.get('/api/notifications')).status).toBe(200)
    const changed = await jordan.put('/api/me/account', {
      fullName: 'Jordan A. Ellis',
      name: 'Jordan A. Ellis',
      phone: '704 555 0153',
      city: '',
    })
    expect(changed.json?.code).not.toBe('demo_mode')
  })
})

/** Procedures about the user's own account or browser, with which prospects may write. */
const ofOneself =
  /^(accounts|notifications|onboarding|prospects|support)\.|^messages\.(setPreferences)$|^matchQuiz\.(begin|answer|finish|openMailed)$/
const reads = [
  'availability.preview',
  'availability.proof',
  'checkout.quote',
  'checkout.quoteSeries',
  'v1.quote',
  'v1.quoteSeries',
  'search.instructorGenders',
  'matchQuiz.findNearbyInstructors',
]
const writes = procedures.filter(
  ({ name, method }) => method !== 'GET' && !ofOneself.test(name) && !reads.includes(name),
)

describe('a prospect can change nothing [D11]', () => {
  const ids = () => ({
    instructorId: shown.morgan.userId,
    studentId: shown.drew.userId,
    personId: shown.drew.userId,
    bookingId: shown.bookingId,
    conversationId: shown.conversationId,
  })
  const everything = async () => {
    const tables = await query(
      `select table_name as t from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
       and table_name not in ('zip_codes', 'rate_limits', 'announcements', 'vendor_calls', 'vendor_health', 'sessions')`,
    )
    const held: Record<string, unknown> = {}
    for (const { t } of tables)
      held[t] = (
        await query(`select md5(coalesce(string_agg(x::text, '|' order by x::text), '')) as sum from ${t} x`)
      )[0]
    return held
  }

  test('every write is refused the same way, and no row changes', async () => {
    expect(writes.length).toBeGreaterThan(50)
    const before = await everything()
    for (const procedure of writes) {
      const { method, path, body } = requestOf(procedure, ids())
      const answer = await jordan.send(method, path, body, { 'content-type': 'application/json' })
      const refusal = procedure.access === 'open' || procedure.access === 'signed-in' ? ['demo_mode'] : null
      expect(answer.status, `${procedure.name}: ${answer.text}`).toBe(403)
      expect(refusal ?? ['demo_mode', 'not_allowed'], procedure.name).toContain(answer.json.code)
    }
    expect(await everything()).toEqual(before)
  })

  test('a coach’s write is refused with a message that it is a demo', async () => {
    const answer = await jordan.put('/api/coach/availability/week', {})
    expect(answer.json).toMatchObject({
      code: 'demo_mode',
      message:
        'This is a demo, so nothing was changed. Start a free trial to do this with students of your own.',
    })
  })

  test('a prospect without a demo coach can’t write or read coach pages', async () => {
    await query('delete from prospect_demo_mapping where prospect_id = $1', [jordanId])
    await expect.poll(async () => (await jordan.get('/api/me')).json.role).toBe('prospect')
    expect((await jordan.get('/api/coach/dashboard')).status).toBe(403)
    for (const procedure of writes.filter(({ access }) => access === 'signed-in')) {
      const { method, path, body } = requestOf(procedure, ids())
      const answer = await jordan.send(method, path, body, { 'content-type': 'application/json' })
      expect([answer.status, answer.json?.code], procedure.name).toEqual([403, 'demo_mode'])
    }
    await query('insert into prospect_demo_mapping values ($1, $2)', [jordanId, shown.morgan.userId])
    await expect.poll(async () => (await jordan.get('/api/me')).json.role).toBe('coach')
  })
})

describe('a prospect never sees a real student [D11]', () => {
  test('the database refuses mapping a prospect to a real coach, and a real coach in the demo', async () => {
    const real = await signedInCoach(product, 'Real Coach')
    const map = 'update prospect_demo_mapping set demo_instructor_id = $1 where prospect_id = $2'
    await expect(query(map, [real.userId, jordanId])).rejects.toThrow('violates foreign key')
    const open = 'insert into showroom_coaches (instructor_id) values ($1)'
    await expect(query(open, [real.userId])).rejects.toThrow('only demo coaches')
    const sam = await product.student('Sam Real')
    await bookPaid(product, sam, { instructorId: real.userId, start: charlotteTime(6, 10) })
    await query('update profiles set is_demo = true where id = $1', [real.userId])
    await expect(query(open, [real.userId])).rejects.toThrow('real students')
  })

  test('a real student can’t book or write to a demo coach, in any table', async () => {
    const sam = await product.student('Sam Real')
    const start = charlotteTime(7, 10)
    const booked = await sam.post('/api/bookings', {
      instructorId: shown.morgan.userId,
      start,
      durationMinutes: 60,
    })
    expect(booked.status).toBeGreaterThanOrEqual(400)
    await expect(beginTalk(sam, shown.morgan.userId, 'Hello')).rejects.toThrow()
    expect((await jordan.get('/api/conversations')).text).not.toContain('Sam Real')
    const unguarded = await query(`select t::text from tables_of_pairs() t where not exists (
      select from pg_trigger where tgrelid = t and tgname = 'showroom_has_demo_students_only')`)
    expect(unguarded, 'a migration that adds such a table calls guard_pairs_of_showroom()').toEqual([])
  })

  test('demo people can’t become real ones', async () => {
    for (const { userId } of [shown.morgan, shown.drew])
      await expect(query('update profiles set is_demo = false where id = $1', [userId])).rejects.toThrow(
        'demo',
      )
  })
})

test('a prospect who becomes a coach loses access to the demo dashboard', async () => {
  const kim = await signUpProspect(product, 'Kim Vale')
  const id = String(kim.made.prospect.userId)
  await query(`delete from user_roles where user_id = $1 and role = 'prospect'`, [id])
  expect(await query('select from prospect_demo_mapping where prospect_id = $1', [id])).toEqual([])
  await expect
    .poll(async () => (await kim.get('/api/me')).json)
    .toMatchObject({ userId: id, role: 'student' })
})
