import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { DAY, HOUR } from '#platform/duration.ts'
import { kindOfShared, readSharedFiles } from './shared-files.ts'

const MB = 1_024 * 1_024

describe('what a file from the share sheet can become', () => {
  test.each([
    ['session.csv', 'text/csv', 20_000, 'shots'],
    ['session.csv', 'application/vnd.ms-excel', 20_000, 'shots'],
    ['session.txt', 'text/plain', 20_000, 'shots'],
    ['swing.mp4', 'video/mp4', 20 * MB, 'clip'],
    ['swing.MOV', '', 20 * MB, 'clip'],
    ['grip.jpg', 'image/jpeg', MB, 'clip'],
    ['session.csv', 'text/csv', MB, 'nothing'],
    ['swing.mp4', 'video/mp4', 151 * MB, 'nothing'],
    ['grip.jpg', 'image/jpeg', 21 * MB, 'nothing'],
    ['invoice.pdf', 'application/pdf', 20_000, 'nothing'],
    ['page.html', 'text/html', 20_000, 'nothing'],
    ['session.xlsx', 'application/vnd.ms-excel', 20_000, 'nothing'],
  ])('%s of type %j with %i bytes: %s', (name, type, size, is) => {
    expect(kindOfShared({ name, type, size }).is).toBe(is)
  })
})

describe('files that wait on the device', () => {
  afterEach(() => vi.unstubAllGlobals())

  /** A browser's cache storage with a file shared an hour ago and one shared more than a day ago. */
  function twoShared() {
    const kept = new Map(
      [
        { name: 'new.csv', ago: HOUR },
        { name: 'old.mp4', ago: DAY + HOUR },
      ].map(({ name, ago }) => [
        `https://greenside.test/shared-files/${name}`,
        { 'x-name': name, 'x-shared-at': String(Date.now() - ago) },
      ]),
    )
    const cache = {
      keys: async () => [...kept.keys()].map((url) => ({ url })),
      match: async (key: string | { url: string }) => {
        const headers = kept.get(typeof key === 'string' ? key : key.url)
        return headers && new Response('content', { headers })
      },
      delete: async (key: string | { url: string }) => kept.delete(typeof key === 'string' ? key : key.url),
    }
    const caches = { open: async () => cache, match: async () => undefined }
    const left = () => [...kept.keys()].map((url) => url.split('/').at(-1))
    return { caches, left }
  }

  test('are listed for a day, and older ones are removed', async () => {
    const { caches, left } = twoShared()
    vi.stubGlobal('caches', caches)
    vi.stubGlobal('window', { caches })
    expect((await readSharedFiles()).map(({ file }) => file.name)).toEqual(['new.csv'])
    expect(left()).toEqual(['new.csv'])
  })

  test('are removed after a day when any page is opened', async () => {
    const { caches, left } = twoShared()
    const listeners = new Map<string, (event: object) => void>()
    const self = {
      location: { origin: 'https://greenside.test' },
      addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    }
    new Function('self', 'caches', readFileSync('public/sw.js', 'utf8'))(self, caches)
    const work: Promise<unknown>[] = []
    const wait = (promise: Promise<unknown>) => work.push(promise)
    listeners.get('fetch')?.({
      request: { url: 'https://greenside.test/blog', method: 'GET', mode: 'navigate' },
      preloadResponse: Promise.resolve(new Response('page')),
      respondWith: wait,
      waitUntil: wait,
    })
    await Promise.all(work)
    expect(left()).toEqual(['new.csv'])
  })
})
