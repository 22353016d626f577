import { expect, test } from 'vitest'
import { GATHERED_FOR, whenToTell } from './digest.ts'

const told = { toldAt: 1_000, dueAt: null }

test('the first message is told at once', () => {
  expect(whenToTell({ toldAt: null, dueAt: null }, 5)).toEqual({ at: 'now' })
})

test('those that follow within ten minutes are told together when the ten minutes are over', () => {
  expect(whenToTell(told, 2_000)).toEqual({ at: 'later', dueAt: 1_000 + GATHERED_FOR })
  expect(whenToTell({ ...told, dueAt: 1_000 + GATHERED_FOR }, 3_000)).toEqual({ at: 'with the others' })
})

test('after ten quiet minutes the next one is told at once again', () => {
  expect(whenToTell(told, 1_000 + GATHERED_FOR)).toEqual({ at: 'now' })
})

test('one that was among those that were told is not told again, however late its job runs', () => {
  expect(whenToTell(told, 1_000)).toEqual({ at: 'with the others' })
  expect(whenToTell(told, 500)).toEqual({ at: 'with the others' })
})
