import { expect, test } from 'vitest'
import { GATHERED_FOR, whenToTell } from './digest.ts'

const told = { toldPosition: 4, toldAt: 1_000, dueAt: null }
const next = (at: number) => ({ position: 5, at })

test('the first message is reported at once', () => {
  expect(whenToTell({ toldPosition: 0, toldAt: null, dueAt: null }, { position: 1, at: 5 })).toEqual({
    at: 'now',
  })
})

test('messages within the next ten minutes are reported together when these are over', () => {
  expect(whenToTell(told, next(2_000))).toEqual({ at: 'later', dueAt: 1_000 + GATHERED_FOR })
  expect(whenToTell({ ...told, dueAt: 1_000 + GATHERED_FOR }, next(3_000))).toEqual({ at: 'with the others' })
})

test('after ten quiet minutes the next message is reported at once again', () => {
  expect(whenToTell(told, next(1_000 + GATHERED_FOR))).toEqual({ at: 'now' })
})

test('a message already reported is not reported again, however late its job runs', () => {
  expect(whenToTell(told, { position: 4, at: 1_000 })).toEqual({ at: 'with the others' })
  expect(whenToTell(told, { position: 2, at: 500 })).toEqual({ at: 'with the others' })
})
