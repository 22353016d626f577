import { expect, test } from 'vitest'
import { readDrafts, withDraft } from './draft.ts'

const DAY = 86_400_000

test('a draft is kept for each conversation, and goes when nothing is left of it', () => {
  const both = withDraft(withDraft({}, 'maya', 'Is Tuesday', 5), 'keoni', 'Aloha', 6)
  expect(both).toEqual({
    maya: { text: 'Is Tuesday', changedAt: 5 },
    keoni: { text: 'Aloha', changedAt: 6 },
  })
  expect(withDraft(both, 'maya', ' \n', 7)).toEqual({ keoni: { text: 'Aloha', changedAt: 6 } })
})

test('drafts are read back, but not rubbish, and not after a month', () => {
  const kept = JSON.stringify(withDraft({}, 'maya', 'Is Tuesday', 5))
  expect(readDrafts(kept, 29 * DAY)).toEqual({ maya: { text: 'Is Tuesday', changedAt: 5 } })
  expect(readDrafts(kept, 31 * DAY)).toEqual({})
  for (const rubbish of [null, '', '{', 'null', '7', '{"a":{"text":1}}'])
    expect(readDrafts(rubbish, 0)).toEqual({})
})
