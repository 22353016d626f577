import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signOut } from './sign-out.ts'

const happened: string[] = []
const server = { isDown: false }
vi.mock('#features/accounts/client.ts', () => ({
  accountsClient: {
    signOut: {
      call: async () => {
        if (server.isDown) throw new TypeError('Failed to fetch')
        happened.push('session ended')
      },
    },
  },
}))

beforeEach(() => {
  happened.splice(0)
  server.isDown = false
  const subscription = {
    endpoint: 'https://push.test/1',
    unsubscribe: async () => Boolean(happened.push('notifications ended')),
  }
  const Notification = { permission: 'granted' }
  const location = Object.assign(new URL('https://greenside.test/lessons'), {
    assign: (url: string) => void happened.push(`left for ${url}`),
  })
  vi.stubGlobal('Notification', Notification)
  vi.stubGlobal('window', { Notification, location })
  vi.stubGlobal('navigator', {
    serviceWorker: {
      getRegistration: async () => ({ pushManager: { getSubscription: async () => subscription } }),
    },
  })
  // The server need not know that the notifications have ended.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
})
afterEach(() => void vi.unstubAllGlobals())

test('“Sign Out” ends the notifications on this device before the session, and leaves for the home page', async () => {
  await signOut()
  expect(happened).toEqual(['notifications ended', 'session ended', 'left for /'])
})

test('who could not be signed out stays on the page', async () => {
  server.isDown = true
  await signOut()
  expect(happened).toEqual(['notifications ended'])
})
