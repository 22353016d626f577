import { afterEach, expect, test, vi } from 'vitest'
import { browserValue } from './browser-value.ts'

const makeValue = () =>
  browserValue<string[]>(
    'words',
    (text) => (text ? text.split(' ') : []),
    (words) => (words.length > 0 ? words.join(' ') : null),
  )

function stubStorage(stored = new Map<string, string>()) {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
  return stored
}

afterEach(() => vi.unstubAllGlobals())

test('a value is stored as text, and an empty one is removed', () => {
  const stored = stubStorage()
  const words = makeValue()
  words.set(['driver', 'putter'])
  expect(stored.get('words')).toBe('driver putter')
  expect(makeValue().get()).toEqual(['driver', 'putter'])
  words.set([])
  expect(stored.size).toBe(0)
})

test('without storage a value is kept until the page is closed', () => {
  vi.stubGlobal('localStorage', undefined)
  const words = makeValue()
  expect(words.get()).toEqual([])
  words.set(['driver'])
  expect(words.get()).toEqual(['driver'])
})

test('components are empty until they watch, and follow the changes of other tabs', () => {
  const stored = stubStorage(new Map([['words', 'driver']]))
  const window = new EventTarget()
  vi.stubGlobal('window', window)
  const words = makeValue()
  expect(words.store.get().value).toEqual([])
  words.watch()
  expect(words.store.get().value).toEqual(['driver'])

  const elsewhere = (key: string | null) => window.dispatchEvent(Object.assign(new Event('storage'), { key }))
  stored.set('words', 'putter')
  elsewhere('other')
  expect(words.store.get().value).toEqual(['driver'])
  elsewhere('words')
  expect(words.store.get().value).toEqual(['putter'])
  // Another tab has cleared the storage.
  stored.clear()
  elsewhere(null)
  expect(words.store.get().value).toEqual([])
})
