import { afterEach, expect, test } from 'vitest'
import { mount } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { ScheduleEntry } from '../schema.ts'
import { useMovedFocus } from './use-moved-focus.ts'

let close = async () => {}
afterEach(() => close())

const bookingId = '0199aaaa-0000-7000-8000-000000000001'
const [monday, tuesday] = ['2030-05-06', '2030-05-07']
const lessonOn = (date: string) =>
  ({ kind: 'lesson', bookingId, start: `${date}T14:00:00.000Z` }) as unknown as ScheduleEntry

let moved: ReturnType<typeof useMovedFocus>
/** Each day has its own column. */
function Week({ entry }: { entry: ScheduleEntry }) {
  moved = useMovedFocus([entry])
  return [monday, tuesday].map((date) => (
    <section key={date}>
      {entry.start.startsWith(date) ? (
        <a href="/schedule" data-entry={bookingId}>
          A lesson
        </a>
      ) : null}
    </section>
  ))
}

async function week() {
  const { page, render, unmount } = await mount(<Week entry={lessonOn(monday)} />)
  close = unmount
  const columns = () => [...page.querySelectorAll('section')].map(({ textContent }) => textContent)
  const lesson = () => page.querySelector('a')
  await eventually(() => expect(columns()).toEqual(['A lesson', '']))
  return { render, columns, lesson }
}
const move = () => moved({ bookingId, start: `${tuesday}T14:00:00.000Z` })

test('a lesson that moves to another day keeps the focus', async () => {
  const { render, columns, lesson } = await week()
  lesson()?.focus()
  move()
  render(<Week entry={lessonOn(tuesday)} />)
  await eventually(() => expect(columns()).toEqual(['', 'A lesson']))
  await eventually(() => expect(document.activeElement).toBe(lesson()))
})

test('a lesson that was shown on its new day before the answer arrived gets the focus', async () => {
  const { render, columns, lesson } = await week()
  render(<Week entry={lessonOn(tuesday)} />)
  await eventually(() => expect(columns()).toEqual(['', 'A lesson']))
  move()
  await eventually(() => expect(document.activeElement).toBe(lesson()))
})
