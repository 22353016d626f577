import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Me } from '../schema.ts'
import { clearBrowserSession } from './leave.ts'
import { claimTabStorage } from './tab-storage.ts'

const draft = 'draft:booking-note:5e0c4d52-6d4f-4c1e-8f1c-0f7a0c1b2d3e'
const sam = { userId: 'sam' } as Me
const olivia = { userId: 'olivia' } as Me

let tab: Map<string, string>

const storageOf = (stored: Map<string, string>) => ({
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
  clear: () => stored.clear(),
})

beforeEach(() => {
  tab = new Map()
  vi.stubGlobal('window', { sessionStorage: storageOf(tab), localStorage: storageOf(new Map()) })
  vi.stubGlobal('BroadcastChannel', undefined)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

test('the drafts of a user who signs out do not stay in the tab', () => {
  claimTabStorage(sam)
  tab.set(draft, 'My knee hurts')
  clearBrowserSession()
  expect(tab.size).toBe(0)
})

test('the drafts of a user whose session ended are kept for that user only', () => {
  claimTabStorage(sam)
  tab.set(draft, 'My knee hurts')
  claimTabStorage(sam)
  expect(tab.get(draft)).toBe('My knee hurts')
  claimTabStorage(olivia)
  expect(tab.has(draft)).toBe(false)
})

test('the draft of a visitor is kept for the user who signs in', () => {
  tab.set(draft, 'My first lesson')
  claimTabStorage(olivia)
  expect(tab.get(draft)).toBe('My first lesson')
})

test('a prospect who views as a demo coach keeps the drafts', () => {
  claimTabStorage({ userId: 'rory' } as Me)
  tab.set(draft, 'My first lesson')
  claimTabStorage({ userId: 'demo coach', prospect: { userId: 'rory', fullName: 'Rory', email: '' } } as Me)
  expect(tab.get(draft)).toBe('My first lesson')
})

test('a browser that blocks storage does not break signing in and out', () => {
  vi.stubGlobal('window', {})
  claimTabStorage(sam)
  clearBrowserSession()
})
