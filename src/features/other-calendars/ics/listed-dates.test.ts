import { describe, expect, test } from 'vitest'
import { toIso } from '#platform/time.ts'
import { readIcs } from './reader.ts'

const file = (...entries: string[][]) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:test\r\n${entries.flat().join('\r\n')}\r\nEND:VCALENDAR\r\n`
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT']
const read = (text: string) =>
  readIcs(text, {
    from: Date.UTC(2026, 9, 1),
    to: Date.UTC(2027, 9, 1),
    zone: 'America/New_York',
    addresses: [],
  })
const times = (text: string) =>
  read(text).busy.map(({ start, end }) => `${toIso(start).slice(0, 16)}/${toIso(end).slice(0, 16)}`)

describe('a series', () => {
  test('keeps its other dates where some are added as periods with their own duration', () => {
    const text = file(
      event(
        'UID:1',
        'DTSTART:20261005T150000Z',
        'DTEND:20261005T160000Z',
        'RRULE:FREQ=WEEKLY;COUNT=2',
        'RDATE;VALUE=PERIOD:20261007T150000Z/PT2H,20261008T150000Z/20261008T153000Z',
      ),
    )
    expect(times(text).sort()).toEqual([
      '2026-10-05T15:00/2026-10-05T16:00',
      '2026-10-07T15:00/2026-10-07T17:00',
      '2026-10-08T15:00/2026-10-08T15:30',
      '2026-10-12T15:00/2026-10-12T16:00',
    ])
  })

  test('that recurs on listed dates only includes its first date', () => {
    const series = (start: string, ...lines: string[]) => times(file(event('UID:1', start, ...lines))).sort()
    const [utc, hour] = ['DTSTART:20261005T150000Z', 'DURATION:PT1H']
    const [first, second] = ['2026-10-05T15:00/2026-10-05T16:00', '2026-10-19T15:00/2026-10-19T16:00']
    expect(series(utc, hour, 'RDATE:20261019T150000Z')).toEqual([first, second])
    const zone = 'TZID=America/New_York'
    expect(series(`DTSTART;${zone}:20261005T110000`, hour, `RDATE;${zone}:20261019T110000`)).toEqual([
      first,
      second,
    ])
    expect(series('DTSTART;VALUE=DATE:20261005', 'RDATE;VALUE=DATE:20261019')).toEqual([
      '2026-10-05T04:00/2026-10-06T04:00',
      '2026-10-19T04:00/2026-10-20T04:00',
    ])
    expect(series(utc, hour, 'RDATE:20261005T150000Z,20261019T150000Z'), 'listed as well').toEqual([
      first,
      second,
    ])
    expect(series(utc, hour, 'RDATE:20261019T150000Z', 'EXDATE:20261005T150000Z'), 'excluded').toEqual([
      second,
    ])
  })

  test('loses the day that one entry replaces', () => {
    const text = file(
      event('UID:1', 'DTSTART:20261005T150000Z', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=2'),
      event('UID:1', 'RECURRENCE-ID;VALUE=DATE:20261012', 'DTSTART:20261013T180000Z', 'DURATION:PT1H'),
    )
    expect(times(text).sort()).toEqual([
      '2026-10-05T15:00/2026-10-05T16:00',
      '2026-10-13T18:00/2026-10-13T19:00',
    ])
  })

  test('with two hundred thousand added dates is refused without using much time', () => {
    const dates = Array.from({ length: 200_000 }, (_, at) =>
      toIso(Date.UTC(2026, 9, 1) + at * 60_000).replaceAll(/[-:]|\.000/g, ''),
    )
    const text = file(event('UID:1', 'DTSTART:20261001T000000Z', 'DURATION:PT1M', `RDATE:${dates.join(',')}`))
    const began = performance.now()
    expect(() => read(text)).toThrow('too_many_entries')
    expect(performance.now() - began).toBeLessThan(2_000)
  })
})
