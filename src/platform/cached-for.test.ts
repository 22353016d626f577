import { expect, test } from 'vitest'
import { cachedFor } from './cached-for.ts'
import { movableClock } from './clock.ts'

const source = {}

test('an answer is loaded once and is valid until it expires', async () => {
  const clock = movableClock(0)
  let found = 0
  const read = cachedFor({ forMs: 1_000, atMost: 10 }, async (_: object, key: string) => `${key} ${++found}`)
  expect(await Promise.all([read(source, clock, 'a'), read(source, clock, 'a')])).toEqual(['a 1', 'a 1'])
  clock.advance(999)
  expect(await read(source, clock, 'a')).toBe('a 1')
  clock.advance(1)
  expect(await read(source, clock, 'a')).toBe('a 2')
})

test('each source has its own cache', async () => {
  const clock = movableClock(0)
  const read = cachedFor({ forMs: 1_000, atMost: 10 }, async (from: { name: string }) => from.name)
  expect(await read({ name: 'one' }, clock, 'a')).toBe('one')
  expect(await read({ name: 'two' }, clock, 'a')).toBe('two')
})

test('a failure is not cached', async () => {
  const clock = movableClock(0)
  let fails = true
  const read = cachedFor({ forMs: 1_000, atMost: 10 }, async (_: object, key: string) => {
    if (fails) throw new Error('no')
    return key
  })
  await expect(read(source, clock, 'a')).rejects.toThrow('no')
  fails = false
  expect(await read(source, clock, 'a')).toBe('a')
})

test('the cache does not exceed its limit', async () => {
  const clock = movableClock(0)
  let found = 0
  const read = cachedFor({ forMs: 1_000, atMost: 2 }, async (_: object, key: string) => `${key} ${++found}`)
  for (const key of ['a', 'b', 'c']) await read(source, clock, key)
  expect(await read(source, clock, 'c')).toBe('c 3')
  expect(await read(source, clock, 'a')).toBe('a 4')
})

test('an expensive answer is served slightly stale while it is refreshed, and awaited when it is older', async () => {
  const clock = movableClock(0)
  let found = 0
  let fails = false
  const read = cachedFor({ forMs: 1_000, atMost: 10, renew: true }, async (_: object, key: string) => {
    if (fails) throw new Error('away')
    return `${key} ${++found}`
  })
  expect(await read(source, clock, 'a')).toBe('a 1')
  clock.advance(1_500)
  fails = true
  expect(await read(source, clock, 'a')).toBe('a 1')
  fails = false
  await expect.poll(() => read(source, clock, 'a')).toBe('a 2')
  expect(found).toBe(2)
  clock.advance(2_000)
  expect(await read(source, clock, 'a')).toBe('a 3')
})
