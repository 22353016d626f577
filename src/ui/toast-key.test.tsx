import { expect, test } from 'vitest'
import { mount } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import { Toaster, toast } from './toast.tsx'

test('F8 leads to the button of a message, also of the next one with the same words', async () => {
  const { window, page, unmount } = await mount(<Toaster />)
  try {
    const undone: number[] = []
    for (const time of [1, 2]) {
      toast.success('Suspended', undefined, { action: { label: 'Undo', onClick: () => undone.push(time) } })
      await eventually(() => expect(page.textContent).toContain('Undo'))
      await eventually(() => {
        window.document.dispatchEvent(new window.KeyboardEvent('keydown', { key: 'F8' }))
        expect(window.document.activeElement?.textContent).toBe('Undo')
      })
      page.querySelector('button')?.click()
      await eventually(() => expect(page.textContent).toBe(''))
    }
    expect(undone).toEqual([1, 2])
  } finally {
    await unmount()
  }
})
