import fc from 'fast-check'
import { expect, test } from 'vitest'
import { otherParams, readView, viewParams, whyNoRows, writeView } from './view.ts'

test('a view is restored from its URL', () => {
  const word = fc
    .string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
    .filter((text) => text.isWellFormed())
  const name = fc
    .stringMatching(/^[a-z]{1,12}$/)
    .filter((text) => !/^(tab|period|q|sort|after|before|notice)$/.test(text))
  fc.assert(
    fc.property(fc.dictionary(name, word, { maxKeys: 5 }), word, word, (filters, q, sort) => {
      const view = { q, filters: { ...filters }, sort }
      expect(readView(writeView(view, { tab: 'support', period: '90' }))).toEqual(view)
    }),
  )
})

test('a later page without rows does not say that the list or the view has none', () => {
  expect(whyNoRows({ q: '', filters: {} })).toBe('list')
  expect(whyNoRows({ q: '', filters: {}, sort: '-failedAt', after: 'f10' })).toBe('page')
  expect(whyNoRows({ q: '', filters: { status: 'open' } })).toBe('view')
  expect(whyNoRows({ q: 'maya', filters: {} })).toBe('view')
  expect(whyNoRows({ q: 'maya', filters: { status: 'open' }, before: 'f10' })).toBe('page')
})

test('two lists of one page have views of their own', () => {
  const first = { q: 'welcome', filters: { queue: 'letters' }, sort: '-failedAt', after: 'f1' }
  const second = { q: '', filters: { job: 'refunds' }, sort: 'since' }
  const at = (query: string) => query.slice(1)
  const one = at(writeView(first, { tab: 'jobs' }))
  const both = at(writeView(second, otherParams(one, 'items'), 'items'))
  expect(readView(both)).toEqual(first)
  expect(readView(both, 'items')).toEqual(second)
  const cleared = at(writeView({ q: '', filters: {} }, otherParams(both)))
  expect(readView(cleared, 'items')).toEqual(second)
  expect(new URLSearchParams(cleared).get('tab')).toBe('jobs')
  const next = at(writeView({ ...second, after: 's1' }, otherParams(cleared, 'items'), 'items'))
  expect(readView(next, 'items')).toEqual({ ...second, after: 's1' })
  expect(readView(next)).toEqual({ q: '', filters: {} })
})

test('a URL’s values are limited', () => {
  const long = { q: 'x'.repeat(2_001), tab: 'users', page: 3, list: ['a'] }
  expect(viewParams(long)).toEqual({ tab: 'users', page: '3' })
  expect(
    Object.keys(viewParams(Object.fromEntries(Array.from({ length: 99 }, (_, n) => [`f${n}`, 'x'])))),
  ).toHaveLength(24)
})
