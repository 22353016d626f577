import { afterEach, expect, test } from 'vitest'
import { sampleLesson } from '#features/bookings/sample-lesson.ts'
import { DAY, HOUR } from '#platform/duration.ts'
import { mount } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { CheckoutResult } from '../schema.ts'
import { IfPlansChange } from './if-plans-change.tsx'

let close = async () => {}
afterEach(() => close())

/** What the receipt of a lesson says, which begins in some milliseconds. */
async function textOf(
  startsIn: number,
  change: object = {},
  { seats = null, series = null }: Partial<Pick<CheckoutResult, 'seats' | 'series'>> = {},
) {
  const lesson = { ...sampleLesson(Date.now() + startsIn), ...change }
  const result = { lesson, seats, series, packageTitle: null }
  const { page, unmount } = await mount(<IfPlansChange result={result} />)
  close = unmount
  await eventually(() => expect(page.textContent).toContain('(now)'))
  return page.textContent ?? ''
}

test('the receipt of a lesson says until when it can be moved', async () => {
  expect(await textOf(3 * DAY)).toMatch(/You can move the lesson until .*, or cancel it; refunds go to/)
})

test('a lesson that begins within a day can only be canceled, unless the weather lets it move', async () => {
  const text = await textOf(3 * HOUR)
  expect(text).toContain('You can cancel the lesson; refunds go to')
  expect(text).not.toContain('move')
  await close()
  const weather = { since: new Date().toISOString(), calledOffAt: null }
  expect(await textOf(3 * HOUR, { weather })).toContain('You can move the lesson until')
})

test('a lesson that has begun offers no cancellation, unless it was called off', async () => {
  const weather = { since: new Date().toISOString(), calledOffAt: new Date().toISOString() }
  expect(await textOf(-HOUR, { weather })).toContain('You can cancel the lesson; refunds go to')
  await close()
  const lesson = sampleLesson(Date.now() - HOUR)
  const nextWeek = {
    bookingId: lesson.id,
    start: new Date(Date.now() + 7 * DAY).toISOString(),
    status: 'confirmed' as const,
  }
  const { page, render, unmount } = await mount(null)
  close = unmount
  const show = (series: CheckoutResult['series']) =>
    render(<IfPlansChange result={{ lesson, seats: null, packageTitle: null, series }} />)
  show([nextWeek])
  await eventually(() =>
    expect(page.textContent).toMatch(
      /change\s*Each lesson is moved or cancelled on its own, under My Lessons\.$/,
    ),
  )
  show([{ ...nextWeek, status: 'cancelled' }])
  await eventually(() => expect(page.textContent).toBe(''))
  show([nextWeek])
  await eventually(() => expect(page.textContent).toContain('My Lessons'))
  show(null)
  await eventually(() => expect(page.textContent).toBe(''))
})

test('seats in a clinic can only be canceled, one by one', async () => {
  const seat = { clinicId: '0199bbbb-0000-7000-8000-000000000001', dates: [] }
  expect(await textOf(3 * DAY, { seat }, { seats: ['Leo Rivera'] })).toContain(
    'You can cancel the seat; refunds go to',
  )
  await close()
  const text = await textOf(3 * DAY, { seat }, { seats: ['Leo Rivera', 'Sam Rivera'] })
  expect(text).toContain('Each seat is cancelled on its own. The first: you can cancel the seat;')
  expect(text).not.toContain('move')
})
