import { afterEach, expect, test } from 'vitest'
import { mount } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import { useReturningFocus } from './focus.ts'

let close = async () => {}
afterEach(() => close())

let layer: ReturnType<typeof useReturningFocus>
function Layer({ hasTrigger }: { hasTrigger: boolean }) {
  layer = useReturningFocus(hasTrigger)
  return null
}

/** A list with a button for each golfer that opens a dialog. */
async function golfers(hasTrigger: boolean) {
  const list = (names: string[]) => (
    <section>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <button type="button">Remove {name}</button>
          </li>
        ))}
      </ul>
      <Layer hasTrigger={hasTrigger} />
    </section>
  )
  const { window, page, render, unmount } = await mount(list(['Leo', 'Mia']))
  close = unmount
  const open = () =>
    eventually(() => {
      page.querySelector('button')?.focus()
      expect(window.document.activeElement?.textContent).toBe('Remove Leo')
      layer.onOpenAutoFocus()
    })
  const remove = async () => {
    render(list(['Mia']))
    await eventually(() => expect(page.textContent).toBe('Remove Mia'))
  }
  /** @returns whether the layer's own way of returning the focus was prevented */
  const closeLayer = () => {
    const event = new Event('close', { cancelable: true })
    layer.onCloseAutoFocus(event)
    return event.defaultPrevented
  }
  return { page, focused: () => document.activeElement, open, remove, closeLayer }
}

test.each([true, false])(
  'after a removal in a dialog the focus is at the list (own trigger: %s)',
  async (hasTrigger) => {
    const { page, focused, open, remove, closeLayer } = await golfers(hasTrigger)
    await open()
    await remove()
    expect(closeLayer()).toBe(true)
    const list = page.querySelector('ul')
    expect(focused()).toBe(list)
    page.querySelector('button')?.focus()
    expect(list?.hasAttribute('tabindex'), 'the list is focusable only meanwhile').toBe(false)
  },
)

test('without a removal the focus returns to the button that opened the dialog', async () => {
  const { page, focused, open, closeLayer } = await golfers(false)
  await open()
  page.querySelector('button')?.blur()
  expect(closeLayer()).toBe(true)
  expect(focused()?.textContent).toBe('Remove Leo')
})

test('a layer with its own trigger returns the focus itself', async () => {
  const { page, open, closeLayer } = await golfers(true)
  await open()
  page.querySelector('button')?.blur()
  expect(closeLayer()).toBe(false)
})
