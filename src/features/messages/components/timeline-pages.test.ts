import { beforeEach, describe, expect, test } from 'vitest'
import type { Message } from '../schema.ts'
import type { Stretch } from '../timeline.ts'
import { type PageRequest, type Reading, timelinePages } from './timeline-pages.ts'

const NEWEST = 320
const message = (position: number) => ({ id: String(position), position }) as Message
const between = (first: number, last: number): Stretch<Message> => ({
  messages: Array.from({ length: last - first + 1 }, (_, nth) => message(first + nth)),
  hasOlder: first > 1,
  hasNewer: last < newest,
})

let newest = NEWEST
let here: Stretch<Message>
let said: { busy: Reading | null; failed: Reading | null }
/** Requests without a response yet. */
let open: { asked: PageRequest; answer(): Promise<void>; fail(): Promise<void> }[]

/** The server's response: fifty messages per page. */
function page({ before, after, around }: PageRequest): Stretch<Message> {
  if (around !== undefined) return between(Math.max(1, around - 25), Math.min(newest, around + 24))
  if (before !== undefined) return between(Math.max(1, before - 50), before - 1)
  if (after !== undefined) return between(after + 1, Math.min(newest, after + 50))
  return between(newest - 49, newest)
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

const start = () =>
  timelinePages({
    read: () => here,
    write: (next) => {
      here = next
    },
    tell: (state) => {
      said = state
    },
    ask: (asked) =>
      new Promise((resolve, reject) => {
        const gone = () => {
          open = open.filter((one) => one !== waiting)
          return settled()
        }
        const waiting = {
          asked,
          answer: () => {
            resolve(page(asked))
            return gone()
          },
          fail: () => {
            reject(new Error('no line'))
            return gone()
          },
        }
        open.push(waiting)
      }),
  })

const waitsFor = (key: keyof PageRequest | 'newest') => {
  const found = open.find(({ asked }) => (key === 'newest' ? Object.keys(asked).length === 0 : key in asked))
  if (!found) throw new Error(`nobody asked for ${key}, but for ${JSON.stringify(open.map((o) => o.asked))}`)
  return found
}
const ends = () => [here.messages[0]?.position, here.messages.at(-1)?.position]
const isWhole = () => here.messages.every(({ position }, nth) => position === (ends()[0] ?? 0) + nth)

beforeEach(() => {
  newest = NEWEST
  here = between(NEWEST - 49, NEWEST)
  open = []
})

describe('a person searching for a message far back', () => {
  test('stays there when a response with newer messages arrives later', async () => {
    const timeline = start()
    void timeline.jumpTo(16)
    const since = timeline.catchUp()
    await settled()
    await waitsFor('around').answer()
    await waitsFor('after').answer()
    await since
    expect(ends()).toEqual([1, 40])
    expect(here.hasNewer).toBe(true)
    // After a reconnect, newer messages are not requested, because the reader is not at the end.
    await timeline.catchUp()
    expect(open).toEqual([])
    expect(ends()).toEqual([1, 40])
  })

  test('gets there although an older page was loading, which is inserted in place', async () => {
    const timeline = start()
    void timeline.loadOlder()
    void timeline.jumpTo(16)
    await settled()
    await waitsFor('before').answer()
    await waitsFor('around').answer()
    expect(ends()).toEqual([1, 40])
    expect(isWhole()).toBe(true)
  })

  test('is not taken to the end while many missed messages load', async () => {
    newest = 900
    const timeline = start()
    const since = timeline.catchUp()
    for (let pages = 0; pages < 4; pages += 1) {
      await settled()
      await waitsFor('after').answer()
    }
    void timeline.jumpTo(16)
    await settled()
    await waitsFor('around').answer()
    await waitsFor('newest').answer()
    await since
    expect(ends()).toEqual([1, 40])
  })

  test('is told when it failed to load, and can try again', async () => {
    const timeline = start()
    void timeline.jumpTo(16)
    await settled()
    await waitsFor('around').fail()
    expect(said).toEqual({ busy: null, failed: 'jump' })
    expect(ends()).toEqual([NEWEST - 49, NEWEST])
    void timeline.jumpTo(16)
    await settled()
    expect(said).toEqual({ busy: 'jump', failed: null })
    await waitsFor('around').answer()
    expect(ends()).toEqual([1, 40])
  })
})

test('an older page is dropped when the end was reloaded meanwhile', async () => {
  newest = 900
  const timeline = start()
  void timeline.loadOlder()
  const since = timeline.catchUp()
  await settled()
  for (let pages = 0; pages < 4; pages += 1) {
    await waitsFor('after').answer()
    await settled()
  }
  await waitsFor('newest').answer()
  await since
  await waitsFor('before').answer()
  expect(ends()).toEqual([851, 900])
  expect(isWhole()).toBe(true)
})

test('a new message is shown at the end at once, and the gap before it is loaded', async () => {
  const timeline = start()
  timeline.append(message(NEWEST + 1))
  expect(ends()[1]).toBe(NEWEST + 1)
  newest = NEWEST + 3
  timeline.append(message(NEWEST + 3))
  await settled()
  await waitsFor('after').answer()
  expect(ends()[1]).toBe(NEWEST + 3)
  expect(isWhole()).toBe(true)
})
