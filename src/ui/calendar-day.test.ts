import { DateLib } from 'react-day-picker'
import { expect, test } from 'vitest'
import { dateLabel, dateToDay, dayToDate } from './calendar-day.ts'

const library = new DateLib()

test('days are formatted and read aloud as the library does, for a whole leap year', () => {
  for (let n = 1; n <= 366; n++) {
    const date = library.newDate(2028, 0, n)
    expect(dateToDay(date)).toBe(library.format(date, 'yyyy-MM-dd'))
    expect(dateLabel(date)).toBe(library.format(date, 'EEEE, MMMM do, yyyy'))
    expect(dayToDate(dateToDay(date)).getTime()).toBe(date.getTime())
  }
})
