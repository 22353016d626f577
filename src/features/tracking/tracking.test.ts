import { describe, expect, test } from 'vitest'
import { bareReferrer, wantsNoTracking } from './tracking.ts'

describe('opting out of tracking', () => {
  test('Do Not Track and Global Privacy Control are both respected', () => {
    expect(wantsNoTracking({ doNotTrack: '1', globalPrivacyControl: undefined })).toBe(true)
    expect(wantsNoTracking({ doNotTrack: null, globalPrivacyControl: true })).toBe(true)
  })
  test('a missing or negative signal is not an opt-out', () => {
    expect(wantsNoTracking({ doNotTrack: null, globalPrivacyControl: undefined })).toBe(false)
    expect(wantsNoTracking({ doNotTrack: '0', globalPrivacyControl: false })).toBe(false)
    expect(wantsNoTracking({ doNotTrack: 'unspecified', globalPrivacyControl: undefined })).toBe(false)
  })
})

describe('a referrer is stored', () => {
  test('without its query string', () => {
    expect(bareReferrer('https://www.google.com/search?q=my+name#top')).toBe('https://www.google.com/search')
    expect(bareReferrer('http://localhost:3100/')).toBe('http://localhost:3100/')
  })
  test('only when it is a URL without a user name and password', () => {
    for (const none of [
      '',
      null,
      undefined,
      'javascript:alert(1)',
      'https://me:secret@golf.example/',
      'about:blank',
    ])
      expect(bareReferrer(none), String(none)).toBeNull()
  })
  test('at a limited length', () => {
    expect(bareReferrer(`https://golf.example/${'x'.repeat(5_000)}`)).toHaveLength(500)
  })
})
