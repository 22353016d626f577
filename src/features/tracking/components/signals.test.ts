import { afterEach, expect, test } from 'vitest'
import { listenToSignals, type Signal, stopListening, trackCoachEvent, trackSearch } from './signals.ts'

afterEach(() => stopListening({ forGood: false }))

/** Everything that is said from now on. */
function heard(): Signal[] {
  const signals: Signal[] = []
  listenToSignals((signal) => signals.push(signal))
  return signals
}

test('events before the first listener are delivered first', () => {
  trackCoachEvent('maya', 'card_click')
  const signals = heard()
  trackCoachEvent('maya', 'booking_click')
  expect(signals.map((signal) => 'action' in signal && signal.action)).toEqual([
    'card_click',
    'booking_click',
  ])
})

test('a search is reported once, and again after a different one', () => {
  const signals = heard()
  for (const zip of ['28202', '28202', '10001', '28202']) trackSearch(zip, 7)
  expect(signals.map((signal) => 'zip' in signal && signal.zip)).toEqual(['28202', '10001', '28202'])
})

test('no events are stored for people who are not tracked', () => {
  trackCoachEvent('maya', 'card_click')
  stopListening({ forGood: true })
  trackCoachEvent('maya', 'message_click')
  expect(heard()).toEqual([])
})

test('a page that never gets a listener does not fill its memory', () => {
  for (let i = 0; i < 1_000; i++) trackCoachEvent('maya', 'card_click')
  expect(heard()).toHaveLength(60)
})
