import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useAutosave } from './use-autosave.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

type Notes = ReturnType<typeof useAutosave<{ note: string }>>
type Save = Parameters<typeof useAutosave<{ note: string }>>[2]

function Editor({ save, onOpen }: { save: Save; onOpen: (notes: Notes) => void }) {
  onOpen(useAutosave('card:1', { text: { note: '' }, version: 1 }, save))
  return null
}

/** The notes of a lesson as in their editor. A save runs until the test ends it. */
function openNotes() {
  const saves: { note: string; basedOn: number; end: () => void; fail: () => void }[] = []
  const save: Save = ({ note }, basedOn) =>
    new Promise((resolve, reject) => {
      saves.push({ note, basedOn, end: () => resolve(basedOn + 1), fail: () => reject(new Error()) })
    })
  const opened: Notes[] = []
  renderToString(<Editor save={save} onOpen={(notes) => opened.push(notes)} />)
  const [notes] = opened
  if (!notes) throw new Error('The editor was not rendered')
  return { notes, saves }
}

test('sharing during a save waits for it, and for what was typed meanwhile', async () => {
  const { notes, saves } = openNotes()
  notes.change({ note: 'Quiet head' })
  await vi.advanceTimersByTimeAsync(1_200)
  expect(saves).toMatchObject([{ note: 'Quiet head', basedOn: 1 }])
  notes.change({ note: 'Quiet head, loud feet' })
  const shared = notes.flush()
  saves[0]?.end()
  await vi.advanceTimersByTimeAsync(0)
  expect(saves[1]).toMatchObject({ note: 'Quiet head, loud feet', basedOn: 2 })
  saves[1]?.end()
  expect(await shared).toBe(3)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(saves).toHaveLength(2)
})

test('sharing during a save that fails does not share, and the next attempt saves again', async () => {
  const { notes, saves } = openNotes()
  notes.change({ note: 'Quiet head' })
  const [saved, shared] = [notes.flush(), notes.flush()]
  saves[0]?.fail()
  expect(await Promise.all([saved, shared])).toEqual([null, null])
  const again = notes.flush()
  saves[1]?.end()
  expect(await again).toBe(2)
})
