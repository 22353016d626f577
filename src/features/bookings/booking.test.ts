import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bookingLifecycle, bookingStatuses, nextSteps, priceLesson } from './booking.ts'

describe('the booking lifecycle', () => {
  test('every status is reachable, and only cancelled and completed are final', () => {
    const reached = new Set<string>(bookingLifecycle.map((step) => step.to))
    expect([...reached].sort()).toEqual([...bookingStatuses].sort())
    const ends = bookingStatuses.filter(
      (status) => nextSteps(status, 'student').length + nextSteps(status, 'coach').length === 0,
    )
    expect(ends.sort()).toEqual(['cancelled', 'completed'])
  })

  test('the database trigger allows exactly these transitions', () => {
    const folder = new URL('../../../db/migrations/', import.meta.url)
    const rules = readdirSync(folder)
      .sort()
      .map((file) => readFileSync(new URL(file, folder), 'utf8'))
      .flatMap((sql) => sql.split(/^create (?:or replace )?function /m).slice(1))
      .filter((text) => text.startsWith('refuse_impossible_booking_steps'))
    // The last definition of the function is the current one.
    const rule = rules.at(-1)?.split('raise exception')[0] ?? ''
    const allowed = [
      ...rule.matchAll(/old\.status = '(\w+)' and new\.status (?:in \(([^)]*)\)|= '(\w+)')/g),
    ].flatMap((match) =>
      (match[2] ?? `'${match[3]}'`).split(',').map((to) => `${match[1]} → ${to.trim().replaceAll("'", '')}`),
    )
    const ours = bookingLifecycle.flatMap((step) => (step.from ? [`${step.from} → ${step.to}`] : []))
    expect(new Set(allowed)).toEqual(new Set(ours))
  })

  test('a student can release a hold and cancel a lesson, but never confirm it', () => {
    expect(nextSteps('pending', 'student')).toEqual(['abandon'])
    expect(nextSteps('confirmed', 'student')).toEqual(['cancel'])
    expect(
      bookingLifecycle
        .filter((step) => step.to === 'confirmed')
        .every((step) => step.by.join() === 'processor'),
    ).toBe(true)
  })

  test('only the coach can record a no-show', () => {
    expect(nextSteps('confirmed', 'coach')).toEqual(['cancel', 'complete', 'mark_no_show'])
    expect(nextSteps('confirmed', 'system')).toEqual(['complete'])
  })
})

test.each([
  [8500, 60, 8500],
  [8500, 90, 12750],
  [8500, 120, 17000],
  [8333, 90, 12500],
])('at %i cents an hour %i minutes cost %i', (rate, minutes, price) => {
  expect(priceLesson(rate, minutes)).toBe(price)
})
