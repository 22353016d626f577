import { expect, test } from 'vitest'
import { signedValues } from './signed-value.ts'

const ours = signedValues('a-secret-of-at-least-32-characters', 'visits')

test('a signed value is read back', () => {
  expect(ours.read(ours.sign('a-visit'))).toBe('a-visit')
})

test('any other value is rejected: changed, unsigned, for another purpose, by another secret, garbage', () => {
  const signed = ours.sign('a-visit')
  const others = [
    signed.replace('a-visit', 'b-visit'),
    `${signed.slice(0, -2)}AA`,
    'a-visit',
    'a-visit.',
    '.',
    '',
    'x'.repeat(10_000),
    signedValues('a-secret-of-at-least-32-characters', 'offers').sign('a-visit'),
    signedValues('another-secret-of-32-characters-too', 'visits').sign('a-visit'),
  ]
  for (const other of others) expect(ours.read(other), other.slice(0, 80)).toBeNull()
  expect(ours.read(undefined)).toBeNull()
})
