import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import type { Evidence } from './schema.ts'
import { useNotesDraft } from './use-notes-draft.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Shows the notes of a dispute whose saves had these notes, and the older draft. */
function Notes({ saves }: { saves: (string | null)[] }) {
  const history = saves.map((notes) => ({ notes }) as Evidence['history'][number])
  const dispute = { id: 'one', adminNotes: saves.at(-1) ?? null } as Evidence['dispute']
  const { notes, older } = useNotesDraft({ dispute, history })
  return `${notes} | ${older}`
}

const draw = (draft: object | null, saves: (string | null)[]) => {
  const getItem = () => draft && JSON.stringify(draft)
  vi.stubGlobal('window', { sessionStorage: { getItem } })
  return renderToString(<Notes saves={saves} />)
}

test('unsaved notes of a dispute are shown until another admin saves other notes, which come first', () => {
  const draft = { text: 'Called Sam.', basedOn: 1 }
  expect(draw(null, [])).toBe(' | null')
  expect(draw(null, ['Half is fair.'])).toBe('Half is fair. | null')
  expect(draw(draft, ['Half is fair.'])).toBe('Called Sam. | null')
  expect(draw({ text: '', basedOn: 1 }, ['Half is fair.']), 'emptied').toBe(' | null')
  expect(draw(draft, ['Half is fair.', 'Half is fair.']), 'another status').toBe('Called Sam. | null')
  expect(draw(draft, ['Half is fair.', 'Refund all.'])).toBe('Refund all. | Called Sam.')
  expect(draw({ text: 'Called Sam.', basedOn: 0 }, [null, 'Refund all.'])).toBe('Refund all. | Called Sam.')
})
