import { expect, test } from 'vitest'
import { describeOutcome } from './act-outcome.ts'

const words = { done: 'Accounts suspended', unchanged: 'They were suspended in the meantime.' }
const told = (chosen: number, changed: string[]) =>
  describeOutcome({ ok: true, changed }, { chosen, ...words })
const nothing = { isDone: false, title: 'Nothing was changed', text: words.unchanged }

test('an action that changed every chosen row is done', () =>
  expect(told(2, ['a', 'b'])).toEqual({ isDone: true, title: 'Accounts suspended' }))

test('an action that changed fewer rows says how many', () => {
  expect(told(3, ['a', 'b']).text).toContain('2 of 3 selected rows were changed')
  expect(told(2, ['a']).text).toContain('1 of 2 selected rows was changed')
})

test('an action that changed no row, or met another number of rows, is not done', () => {
  expect(told(2, [])).toEqual(nothing)
  const refused = { ok: false, reason: 'count_differs', count: 0 } as const
  expect(describeOutcome(refused, { chosen: 1, ...words })).toEqual(nothing)
})
