import { useState } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { useTabDraft } from './use-tab-draft.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Shows the draft of the first key, and then that of the last. */
function Drafts({ keys }: { keys: [first: string, last: string] }) {
  const [key, setKey] = useState(keys[0])
  const [text] = useTabDraft(key)
  if (key !== keys[1]) setKey(keys[1])
  return text
}

test('a draft is shown only for the key it was written for', () => {
  const stored = new Map([
    ['draft:answer:1', 'Your grip is weak'],
    ['draft:answer:3', 'Stand closer'],
  ])
  vi.stubGlobal('window', { sessionStorage: { getItem: (place: string) => stored.get(place) ?? null } })
  expect(renderToString(<Drafts keys={['answer:1', 'answer:1']} />)).toBe('Your grip is weak')
  expect(renderToString(<Drafts keys={['answer:1', 'answer:2']} />)).toBe('')
  expect(renderToString(<Drafts keys={['answer:1', 'answer:3']} />)).toBe('Stand closer')
})
