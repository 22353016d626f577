import { describe, expect, test } from 'vitest'
import { isForEverybody, isPageAbout } from './public-pages.ts'

const coach = 'c0ac0001-0000-4000-8000-000000000001'
const asks = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  isForEverybody(new Request(`https://greenside.example${path}`, { method, headers }))

describe('a page that is the same for everyone', () => {
  test.each([
    '/',
    '/?zip=28202&sort=rating',
    `/instructor/${coach}`,
    '/blog',
    '/blog/your-first-lesson',
    '/new-york-golf-instructors',
  ])('is %s', (path) => {
    expect(asks(path)).toBe(true)
    expect(asks(path, { cookie: '__Host-gs_vid=0190-abc.def', accept: 'text/html,*/*;q=0.8' })).toBe(true)
  })

  test.each([
    ['/auth', {}],
    ['/lessons', {}],
    ['/checkout/cs_1', {}],
    ['/verify-email?token=secret', {}],
    ['/unsubscribe?token=secret', {}],
    [`/instructor/${coach}/`, {}],
    ['/instructor', {}],
    ['/', { cookie: 'greenside_session=abc' }],
    ['/', { cookie: 'gs_vid=1; __Host-greenside_session=abc' }],
    ['/', { cookie: 'sidebar_state=false' }],
    ['/', { authorization: 'Bearer abc' }],
    ['/', { accept: 'application/json' }],
    [`/?q=${'x'.repeat(300)}`, {}],
  ])('is not %s with %o', (path, headers) => {
    expect(asks(path, headers)).toBe(false)
  })

  test('is only for GET requests', () => {
    expect(asks('/', {}, 'POST')).toBe(false)
    expect(asks('/', {}, 'HEAD')).toBe(false)
  })
})

test('a coach is on nearly every page, the coach’s open times are on the coach’s own', () => {
  const [home, profile] = [
    'https://greenside.example/',
    `https://greenside.example/instructor/${coach.toUpperCase()}`,
  ]
  expect([home, profile].map((page) => isPageAbout('coaches:changed', page))).toEqual([true, true])
  expect([home, profile].map((page) => isPageAbout(`coach-slots:${coach}`, page))).toEqual([false, true])
  expect(isPageAbout('coach-slots:c0ac0002-0000-4000-8000-000000000002', profile)).toBe(false)
})
