import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endPushHere } from './leave.ts'

const unsubscribe = vi.fn(async () => true)
let getRegistration: () => Promise<unknown>

function browser(permission: 'granted' | 'default') {
  const Notification = { permission }
  vi.stubGlobal('Notification', Notification)
  vi.stubGlobal('window', { Notification, location: new URL('https://greenside.test') })
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: () => getRegistration() } })
  // The server cannot be reached.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
}

beforeEach(() => {
  unsubscribe.mockClear()
  const subscription = { endpoint: 'https://push.test/1', unsubscribe }
  getRegistration = async () => ({ pushManager: { getSubscription: async () => subscription } })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('notifications on this device end, even if the server cannot be reached', async () => {
  browser('granted')
  await endPushHere()
  expect(unsubscribe).toHaveBeenCalledOnce()
})

test('a browser that was never allowed to show notifications is not asked', async () => {
  browser('default')
  getRegistration = () => Promise.reject(new Error('asked'))
  await endPushHere()
  expect(unsubscribe).not.toHaveBeenCalled()
})

test('a browser that does not answer delays signing out by three seconds', async () => {
  browser('granted')
  getRegistration = () => new Promise(() => undefined)
  vi.useFakeTimers()
  const ended = endPushHere()
  await vi.advanceTimersByTimeAsync(3_000)
  await ended
  expect(unsubscribe).not.toHaveBeenCalled()
})
