import { Window } from 'happy-dom'
import { expect, test } from 'vitest'
import script from './panel-script.js?raw'

/** What the panel's script adds to a time of December 8, 8 PM at the place. @param start in the visitor's zone */
async function noteAt(start: Date) {
  const window = new Window()
  const { document } = window
  document.body.innerHTML = `<a data-start="${start.toISOString()}" data-date="2026-12-08"><b>8:00 PM</b></a>`
  const observer = class {
    observe() {
      return undefined
    }
  }
  new Function('document', 'location', 'addEventListener', 'ResizeObserver', script)(
    document,
    window.location,
    () => undefined,
    observer,
  )
  const note = document.querySelector('small')?.textContent ?? null
  await window.happyDOM.close()
  return note
}

test('visitors in another zone see their own time, with the weekday on another date', async () => {
  expect(await noteAt(new Date(2026, 11, 8, 20))).toBeNull()
  expect(await noteAt(new Date(2026, 11, 8, 23))).toBe('your 11:00 PM')
  expect(await noteAt(new Date(2026, 11, 9, 1))).toBe('your Wed 1:00 AM')
  expect(await noteAt(new Date(2026, 11, 7, 20))).toBe('your Mon 8:00 PM')
})
