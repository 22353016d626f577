import { describe, expect, test } from 'vitest'
import { cachedUntilAnnounced } from './cached-until-announced.ts'

/** A cache with manual announcements, a manual clock, and a source that counts its reads. */
function memory({ maxBytes = 10_000 } = {}) {
  let announce = (_: string) => {}
  const line = { live: true }
  const clock = { ms: 0 }
  const asked: string[] = []
  const kept = cachedUntilAnnounced<Buffer>({
    realtime: {
      subscribe: (_, listener) => {
        announce = listener
        return () => undefined
      },
      isLive: () => line.live,
    },
    topics: ['coaches:'],
    isAbout: (announced, key) => announced === 'coaches:changed' || announced === `coaches:${key}`,
    weigh: (bytes) => (String(bytes) === 'not to be kept' ? null : bytes.length),
    maxBytes,
    keepMs: 60_000,
    now: () => clock.ms,
  })
  const ask = (key: string, answer: string | Promise<string> = key) =>
    kept
      .find(key, async () => {
        asked.push(key)
        return Buffer.from(await answer)
      })
      .then(String)
  return { ask, asked, announce: (what = 'coaches:changed') => announce(what), line, clock, size: kept.size }
}

describe('a cached value', () => {
  test('is reloaded after a change was announced; others stay cached', async () => {
    const { ask, asked, announce } = memory()
    expect([await ask('28202', 'one coach'), await ask('28202', 'never asked')]).toEqual([
      'one coach',
      'one coach',
    ])
    announce()
    expect(await ask('28202', 'two coaches')).toBe('two coaches')
    expect(asked).toHaveLength(2)
  })

  test('is not stored when a change is announced during the load', async () => {
    const { ask, announce } = memory()
    const slow = Promise.withResolvers<string>()
    const first = ask('28202', slow.promise)
    announce()
    const second = ask('28202', 'after the change')
    slow.resolve('before the change')
    expect([await first, await second]).toEqual(['before the change', 'after the change'])
    expect(await ask('28202', 'never asked')).toBe('after the change')
  })

  test('is dropped by announcements about it, and all are dropped when announcements may have been missed', async () => {
    const { ask, asked, announce } = memory()
    const slow = Promise.withResolvers<string>()
    for (const key of ['28202', '10001']) await ask(key)
    const pending = ask('90210', slow.promise)
    announce('coaches:28202')
    slow.resolve('found')
    await pending
    for (const key of ['28202', '10001', '90210']) await ask(key)
    expect(asked).toEqual(['28202', '10001', '90210', '28202'])
    announce('')
    for (const key of ['28202', '10001', '90210']) await ask(key)
    expect(asked).toHaveLength(7)
  })

  test('is not used while announcements do not arrive', async () => {
    const { ask, line } = memory()
    await ask('28202', 'known')
    line.live = false
    expect(await ask('28202', 'read')).toBe('read')
    line.live = true
    expect(await ask('28202', 'never asked')).toBe('known')
  })
})

test('is loaded once for simultaneous requests; a failure is not shared with later ones', async () => {
  const { ask, asked } = memory()
  expect(await Promise.all([ask('a', 'x'), ask('a', 'y')])).toEqual(['x', 'x'])
  await expect(ask('b', Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await ask('b', 'back')).toBe('back')
  expect(asked).toEqual(['a', 'b', 'b'])
})

test('is not used for longer than a minute', async () => {
  const { ask, clock } = memory()
  await ask('a', 'old')
  clock.ms = 60_000
  expect(await ask('a', 'new')).toBe('new')
})

test('is evicted when the cache is full, least recently used first', async () => {
  const { ask, asked, size } = memory({ maxBytes: 2_000 })
  const bytes = 'x'.repeat(500)
  for (const key of ['a', 'b', 'a', 'c']) await ask(key, bytes)
  expect(size()).toBeLessThanOrEqual(2_000)
  await ask('a', bytes)
  await ask('b', bytes)
  expect(asked).toEqual(['a', 'b', 'c', 'b'])
  await ask('all', 'x'.repeat(3_000))
  expect(size()).toBeLessThanOrEqual(2_000)
})

test('is not stored when it is not cacheable', async () => {
  const { ask, asked, size } = memory()
  await ask('a', 'not to be kept')
  await ask('a', 'not to be kept')
  expect([asked.length, size()]).toEqual([2, 0])
})

test('is always loaded when the cache has no room', async () => {
  const { ask, asked } = memory({ maxBytes: 0 })
  await ask('a')
  await ask('a')
  expect(asked).toHaveLength(2)
})
