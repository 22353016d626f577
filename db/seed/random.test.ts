import { expect, test } from 'vitest'
import { createRandom } from './random.ts'

const ten = (random: ReturnType<typeof createRandom>) => Array.from({ length: 10 }, () => random.int(0, 1000))

test('the same seed gives the same numbers, another seed others', () => {
  expect(ten(createRandom('a'))).toEqual(ten(createRandom('a')))
  expect(ten(createRandom('a'))).not.toEqual(ten(createRandom('b')))
})

test('a fork depends on its name and not on what was drawn before it', () => {
  const used = createRandom('a')
  ten(used)
  expect(ten(used.fork('coach 1'))).toEqual(ten(createRandom('a').fork('coach 1')))
  expect(ten(used.fork('coach 1'))).not.toEqual(ten(used.fork('coach 2')))
})

test('weights decide how often something is picked', () => {
  const random = createRandom('weights')
  const picked = Array.from({ length: 4000 }, () =>
    random.weighted([
      ['often', 3],
      ['never', 0],
      ['seldom', 1],
    ]),
  )
  expect(picked).not.toContain('never')
  expect(picked.filter((name) => name === 'often').length / 4000).toBeCloseTo(0.75, 1)
})

test('a sample holds each item once, and all of them when more are asked for', () => {
  const random = createRandom('sample')
  expect(random.sample([1, 2, 3, 4], 9).sort()).toEqual([1, 2, 3, 4])
})

test('ten thousand UUIDs are well formed and different', () => {
  const random = createRandom('uuid')
  const ids = Array.from({ length: 10_000 }, () => random.uuid())
  expect(new Set(ids).size).toBe(10_000)
  for (const id of ids.slice(0, 100))
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})
