import { expect, test } from 'vitest'
import { meaningOf } from './texting.ts'

test.each([
  ['STOP', 'stop'],
  ['stop.', 'stop'],
  ['  Stop!  ', 'stop'],
  ['Stop All', 'stop'],
  ['unsubscribe', 'stop'],
  ['END', 'stop'],
  ['quit', 'stop'],
  ['opt-out', 'stop'],
  ['Start', 'start'],
  ['UNSTOP', 'start'],
  ['yes', 'start'],
  ['help', 'help'],
  ['Please stop by at nine', 'other'],
  ['When does it start?', 'other'],
  ['', 'other'],
])('%j means %s', (text, meaning) => {
  expect(meaningOf(text)).toBe(meaning)
})
