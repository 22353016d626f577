import { afterEach, expect, test } from 'vitest'
import { sampleLesson } from '#features/bookings/sample-lesson.ts'
import { DAY, HOUR } from '#platform/duration.ts'
import { mount } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import { IfPlansChange } from './if-plans-change.tsx'

let close = async () => {}
afterEach(() => close())

/** What the receipt of a lesson says, which begins in some milliseconds. */
async function textOf(startsIn: number, change: object = {}, seats: string[] | null = null) {
  const lesson = { ...sampleLesson(Date.now() + startsIn), ...change }
  const { page, unmount } = await mount(<IfPlansChange result={{ lesson, seats, packageTitle: null }} />)
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

test('seats in a clinic can only be canceled, one by one', async () => {
  const seat = { clinicId: '0199bbbb-0000-7000-8000-000000000001', dates: [] }
  expect(await textOf(3 * DAY, { seat }, ['Leo Rivera'])).toContain('You can cancel the seat; refunds go to')
  await close()
  const text = await textOf(3 * DAY, { seat }, ['Leo Rivera', 'Sam Rivera'])
  expect(text).toContain('Each seat is cancelled on its own. The first: you can cancel the seat;')
  expect(text).not.toContain('move')
})
