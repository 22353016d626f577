import { expect, test } from 'vitest'
import { decideArrival } from './provider.ts'

const olive = { subject: '1', email: 'olive@owner.test', isEmailVerified: true, name: 'Olive Owner' }
const nobody = { connectedUserId: null, isAddressTaken: false }

test.each([
  ['a connected account signs in', olive, { connectedUserId: 'u', isAddressTaken: true }, 'sign_in'],
  ['so does one with another address', olive, { connectedUserId: 'u', isAddressTaken: false }, 'sign_in'],
  ['an unknown person with a new address signs up', olive, nobody, 'new_account'],
  ['an address alone opens no account', olive, { ...nobody, isAddressTaken: true }, 'account_exists'],
  [
    'an address that is not verified does not sign up',
    { ...olive, isEmailVerified: false },
    nobody,
    'not_verified',
  ],
  [
    'nor does it say whether the address has an account',
    { ...olive, isEmailVerified: false },
    { ...nobody, isAddressTaken: true },
    'not_verified',
  ],
  [
    'nor does it sign in',
    { ...olive, isEmailVerified: false },
    { connectedUserId: 'u', isAddressTaken: true },
    'not_verified',
  ],
  ['a person without an address is not known', { ...olive, email: null }, nobody, 'not_verified'],
])('%s', (_, identity, known, kind) => expect(decideArrival(identity, known).kind).toBe(kind))
