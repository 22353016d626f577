import { expect, test } from 'vitest'
import { signedValues } from './signed-value.ts'

const ours = signedValues('a-secret-of-at-least-32-characters', 'visits')

test('what was signed is read back', () => {
  expect(ours.read(ours.sign('a-visit'))).toBe('a-visit')
})

test('nothing else is: changed, unsigned, for another purpose, by another secret, rubbish', () => {
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
