import { Script } from 'node:vm'
import { expect, test } from 'vitest'
import { fetchLater } from './late-scripts.ts'

/** A page that has loaded, as far as the script asks; what it adds to the head is written down. */
function page(readyState: 'loading' | 'complete', pieces = ['/assets/index.js', '/assets/home.js']) {
  const added: Record<string, unknown>[] = []
  const waiting = new Map<string, (event: object) => void>()
  const later: (() => void)[] = []
  /** How much had been added whenever the page could do something else. */
  const breaths: number[] = []
  let isThere = true
  new Script(fetchLater('/assets/index.js', pieces)).runInNewContext({
    document: {
      readyState,
      currentScript: { remove: () => (isThere = false) },
      createElement: (tag: string) => ({ tag }),
      head: { append: (element: Record<string, unknown>) => added.push(element) },
    },
    addEventListener: (name: string, then: (event: object) => void) => waiting.set(name, then),
    requestAnimationFrame: (then: () => void) => then(),
    setTimeout: (then: () => void, ms = 0) => {
      if (ms > 0) return later.push(then)
      breaths.push(added.length)
      then()
    },
  })
  return {
    added,
    breaths,
    happen: (name: string, event: object = {}) => waiting.get(name)?.(event),
    runLate: () => later.forEach((then) => void then()),
    isGone: () => !isThere,
  }
}

const scripts = [
  { tag: 'link', rel: 'modulepreload', href: '/assets/index.js' },
  { tag: 'link', rel: 'modulepreload', href: '/assets/home.js' },
  { tag: 'script', type: 'module', async: true, src: '/assets/index.js' },
]

test('scripts load once, when the page and its pictures are ready', () => {
  const { added, happen, runLate, isGone } = page('loading')
  expect(added).toEqual([])
  happen('load')
  expect(added).toEqual(scripts)
  happen('pointerdown')
  runLate()
  expect(added).toHaveLength(3)
  expect(isGone()).toBe(true)
})

test.each(['pointerdown', 'keydown', 'focusin'])(
  'scripts load at once when a person interacts: %s',
  (sign) => {
    const { added, happen } = page('loading')
    happen(sign)
    expect(added).toEqual(scripts)
  },
)

test('a pointer event without movement does not count as interaction; a moving pointer does', () => {
  const { added, happen } = page('loading')
  happen('pointermove', { movementX: 0, movementY: 0 })
  expect(added).toEqual([])
  happen('pointermove', { movementX: 0, movementY: -3 })
  expect(added).toEqual(scripts)
})

test('many scripts start a few at a time, so that an interaction in between is handled', () => {
  const { added, breaths } = page(
    'complete',
    Array.from({ length: 20 }, (_, n) => `/assets/${n}.js`),
  )
  expect(breaths).toEqual([0, 8, 16])
  expect(added).toHaveLength(21)
})

test('a picture that never loads does not block the scripts', () => {
  const { added, runLate } = page('loading')
  runLate()
  expect(added).toEqual(scripts)
})

test('a page that was already loaded gets its scripts at once', () => {
  expect(page('complete').added).toEqual(scripts)
})
