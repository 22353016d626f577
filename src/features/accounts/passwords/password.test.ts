import { expect, test } from 'vitest'
import { isCommonPassword, strengthOf } from './password.ts'

test.each([
  ['', 'too short'],
  ['birdi', 'too short'],
  ['password', 'easy to guess'],
  ['PassWord', 'easy to guess'],
  ['aaaaaaaaaaaaaaaa', 'easy to guess'],
  ['123456789012345', 'easy to guess'],
  ['wedges7', 'fair'],
  ['driver-nine', 'good'],
  ['fairway-seven', 'strong'],
  ['three putts on the last green', 'strong'],
  ['kW8!vq2#Zr0p', 'strong'],
])('%s is %s', (password, strength) => expect(strengthOf(password)).toBe(strength))

test('obvious golf passwords are rejected', () => {
  for (const obvious of ['Titleist', 'tigerwoods', 'golfgolf']) expect(isCommonPassword(obvious)).toBe(true)
})
