import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { networkOf } from './client-address.ts'

describe('the client’s network', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:51234', '192.0.2.7'],
    [' 192.0.2.7 ', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['[::ffff:192.0.2.7]:443', '192.0.2.7'],
    ['::FFFF:c000:0207', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['[2001:0DB8:0001:0002::9]:443', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1%25lo', '0:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1:2:3:4:5:6:1.2.3.4', '1:2:3:4::/64'],
    ['unknown', 'unknown'],
    ['', 'unknown'],
    ['_hidden', 'unknown'],
    ['1.2.3.4.5', 'unknown'],
    ['[::1', 'unknown'],
  ])('of %s is %s', (address, network) => expect(networkOf(address)).toBe(network))

  test('is computed for any text, and is short', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.ipV6(),
          fc.ipV4(),
          fc.string({ unit: fc.constantFrom(...'0123456789abcdef:.%[]') }),
        ),
        (text) => {
          expect(networkOf(text).length).toBeLessThan(30)
        },
      ),
    )
  })
})
