import { beforeAll, describe, expect, test, vi } from 'vitest'
import { track, trackingQueue } from '#features/tracking/commands.ts'
import { beaconSchema } from '#features/tracking/schema.ts'
import { uuidV7 } from '#platform/uuid.ts'
import { addCoach } from '../support/people.ts'
import { testProduct } from '../support/product.ts'

const product = testProduct()
const chrome =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

/** A browser with a cookie jar that keeps every cookie. */
function browser(cookies: Record<string, string> = {}) {
  const jar = new Map(Object.entries(cookies))
  return {
    jar,
    async beacon(events: unknown, headers: Record<string, string> = {}) {
      const answer = await product.visitor().send('POST', '/t', JSON.stringify({ events }), {
        'user-agent': chrome,
        'content-type': 'text/plain;charset=UTF-8',
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...headers,
      })
      for (const cookie of answer.headers.getSetCookie()) {
        const [pair = ''] = cookie.split(';')
        jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
      }
      return answer
    },
  }
}
const view = (path = '/', id = uuidV7()) => ({ kind: 'view', id, path, referrer: '' })
const stored = async (table: string) => {
  await trackingQueue(product.services).flush()
  return await product.query(`select * from ${table} order by created_at`)
}
/** Sends a page view and says whether it was kept. */
async function isKept(from: ReturnType<typeof browser>, headers?: Record<string, string>) {
  const seen = view()
  const answer = await from.beacon([seen], headers)
  expect(answer.status).toBe(204)
  expect(answer.text).toBe('')
  return (await stored('page_views')).some((row) => row.id === seen.id)
}

test('the speeds of pages leave a log line [row 110]', async () => {
  const logged = vi.spyOn(product.services.log, 'info')
  const speed = { kind: 'vital', id: uuidV7(), name: 'LCP', value: 812.5, rating: 'good', path: '/' }
  expect((await browser().beacon([view(), speed])).status).toBe(204)
  const { kind: _, id: __, ...told } = speed
  expect(logged.mock.calls.filter(([, message]) => message === 'web vitals')).toEqual([
    [{ vitals: [told] }, 'web vitals'],
  ])
  logged.mockRestore()
})

describe('a visit', () => {
  test('keeps the order of page views that arrive in the same millisecond', async () => {
    const sessionId = uuidV7()
    const by = { sessionId, userId: null, domain: 'greenside.test', at: Date.now() }
    const paths = Array.from({ length: 100 }, (_, nth) => `/page-${nth}`)
    for (const path of paths) track(product.services, by, beaconSchema.parse({ events: [view(path)] }).events)
    const mine = (await stored('page_views')).filter((row) => row.session_id === sessionId)
    expect(mine.map((row) => row.page_path)).toEqual(paths)
  })

  test('gets a first-party session in a cookie that scripts can’t read and nobody can forge', async () => {
    const sam = browser()
    const answer = await sam.beacon([view('/')])
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^gs_vid=[0-9a-f-]{36}\.[\w-]{22}; Max-Age=1800; Path=\/; HttpOnly; SameSite=Lax$/)
    expect((await sam.beacon([view('/lessons')])).headers.getSetCookie()).toEqual([cookie])
    const sessionId = sam.jar.get('gs_vid')?.split('.')[0]
    const mine = (await stored('user_sessions')).filter((row) => row.session_id === sessionId)
    expect(mine).toMatchObject([
      { pages_visited: 2, entry_page: '/', exit_page: '/lessons', domain: 'greenside.test' },
    ])

    const eve = browser({ gs_vid: `${sessionId}.AAAAAAAAAAAAAAAAAAAAAA` })
    await eve.beacon([view('/forged')])
    expect(eve.jar.get('gs_vid')).not.toContain(sessionId)
  })

  test('begins with a page view: a stray heartbeat does not open one and is dropped', async () => {
    const stray = browser()
    await stray.beacon([{ kind: 'beat', viewId: uuidV7(), seconds: 10, exitPath: '/' }])
    expect(stray.jar.size).toBe(0)
  })

  test('belongs to the signed-in person, regardless of the beacon', async () => {
    const student = await product.student()
    const seen = view('/lessons')
    const [name = '', value = ''] = student.cookie.split('=')
    await browser({ [name]: value }).beacon([
      { ...seen, user_id: uuidV7(), userId: uuidV7(), session_id: uuidV7() },
    ])
    const row = (await stored('page_views')).find(({ id }) => id === seen.id)
    expect(row).toMatchObject({ user_id: student.userId, page_path: '/lessons' })
  })
})

describe('counting visitors', () => {
  test('counts an ordinary visitor', async () => expect(await isKept(browser())).toBe(true))

  test('ignores admins and sets no cookie', async () => {
    const admin = await product.admin()
    const [name = '', value = ''] = admin.cookie.split('=')
    const theirs = browser({ [name]: value })
    expect(await isKept(theirs)).toBe(false)
    expect(theirs.jar.has('gs_vid')).toBe(false)
  })

  test.each([
    ['robots', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
    ['Do Not Track', { dnt: '1' }],
    ['Global Privacy Control', { 'sec-gpc': '1' }],
  ])('does not count, and sets no cookie: %s', async (_who, headers: Record<string, string>) => {
    const theirs = browser()
    expect(await isKept(theirs, headers)).toBe(false)
    expect(theirs.jar.size).toBe(0)
  })
})

describe('a beacon is refused', () => {
  test('from another site', async () => {
    const answer = await browser().beacon([view()], { 'sec-fetch-site': 'cross-site' })
    expect(answer.status).toBe(403)
  })

  test('when it is larger than 32 kB or malformed', async () => {
    const sam = browser()
    expect((await sam.beacon([{ ...view(), referrer: 'x'.repeat(40_000) }])).status).toBe(413)
    for (const bad of [[], null, {}, [{ kind: 'view' }], 'x', [null], Array(2_000).fill([])])
      expect((await sam.beacon(bad)).status, JSON.stringify(bad)?.slice(0, 40)).toBe(400)
    for (const body of ['', '{', '[', '"', '\u0000', `${'['.repeat(10_000)}`, '{"__proto__":{"events":[]}}'])
      expect(
        (await product.visitor().send('POST', '/t', body, { 'user-agent': chrome })).status,
        body.slice(0, 20),
      ).toBe(400)
  })
})

describe('impressions and clicks', () => {
  let coachId: string
  beforeAll(async () => {
    coachId = (await addCoach(product.database.pool)).id
  })
  const list = () => ({ kind: 'list', query: '28202', filters: {}, firstPosition: 1, coachIds: [coachId] })
  const book = () => ({ kind: 'click', id: uuidV7(), coachId, action: 'booking_click' })

  test('one visitor’s click never shows up in another’s impressions', async () => {
    const [sam, eve] = [browser(), browser()]
    await sam.beacon([view(), list()])
    await eve.beacon([view(), list()])
    await sam.beacon([book()])
    const shown = await stored('instructor_impressions')
    const clicked = shown.filter((row) => row.book_clicked).map((row) => row.session_id)
    expect(shown).toHaveLength(2)
    expect(clicked).toEqual([sam.jar.get('gs_vid')?.split('.')[0]])
    expect(await stored('instructor_profile_events')).toMatchObject([
      { instructor_id: coachId, event_type: 'booking_click', user_id: null },
    ])
  })
})

test('operators see what happened to tracking rows', async () => {
  await isKept(browser())
  const { text } = await product.visitor().get('/metrics')
  expect(text).toMatch(/tracking_rows_total\{outcome="written"\} [1-9]/)
  expect(text).toContain('tracking_rows_total{outcome="full"} 0')
})
