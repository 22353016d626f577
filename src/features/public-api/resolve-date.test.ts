import { describe, expect, test } from 'vitest'
import { resolveDate } from './resolve-date.ts'

/** Wednesday, May 5, 2027, 11 PM in Charlotte; Thursday in UTC. */
const now = Date.parse('2027-05-06T03:00:00Z')
const at = (words: string, timeZone = 'America/New_York') => resolveDate(words, { timeZone, now })
const daysOf = (words: string) => at(words).days.map(({ date }) => date)

describe('words about a day', () => {
  test.each([
    ['today', ['2027-05-05']],
    ['tomorrow', ['2027-05-06']],
    ['the day after tomorrow', ['2027-05-07']],
    ['Saturday morning', ['2027-05-08']],
    ['on Sunday', ['2027-05-09']],
    ['next Friday at 3 pm', ['2027-05-14']],
    ['this weekend', ['2027-05-08', '2027-05-09']],
    ['May 20', ['2027-05-20']],
    ['5/20', ['2027-05-20']],
    ['2027-06-01', ['2027-06-01']],
    ['in two weeks', ['2027-05-19']],
    ['January 3', ['2028-01-03']],
    ['from May 10 to May 12', ['2027-05-10', '2027-05-11', '2027-05-12']],
    ['whenever you like', []],
  ])('%s', (words, days) => {
    expect(daysOf(words)).toEqual(days)
  })

  test('are counted from today where the lesson takes place', () => {
    expect(at('tomorrow', 'Pacific/Honolulu').days).toEqual([{ date: '2027-05-06', weekday: 'Thursday' }])
    expect(at('tomorrow', 'Asia/Tokyo')).toMatchObject({
      today: '2027-05-06',
      weekdayToday: 'Thursday',
      days: [{ date: '2027-05-07', weekday: 'Friday' }],
    })
  })
})

test.each([
  ['Saturday morning', '06:00', '12:00'],
  ['Friday afternoon', '12:00', '17:00'],
  ['tomorrow evening', '17:00', '21:00'],
  ['next Friday at 3 pm', '15:00', null],
  ['Saturday between 9 and 11 am', '09:00', '11:00'],
  ['Sunday', null, null],
])('%s is from %s to %s', (words, from, to) => {
  expect(at(words)).toMatchObject({ from, to })
})
