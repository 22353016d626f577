import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beaconSchema } from './schema.ts'

const id = '01936b9e-1111-7abc-8abc-0123456789ab'
const reads = (...events: unknown[]) => beaconSchema.safeParse({ events }).success

test('events sent by our pages are accepted', () => {
  expect(
    reads(
      { kind: 'view', id, path: '/', referrer: '' },
      { kind: 'view', id, path: '/instructor/abc' },
      { kind: 'beat', viewId: id, seconds: 10, exitPath: '/lessons' },
      {
        kind: 'list',
        query: '28202',
        filters: { sort: 'rating', page: 2, pga: true },
        firstPosition: 25,
        coachIds: [id],
      },
      { kind: 'click', id, coachId: id, action: 'booking_click' },
      { kind: 'search', id, zip: '28202', resultsCount: 0 },
      { kind: 'vital', id, name: 'CLS', value: 0.01, rating: 'good', path: '/' },
    ),
  ).toBe(true)
})

test('a referrer’s query string is removed on arrival', () => {
  const read = beaconSchema.parse({
    events: [{ kind: 'view', id, path: '/', referrer: 'https://a.example/b?c=d' }],
  })
  expect(read.events[0]).toMatchObject({ referrer: 'https://a.example/b' })
})

test.each([
  ['nothing', []],
  ['an unknown kind', [{ kind: 'purchase', id }]],
  ['an id that is none', [{ kind: 'view', id: '1', path: '/' }]],
  ['an outside address', [{ kind: 'view', id, path: 'https://evil.example/' }]],
  ['a query in the path', [{ kind: 'view', id, path: '/auth?token=secret' }]],
  ['a NUL', [{ kind: 'view', id, path: '/a\u0000b' }]],
  ['half a character', [{ kind: 'view', id, path: '/\ud800' }]],
  ['negative time', [{ kind: 'beat', viewId: id, seconds: -1, exitPath: '/' }]],
  ['endless time', [{ kind: 'beat', viewId: id, seconds: 1e12, exitPath: '/' }]],
  ['place zero', [{ kind: 'list', query: null, filters: {}, firstPosition: 0, coachIds: [id] }]],
  [
    'a list of everybody',
    [{ kind: 'list', query: null, filters: {}, firstPosition: 1, coachIds: Array(61).fill(id) }],
  ],
  [
    'a tree of filters',
    [{ kind: 'list', query: null, filters: { a: { b: 1 } }, firstPosition: 1, coachIds: [id] }],
  ],
  ['another ZIP', [{ kind: 'search', id, zip: '2820', resultsCount: 1 }]],
  ['an unknown click', [{ kind: 'click', id, coachId: id, action: 'hover' }]],
  ['too much at once', Array(41).fill({ kind: 'view', id, path: '/' })],
])('%s is refused', (_what, events) => {
  expect(reads(...events)).toBe(false)
})

test('no input makes it throw', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => void beaconSchema.safeParse(value)))
  fc.assert(
    fc.property(fc.array(fc.dictionary(fc.string(), fc.jsonValue())), (events) => void reads(...events)),
  )
})
