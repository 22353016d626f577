import { expect, test } from 'vitest'
import { calledOffNews, notCalledOffTitle } from './call-off.ts'
import type { Affected } from './schema.ts'

const lesson = (student: string, isOfCaller = false): Affected['lessons'][number] => ({
  bookingId: '00000000-0000-4000-8000-000000000001',
  start: '2026-12-01T15:00:00.000Z',
  durationMinutes: 60,
  zone: 'America/New_York',
  student,
  isOfCaller,
  place: 'Pine Range',
})
const ana = lesson('Ana Ortiz')
const told = 'Each student was notified and chooses another time, a credit or a refund.'

test('a request that is repeated after a lost answer says what the first one did', () => {
  const first = calledOffNews({ calledOff: 6, before: 0, notCalledOff: 0 }, [ana])
  expect(first).toEqual({ isDone: true, title: '6 lessons called off', text: told })
  expect(calledOffNews({ calledOff: 0, before: 6, notCalledOff: 0 }, [ana])).toEqual(first)
  expect(calledOffNews({ calledOff: 3, before: 3, notCalledOff: 0 }, [ana])).toEqual(first)
})

test('an answer of the previous version counts what it called off', () => {
  expect(calledOffNews({ calledOff: 2, notCalledOff: 0 }, [ana]).title).toBe('2 lessons called off')
})

test('lessons that changed meanwhile are counted, and students without an address are named', () => {
  expect(calledOffNews({ calledOff: 1, before: 0, notCalledOff: 2 }, [ana])).toEqual({
    isDone: true,
    title: '1 lesson called off',
    text: `${told} 2 lessons had changed meanwhile.`,
  })
  expect(
    calledOffNews({ calledOff: 2, before: 0, notCalledOff: 0 }, [ana, lesson('Gus Caller', true)]).text,
  ).toBe(
    'Nothing was sent to Gus Caller: call or text them. The other students were notified and choose another time, a credit or a refund.',
  )
  expect(
    calledOffNews({ calledOff: 2, before: 0, notCalledOff: 0 }, [
      lesson('Gus Caller', true),
      lesson('Al Kim', true),
    ]).text,
  ).toContain('Nothing was sent to Gus Caller and Al Kim: call or text them.')
  expect(calledOffNews({ calledOff: 0, before: 0, notCalledOff: 1 }, [ana])).toEqual({
    isDone: false,
    title: 'No lesson was called off',
    text: '1 lesson had changed meanwhile.',
  })
})

test('no error claims that no lesson was called off when some may be', () => {
  expect(['offline', 'internal', 'rate_limited'].map(notCalledOffTitle)).toEqual([
    null,
    null,
    'No lesson was called off',
  ])
})
