import { ORPCError } from '@orpc/client'
import { afterEach, expect, test, vi } from 'vitest'
import { moveDeviceSaves } from './move-device-saves.ts'
import { listSavedHere, saveHere } from './use-device-saves.ts'

const [maya, priya, gone] = [1, 2, 3].map((nth) => `c0ac000${nth}-0000-4000-8000-000000000001`) as [
  string,
  string,
  string,
]

afterEach(() => vi.unstubAllGlobals())

test('coaches saved in the browser stay there until the account has them, unless they are no longer listed', async () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
  for (const id of [maya, priya, gone]) saveHere(id)

  const offline = () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await moveDeviceSaves(offline)).toBe(false)
  expect(listSavedHere()).toEqual([gone, priya, maya])

  const isMoved = await moveDeviceSaves(async (id) => {
    if (id === gone) throw new ORPCError('no_such_coach', { status: 404 })
    if (id === priya) throw new ORPCError('too_many_requests', { status: 429 })
  })
  expect(isMoved).toBe(true)
  expect(listSavedHere()).toEqual([priya])

  const account: string[] = []
  expect(await moveDeviceSaves(async (id) => account.push(id))).toBe(true)
  expect(account).toEqual([priya])
  expect(listSavedHere()).toEqual([])
  expect(await moveDeviceSaves(offline)).toBe(false)
})
