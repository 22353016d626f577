import { describe, expect, test } from 'vitest'
import type { VendorShown } from './schema.ts'
import { providerWords, troubleWords, vendorState } from './vendor-words.ts'

const vendor = (change: Partial<VendorShown> = {}): VendorShown => ({
  name: 'email',
  provider: 'smtp',
  isReal: true,
  lastSuccess: null,
  lastFailure: null,
  lastError: null,
  calls: 0,
  failures: 0,
  circuit: 'closed',
  openSince: null,
  openIn: 0,
  ...change,
})
const [earlier, later] = ['2026-11-22T10:00:00.000Z', '2026-11-22T11:00:00.000Z']

describe('a vendor', () => {
  test.each<[Partial<VendorShown>, string]>([
    [{ provider: null, circuit: null }, 'Not set up'],
    [{}, 'Not checked yet'],
    [{ lastSuccess: earlier }, 'Answers'],
    [{ lastSuccess: later, lastFailure: earlier }, 'Answers'],
    [{ lastSuccess: earlier, lastFailure: later }, 'Failed last time'],
    [{ lastFailure: later }, 'Failed last time'],
    [{ lastSuccess: later, lastFailure: earlier, circuit: 'open' }, 'Does not answer'],
  ])('with %j is shown as "%s"', (change, words) => {
    expect(vendorState(vendor(change)).words).toBe(words)
  })

  test('has a display name', () => {
    expect(providerWords(vendor())).toBe('Mail server (SMTP)')
    expect(providerWords(vendor({ provider: 'local' }))).toBe('Demo version')
    expect(providerWords(vendor({ provider: null }))).toBe('None')
  })
})

test.each([
  ['Email is unavailable right now.: Connection timeout [ETIMEDOUT]', 'It did not answer in time.'],
  ['fetch failed: getaddrinfo ENOTFOUND api.example', 'Its name could not be found on the internet.'],
  ['fetch failed: connect ECONNREFUSED 127.0.0.1:9', 'It could not be reached.'],
  ['Invalid login: 535 Authentication failed [EAUTH]', 'It did not accept our key or password.'],
  ['the geocoding server answered 403', 'It did not accept our key or password.'],
  ['the geocoding server answered 429', 'Too many requests.'],
  ['the routing server answered 502 Error', 'It had an error of its own.'],
  ['does not have the expected form: 0.lat: invalid_type', 'Its answer could not be understood.'],
  ['No such bucket', 'It answered with an error.'],
])('"%s" is explained as "%s"', (error, words) => {
  expect(troubleWords(error)).toBe(words)
})
