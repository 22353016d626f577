import { expect, test } from 'vitest'
import { mayTrack } from './policy.ts'

const chrome =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const headers = (more: Record<string, string> = {}) => new Headers({ 'user-agent': chrome, ...more })

test('visitors, students, coaches and prospects are counted', () => {
  expect(mayTrack(null, headers())).toBe(true)
  for (const role of ['student', 'coach', 'prospect'] as const)
    expect(mayTrack({ role }, headers()), role).toBe(true)
})

test('admins are not counted, nor is a person impersonated by an admin [row 108]', () => {
  expect(mayTrack({ role: 'admin' }, headers())).toBe(false)
  expect(mayTrack({ role: 'student', impersonatedBy: 'an-admin' }, headers())).toBe(false)
})

test('people who opt out are not counted', () => {
  expect(mayTrack(null, headers({ dnt: '1' }))).toBe(false)
  expect(mayTrack(null, headers({ 'sec-gpc': '1' }))).toBe(false)
  expect(mayTrack(null, headers({ dnt: '0' }))).toBe(true)
})

test.each([
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0 Safari/537.36',
  'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/120.0 Safari/537.36',
  'curl/8.5.0',
  'python-requests/2.31',
  '',
])('a bot is not counted: %s', (userAgent) => {
  expect(mayTrack(null, new Headers(userAgent ? { 'user-agent': userAgent } : {}))).toBe(false)
})

test.each([
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
])('a browser is counted: %s', (userAgent) => {
  expect(mayTrack(null, headers({ 'user-agent': userAgent }))).toBe(true)
})
