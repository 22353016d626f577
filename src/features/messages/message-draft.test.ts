import { expect, test } from 'vitest'
import { DAY } from '#platform/duration.ts'
import { readDrafts, withChosenFiles, withDraft } from './message-draft.ts'

test('a draft is stored for each conversation, and deleted when empty', () => {
  const both = withDraft(withDraft({}, 'maya', 'Is Tuesday', 5), 'keoni', 'Aloha', 6)
  expect(both).toEqual({
    maya: { text: 'Is Tuesday', changedAt: 5 },
    keoni: { text: 'Aloha', changedAt: 6 },
  })
  expect(withDraft(both, 'maya', ' \n', 7)).toEqual({ keoni: { text: 'Aloha', changedAt: 6 } })
})

test('drafts are restored, but not corrupt ones or after a month', () => {
  const kept = JSON.stringify(withDraft({}, 'maya', 'Is Tuesday', 5))
  expect(readDrafts(kept, 29 * DAY)).toEqual({ maya: { text: 'Is Tuesday', changedAt: 5 } })
  expect(readDrafts(kept, 31 * DAY)).toEqual({})
  for (const rubbish of [null, '', '{', 'null', '7', '{"a":{"text":1}}'])
    expect(readDrafts(rubbish, 0)).toEqual({})
})

test('without text, the selected files are described', () => {
  const file = (thread: string, kind: 'image' | 'video', keptAt = 7) => ({ thread, kind, keptAt })
  const drafts = withDraft({}, 'maya', 'Is Tuesday', 5)
  const files = [
    file('maya', 'image'),
    file('keoni', 'video'),
    file('keoni', 'image', 9),
    file('dale', 'image'),
  ]
  expect(withChosenFiles(drafts, files)).toEqual({
    maya: { text: 'Is Tuesday', changedAt: 5 },
    keoni: { text: 'Video and 1 more', changedAt: 9 },
    dale: { text: 'Photo', changedAt: 7 },
  })
  expect(withChosenFiles(drafts, [])).toEqual(drafts)
})
