import { expect, test } from 'vitest'
import { leftAfterSaving, readVersionedDraft } from './versioned-draft.ts'

test('a stored draft keeps the version it is based on', () => {
  const draft = { text: 'A new grip', basedOn: 3 }
  expect(readVersionedDraft(JSON.stringify(draft))).toEqual(draft)
  expect(readVersionedDraft('')).toBeNull()
  expect(readVersionedDraft('A new grip')).toBeNull()
  expect(readVersionedDraft('3')).toBeNull()
})

test('a saved draft is gone, and what was typed while it was being saved is based on the saved version', () => {
  const sent = { text: 'A new', basedOn: 3 }
  expect(leftAfterSaving(sent, sent, 4)).toBeNull()
  expect(leftAfterSaving({ text: 'A new grip', basedOn: 3 }, sent, 4)).toEqual({
    text: 'A new grip',
    basedOn: 4,
  })
  // Discarded while it was being saved.
  expect(leftAfterSaving(null, sent, 4)).toBeNull()
})
