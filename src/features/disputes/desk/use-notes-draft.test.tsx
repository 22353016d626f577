import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { useNotesDraft } from './use-notes-draft.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Shows the notes of a dispute, and the older draft. */
function Notes({ saved }: { saved: string | null }) {
  const { notes, older } = useNotesDraft({ id: 'one', adminNotes: saved })
  return `${notes} | ${older}`
}

const draw = (draft: object | string | null, saved: string | null) => {
  const getItem = () => (typeof draft === 'string' ? draft : draft && JSON.stringify(draft))
  vi.stubGlobal('window', { sessionStorage: { getItem } })
  return renderToString(<Notes saved={saved} />)
}

test('unsaved notes of a dispute are shown until other notes are saved, which come first', () => {
  const draft = { text: 'Called Sam.', basedOn: 'Half is fair.' }
  expect(draw(null, null)).toBe(' | null')
  expect(draw(null, 'Half is fair.')).toBe('Half is fair. | null')
  expect(draw(draft, 'Half is fair.')).toBe('Called Sam. | null')
  expect(draw({ ...draft, text: '' }, 'Half is fair.'), 'emptied').toBe(' | null')
  expect(draw(draft, 'Refund all.')).toBe('Refund all. | Called Sam.')
  expect(draw({ text: 'Called Sam.', basedOn: '' }, 'Refund all.')).toBe('Refund all. | Called Sam.')
  expect(draw('Called Sam.', 'Refund all.'), 'of the previous version').toBe('Refund all. | Called Sam.')
})

test('unsaved notes of a dispute are not older once they are saved themselves, as after a lost response', () => {
  const draft = { text: 'Called Sam. ', basedOn: 'Half is fair.' }
  expect(draw(draft, 'Called Sam.')).toBe('Called Sam.  | null')
})
