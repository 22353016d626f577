import { expect, test } from 'vitest'
import { viewTimer } from './view-timer.ts'

test('only visible time counts, in whole seconds', () => {
  let now = 50_000
  const timer = viewTimer(() => now, true)
  now += 10_900
  expect(timer.seconds()).toBe(10)
  timer.hide()
  timer.hide()
  now += 3_600_000
  expect(timer.seconds()).toBe(10)
  timer.show()
  timer.show()
  now += 200
  expect(timer.seconds()).toBe(11)
})

test('a page opened in the background starts when it becomes visible', () => {
  let now = 0
  const timer = viewTimer(() => now, false)
  now = 60_000
  expect(timer.seconds()).toBe(0)
  timer.show()
  now = 65_000
  expect(timer.seconds()).toBe(5)
})
