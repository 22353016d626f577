import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { initials } from './avatar.tsx'
import { CountBadge, capCount } from './count-badge.tsx'
import { pagesAround } from './pagination.tsx'
import { RatingStars, ratingText } from './rating-stars.tsx'

describe('a count', () => {
  test('is shown as is up to 99 and as 99+ beyond [row 14]', () => {
    expect([1, 98, 99, 100, 5000].map(capCount)).toEqual(['1', '98', '99', '99+', '99+'])
  })

  test('is absent when there is nothing to count', () => {
    expect(renderToString(<CountBadge count={0} />)).toBe('')
    expect(renderToString(<CountBadge count={-3} />)).toBe('')
  })

  test('has a label', () => {
    expect(renderToString(<CountBadge count={120} label="unread" />)).toMatch(/99\+.*unread/)
  })
})

describe('a rating', () => {
  test('is read aloud with one decimal', () => {
    expect(ratingText(4.75, 23)).toBe('Rated 4.8 out of 5 from 23 reviews')
    expect(ratingText(5, 1)).toBe('Rated 5.0 out of 5 from 1 review')
    expect(renderToString(<RatingStars value={4.75} count={23} />)).toContain(ratingText(4.75, 23))
  })

  test('of zero shows New, or the given text, and no stars', () => {
    const html = renderToString(<RatingStars value={0} count={0} />)
    expect(html).toContain('>New<')
    expect(html).not.toContain('<svg')
    expect(renderToString(<RatingStars value={0} emptyLabel="New here" />)).toContain('>New here<')
  })

  test('fills the matching part of the stars', () => {
    expect(renderToString(<RatingStars value={3.5} />)).toContain('width="70"')
    expect(renderToString(<RatingStars value={5} />)).toContain('width="100"')
  })
})

test('initials use the first and the last word', () => {
  expect(['Maria del Mar Ortiz', 'Ana', '  ', 'élan vital'].map(initials)).toEqual(['MO', 'A', '', 'ÉV'])
})

test('pagination shows the ends, the neighbors, and gaps between', () => {
  expect(pagesAround(1, 3)).toEqual([1, 2, 3])
  expect(pagesAround(2, 12)).toEqual([1, 2, 3, 'gap-after', 12])
  expect(pagesAround(5, 12)).toEqual([1, 'gap-before', 4, 5, 6, 'gap-after', 12])
  expect(pagesAround(12, 12)).toEqual([1, 'gap-before', 11, 12])
})
