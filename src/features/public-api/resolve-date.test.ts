import { describe, expect, test } from 'vitest'
import { resolveDate } from './resolve-date.ts'

/** Wednesday, May 5, 2027, 11 PM in Charlotte; Thursday in UTC. */
const now = Date.parse('2027-05-06T03:00:00Z')
const at = (words: string, timeZone = 'America/New_York') => resolveDate(words, { timeZone, now })
const dayAfter = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
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
    ['Saturday or Sunday', ['2027-05-08', '2027-05-09']],
    ['Tuesday and Thursday afternoon', ['2027-05-06', '2027-05-11']],
    ['Monday, Wednesday or Monday', ['2027-05-10', '2027-05-12']],
    ['this weekend or Tuesday', ['2027-05-08', '2027-05-09', '2027-05-11']],
    ['Saturday before noon', ['2027-05-08']],
    ['after 5 pm on Monday', ['2027-05-10']],
    ['Saturday until 3pm', ['2027-05-08']],
    ['by May 20', ['2027-05-20']],
    ['from May 1 to June 30', Array.from({ length: 31 }, (_, at) => dayAfter('2028-05-01', at))],
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
  ['Saturday before noon', null, '12:00'],
  ['before 10 am on Saturday', null, '10:00'],
  ['Saturday by 10:30 am', null, '10:30'],
  ['Saturday until 3pm', null, '15:00'],
  ['Saturday morning before 11', '06:00', '11:00'],
  ['after 5 pm on Monday', '17:00', null],
  ['Friday afternoon after 3', '15:00', '17:00'],
  ['tomorrow after 3 pm and before 6 pm', '15:00', '18:00'],
  ['Saturday from 2 pm until 5 pm', '14:00', '17:00'],
  ['from 2 pm on Tuesday', '14:00', null],
  ['Friday evening at 7 pm', '19:00', null],
  ['Friday evening at 7', '19:00', null],
  ['Saturday at 9 in the morning', '09:00', null],
  ['Saturday or Sunday', null, null],
  ['Tuesday and Thursday afternoon', '12:00', '17:00'],
  ['Saturday morning or Sunday afternoon', '06:00', '17:00'],
  ['Monday or Wednesday at 5 pm', '17:00', null],
  ['by May 20', null, null],
  ['after 3 days', null, null],
])('%s is from %s to %s', (words, from, to) => {
  expect(at(words)).toMatchObject({ from, to })
})
