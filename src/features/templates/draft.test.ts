import { expect, test } from 'vitest'
import { draftAfterSave, readTemplateDraft } from './draft.ts'

const draft = { templateName: 'Welcome', subject: 'Welcome', content: 'Hello', basedOn: 'v1' }
const sent = JSON.stringify(draft)

test('a saved draft is gone, and what was written while it was saved is kept on top of it', () => {
  expect(draftAfterSave(sent, sent, 'v2')).toBe('')
  expect(draftAfterSave(sent, '', 'v2'), 'discarded in the meantime').toBe('')
  const newest = JSON.stringify({ ...draft, content: 'Hello, and welcome' })
  expect(readTemplateDraft(draftAfterSave(sent, newest, 'v2'))).toEqual({
    ...draft,
    content: 'Hello, and welcome',
    basedOn: 'v2',
  })
})
