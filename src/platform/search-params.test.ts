import { expect, test } from 'vitest'
import { parseSearchParams, stringifySearchParams } from './search-params.ts'

test('a ZIP code keeps its leading zero and stays text', () => {
  expect(parseSearchParams('?zip=02116')).toEqual({ zip: '02116' })
  expect(parseSearchParams('?zip=28202')).toEqual({ zip: '28202' })
})

test('form values round-trip', () => {
  const sent = '?redirect=%2Flessons%3Fwhen%3Dpast&name=Ana+Mar%C3%ADa'
  expect(stringifySearchParams(parseSearchParams(sent))).toBe(sent)
})

test('missing values are left out of the URL', () => {
  expect(stringifySearchParams({ zip: undefined, sort: null })).toBe('')
  expect(stringifySearchParams({ zip: '28202', page: 2, launchMonitor: true })).toBe(
    '?zip=28202&page=2&launchMonitor=true',
  )
})

test('broken or hostile text stays text', () => {
  expect(parseSearchParams('?a=%E0%A4%A&zip=1&zip=2&__proto__=x').zip).toBe('1')
  expect(({} as Record<string, unknown>).x).toBeUndefined()
})
