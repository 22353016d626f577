import { afterEach, expect, test, vi } from 'vitest'
import { watchLeaving } from './use-on-leave.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('what was typed is sent when the tab is hidden, and when its screen is left', () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('document', page)
  const show = (state: string) => {
    page.visibilityState = state
    page.dispatchEvent(new Event('visibilitychange'))
  }
  const send = vi.fn()
  const stop = watchLeaving(send)
  show('hidden')
  expect(send).toHaveBeenCalledTimes(1)
  show('visible')
  expect(send).toHaveBeenCalledTimes(1)
  stop()
  expect(send).toHaveBeenCalledTimes(2)
  show('hidden')
  expect(send).toHaveBeenCalledTimes(2)
})
