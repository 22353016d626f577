import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { mount } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import { Toaster, toast } from './toast.tsx'
import { makeRoomForDialog } from './toast-room.ts'
import { currentToast, toastDuration } from './toast-store.ts'

const clear = () => {
  const shown = currentToast.get()
  if (shown) toast.dismiss(shown.id)
}
beforeEach(clear)
afterEach(clear)

describe('toasts', () => {
  test('stay four seconds, errors five [row 21]', () => {
    expect(toastDuration).toEqual({ success: 4000, error: 5000 })
  })

  test('are shown one at a time: the next replaces the last [row 21]', () => {
    toast.success('Lesson booked', 'Tuesday')
    toast.error('Payment Error')
    expect(currentToast.get()).toMatchObject({ tone: 'error', title: 'Payment Error' })
  })

  test('that were replaced do not close the new one when their time is up', () => {
    const first = toast.success('First')
    toast.success('Second')
    toast.dismiss(first)
    expect(currentToast.get()?.title).toBe('Second')
  })

  test('make room for a dialog that opens after them, except errors and those with something to do', () => {
    vi.useFakeTimers()
    try {
      const shownThen = (show: () => void, wait: number) => {
        clear()
        show()
        vi.advanceTimersByTime(wait)
        makeRoomForDialog()
        return currentToast.get()?.title
      }
      expect(shownThen(() => toast.success('Saved'), 1500)).toBeUndefined()
      expect(shownThen(() => toast.success('Saved'), 50)).toBe('Saved')
      expect(shownThen(() => toast.error('Not saved'), 1500)).toBe('Not saved')
      const undo = { action: { label: 'Undo', onClick: () => undefined } }
      expect(shownThen(() => toast.success('Removed', undefined, undo), 1500)).toBe('Removed')
    } finally {
      vi.useRealTimers()
    }
  })

  test('are closed by Escape, which closes nothing else', async () => {
    const { window, page, unmount } = await mount(<Toaster />)
    try {
      toast.success('Saved')
      await eventually(() => expect(page.textContent).toContain('Saved'))
      const pressed = new window.KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
      page.querySelector('button')?.dispatchEvent(pressed as unknown as Event)
      expect(pressed.defaultPrevented).toBe(true)
      await eventually(() => expect(page.textContent).toBe(''))
    } finally {
      await unmount()
    }
  })
})
