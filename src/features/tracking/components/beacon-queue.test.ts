import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { uuidV7 } from '#platform/uuid.ts'
import { beaconSchema } from '../schema.ts'
import { beaconQueue } from './beacon-queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const view = (path = '/') => ({ kind: 'view' as const, id: uuidV7(), path, referrer: null })

/** A browser whose first beacon is answered when the test says so. */
function sending() {
  const sent: { how: 'first' | 'later'; paths: string[] }[] = []
  let answer: (isThere: boolean) => void = () => undefined
  const note = (how: 'first' | 'later', body: string) => {
    const { events } = beaconSchema.parse(JSON.parse(body))
    sent.push({ how, paths: events.map((event) => (event.kind === 'view' ? event.path : event.kind)) })
  }
  const queue = beaconQueue({
    first: (body) => {
      note('first', body)
      return new Promise((done) => {
        answer = done
      })
    },
    later: (body) => note('later', body),
  })
  return { sent, queue, answer: async (isThere: boolean) => answer(isThere) }
}

test('events within a second are sent together', () => {
  const { sent, queue } = sending()
  queue.add(view('/'))
  vi.advanceTimersByTime(999)
  queue.add(view('/b'))
  expect(sent).toEqual([])
  vi.advanceTimersByTime(1)
  expect(sent).toEqual([{ how: 'first', paths: ['/', '/b'] }])
})

test('until the session exists, everything else waits, so that one visit is one session', async () => {
  const { sent, queue, answer } = sending()
  queue.add(view('/'))
  queue.flush()
  queue.add(view('/b'))
  vi.advanceTimersByTime(60_000)
  expect(sent).toHaveLength(1)
  await answer(true)
  expect(sent[1]).toEqual({ how: 'later', paths: ['/b'] })
})

test('a visitor who leaves at once still sends the events', () => {
  const { sent, queue } = sending()
  queue.add(view('/'))
  queue.flush()
  queue.add(view('/b'))
  queue.flush({ isLeaving: true })
  expect(sent.map(({ how }) => how)).toEqual(['first', 'later'])
})

test('a failed first beacon is retried with the next', async () => {
  const { sent, queue, answer } = sending()
  queue.add(view('/'))
  queue.flush()
  await answer(false)
  queue.add(view('/b'))
  queue.flush()
  expect(sent.map(({ how }) => how)).toEqual(['first', 'first'])
})

test('many events become several beacons within the server’s size limit', async () => {
  const { sent, queue, answer } = sending()
  for (let i = 0; i < 100; i++) queue.add(view(`/${i}`))
  await answer(true)
  queue.flush()
  expect(sent.map(({ paths }) => paths.length)).toEqual([40, 40, 20])
})
