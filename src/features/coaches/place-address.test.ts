import { describe, expect, test } from 'vitest'
import { isAddressInTown, placeAddress } from './place-address.ts'

describe('the address of a place', () => {
  test.each([
    [
      'street, city, state and ZIP code',
      '12 Fairway Road',
      'Charlotte',
      'NC',
      '28202',
      '12 Fairway Road, Charlotte, NC 28202',
    ],
    ['no street', null, 'Charlotte', 'NC', '28202', 'Charlotte, NC 28202'],
    ['no ZIP code', '12 Fairway Road', 'Charlotte', 'NC', null, '12 Fairway Road, Charlotte, NC'],
    ['nothing', null, null, null, null, ''],
  ])('with %s', (_, address, city, state, zip, expected) => {
    expect(placeAddress({ address, city, state, zip })).toBe(expected)
  })

  test.each([
    ['12 Fairway Road, Charlotte, NC 28202', true],
    ['12 Fairway Road, Charlotte, NC', true],
    ['Charlotte, NC', true],
    ['12 Fairway Road, Asheville, NC 28801', false],
    ['12 Fairway Road, Charlotte, MI 48813', false],
  ])('%s is in Charlotte, NC: %s', (address, expected) => {
    expect(isAddressInTown(address, { city: 'Charlotte', state: 'NC' })).toBe(expected)
  })
})
