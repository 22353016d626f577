import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type BookingStep, bookingLifecycle } from '#features/bookings/booking.ts'
import { publish } from '#platform/reactions.ts'
import { reactions } from './reactions.ts'

const listed = Object.keys(reactions)

/** The names of all events that a file of the product publishes. */
function published(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.ts$/.test(entry.name) && !/\.test\.ts$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .flatMap((text) => [...text.matchAll(/\bpublish\(\s*\w+,\s*\w+,\s*'(\w+)'/g)])
    .map((match) => String(match[1]))
}

test('every published event is in the table, and every table entry is published and handled', () => {
  expect([...new Set(published(join(import.meta.dirname, '../features')))].sort()).toEqual([...listed].sort())
  for (const [event, handlers] of Object.entries(reactions)) {
    expect(handlers.length, event).toBeGreaterThan(0)
    expect(new Set<unknown>(handlers).size, `${event}: each handler once`).toBe(handlers.length)
  }
})

test('every booking step with a handler has an event in the table', () => {
  const steps: readonly BookingStep[] = bookingLifecycle
  const named = steps.flatMap(({ event }) => event ?? [])
  expect(new Set(named)).toEqual(
    new Set(['time_held', 'hold_expired', 'lesson_confirmed', 'lesson_cancelled', 'lesson_completed']),
  )
  for (const event of named) expect(listed).toContain(event)
})

test('handlers run one after the other in order; one that fails stops the rest', async () => {
  const ran: string[] = []
  const handler = (name: string, answer?: boolean) => async () => {
    await Promise.resolve()
    ran.push(name)
    return answer
  }
  const fails = async () => {
    throw new Error('no')
  }
  const services = (lesson_moved: readonly (() => Promise<unknown>)[]) => ({
    reactions: { ...reactions, lesson_moved },
  })
  const say = (handlers: readonly (() => Promise<unknown>)[]) =>
    publish(services(handlers) as never, {} as never, 'lesson_moved', {
      bookingId: 'b',
      by: 'coach',
      from: 0,
      fromPlace: {
        teachingLocationId: null,
        locationName: 'Longleaf Hollow',
        locationAddress: null,
        timeZone: 'America/New_York',
      },
    })
  expect(await say([handler('first'), handler('second')])).toBe(false)
  expect(await say([handler('third', true), handler('fourth', false)])).toBe(true)
  await expect(say([handler('fifth'), fails, handler('never')])).rejects.toThrow('no')
  expect(ran).toEqual(['first', 'second', 'third', 'fourth', 'fifth'])
})
