import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** What the tabs of one browser share. */
let stored: Map<string, string>
let channels: Set<{ onmessage?: (event: { data: unknown }) => void }>
let storageListeners: Set<(event: { key: string; newValue: string }) => void>
/** Whether messages and storage events reach a tab. */
let isDelivered: boolean

beforeEach(() => {
  vi.useFakeTimers()
  stored = new Map()
  channels = new Set()
  storageListeners = new Set()
  isDelivered = true
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, newValue: string) => {
        stored.set(key, newValue)
        if (isDelivered) for (const listener of storageListeners) listener({ key, newValue })
      },
    },
    addEventListener: (_: string, listener: (event: { key: string; newValue: string }) => void) =>
      storageListeners.add(listener),
    removeEventListener: (_: string, listener: (event: { key: string; newValue: string }) => void) =>
      storageListeners.delete(listener),
  })
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      onmessage?: (event: { data: unknown }) => void
      constructor() {
        channels.add(this)
      }
      postMessage(data: unknown) {
        if (isDelivered) for (const channel of channels) if (channel !== this) channel.onmessage?.({ data })
      }
      close() {
        channels.delete(this)
      }
    },
  )
})

afterEach(() => {
  // In this order: fake timers are removed from the real `performance`.
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A tab whose page was asked for now: a copy of the module of its own. */
async function openTab() {
  vi.resetModules()
  vi.stubGlobal('performance', { now: () => 0 })
  return await import('./other-tabs.ts')
}

test('another tab gets a change once from message and storage event; the tab that made it does not', async () => {
  const [one, two] = [await openTab(), await openTab()]
  const [heard, own] = [vi.fn(), vi.fn()]
  const stop = two.followOtherTabs(heard)
  one.followOtherTabs(own)
  one.notifyOtherTabs()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(heard).toHaveBeenCalledTimes(1)
  expect(own).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  one.notifyOtherTabs()
  expect(heard).toHaveBeenCalledTimes(2)
  stop()
  await vi.advanceTimersByTimeAsync(1)
  one.notifyOtherTabs()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(heard).toHaveBeenCalledTimes(2)
})

test('a change while the channel of a tab is not ready is followed a moment later', async () => {
  const [one, two] = [await openTab(), await openTab()]
  const heard = vi.fn()
  two.followOtherTabs(heard)
  isDelivered = false
  one.notifyOtherTabs()
  expect(heard).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(heard).toHaveBeenCalledTimes(1)
})

test('a page that was asked for just after a change checks again, one that was asked for long after does not', async () => {
  const one = await openTab()
  one.notifyOtherTabs()
  await vi.advanceTimersByTimeAsync(500)
  const [soon, late] = [vi.fn(), vi.fn()]
  const two = await openTab()
  two.followOtherTabs(soon)
  expect(soon).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(60_000)
  const three = await openTab()
  three.followOtherTabs(late)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(late).not.toHaveBeenCalled()
})
