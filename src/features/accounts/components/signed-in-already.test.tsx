import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mount } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import { SignedInAlready } from './signed-in-already.tsx'

const happened: string[] = []
vi.mock('../client.ts', () => ({
  accountsClient: { signOut: { call: async () => void happened.push('session ended') } },
}))
vi.mock('./use-on-signed-in.ts', () => ({
  useOnSignedIn: () => async () => void happened.push('signed out'),
}))

let close = async () => {}
beforeEach(() => void happened.splice(0))
afterEach(() => close())

test('“Use another account” ends the notifications on this device before the session', async () => {
  const subscription = {
    endpoint: 'https://push.test/1',
    unsubscribe: async () => Boolean(happened.push('notifications ended')),
  }
  const Notification = { permission: 'granted' }
  const serviceWorker = {
    getRegistration: async () => ({ pushManager: { getSubscription: async () => subscription } }),
  }
  const me = {
    userId: '5a000000-0000-4000-8000-000000000001',
    role: 'student' as const,
    fullName: 'Sam Tester',
    email: 'sam@students.test',
  }
  const { page, unmount } = await mount(<SignedInAlready me={me} next="/" />, {
    window: { Notification },
    navigator: { serviceWorker },
  })
  vi.stubGlobal('Notification', Notification)
  // The server need not know that the notifications have ended.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  close = unmount
  await eventually(() => expect(page.textContent).toContain('Use another account'))
  for (const button of page.querySelectorAll('button')) button.click()
  await eventually(() => expect(happened).toEqual(['notifications ended', 'session ended', 'signed out']))
})
