import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { mount, typeInto } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { ClipDrawing } from '../schema.ts'
import { DrawingList } from './drawing-list.tsx'

let close = async () => {}
afterEach(() => close())

const line: ClipDrawing = {
  id: '0199aaaa-0000-7000-8000-000000000001',
  authorId: 'coach',
  shape: 'line',
  points: [
    { x: 0.1, y: 0.1 },
    { x: 0.5, y: 0.9 },
  ],
  color: 'yellow',
  text: '',
  fromUs: null,
  untilUs: null,
}

let undo: () => void
function Drawings() {
  const [drawing, setDrawing] = useState(line)
  undo = () => setDrawing(line)
  return (
    <DrawingList
      drawings={[drawing]}
      size={{ width: 1080, height: 1920 }}
      us={0}
      me="coach"
      nameOf={() => 'Coach Dale'}
      chosen={line.id}
      areHidden={false}
      onHidden={() => undefined}
      onJump={() => undefined}
      onChange={(id, drawn) => setDrawing({ ...line, ...drawn, id, points: [...drawn.points] })}
      onRemove={() => undefined}
    />
  )
}

test('the words of a drawing keep the focus when they are saved, and show what undo brings back', async () => {
  const { window, page, unmount } = await mount(<Drawings />)
  close = unmount
  const words = () => page.querySelector('input')
  await eventually(() => expect(words()).not.toBeNull())
  const [field, color] = [words(), page.querySelector('select')]
  field?.focus()
  typeInto(field, 'hips stay back')
  const enter = new window.KeyboardEvent('keydown', { key: 'Enter', bubbles: true }) as unknown as Event
  field?.dispatchEvent(enter)
  await eventually(() => expect(page.querySelector('li')?.textContent).toContain('hips stay back'))
  expect(document.activeElement).toBe(words())
  expect(page.querySelector('select'), 'the color can be opened').toBe(color)
  field?.blur()
  undo()
  await eventually(() => expect(words()?.value).toBe(''))
})
