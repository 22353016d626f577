import { describe, expect, test } from 'vitest'
import { toIso } from '#platform/time.ts'
import { MOST_BUSY_TIMES } from '../busy-time.ts'
import { readIcsApart } from './read-ics.ts'
import { readIcs } from './reader.ts'
import { zoneNamed } from './zones.ts'

const question = {
  from: Date.UTC(2026, 9, 1),
  to: Date.UTC(2027, 9, 1),
  zone: 'America/New_York',
  addresses: ['maya@coaches.test'],
}
const file = (...entries: (string | string[])[]) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:test\r\n${entries.flat().join('\r\n')}\r\nEND:VCALENDAR\r\n`
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT']
const read = (text: string, change: Partial<typeof question> = {}) =>
  readIcs(text, { ...question, ...change })
const times = (text: string, change: Partial<typeof question> = {}) =>
  read(text, change).busy.map(({ start, end }) => `${toIso(start).slice(0, 16)}/${toIso(end).slice(0, 16)}`)

describe('an entry', () => {
  test('is busy in its zone, at a UTC time, or in the coach’s zone without one', () => {
    const text = file(
      event(
        'UID:1',
        'DTSTART;TZID=America/Los_Angeles:20261124T090000',
        'DTEND;TZID=America/Los_Angeles:20261124T100000',
      ),
      event('UID:2', 'DTSTART:20261125T150000Z', 'DURATION:PT45M'),
      event('UID:3', 'DTSTART:20261126T090000', 'DTEND:20261126T100000', 'SUMMARY:Dentist\\, at last'),
    )
    expect(times(text)).toEqual([
      '2026-11-24T17:00/2026-11-24T18:00',
      '2026-11-25T15:00/2026-11-25T15:45',
      '2026-11-26T14:00/2026-11-26T15:00',
    ])
    expect(read(text).busy[2]?.title).toBe('Dentist, at last')
    expect(times(text, { zone: 'Pacific/Honolulu' })[2]).toBe('2026-11-26T19:00/2026-11-26T20:00')
  })

  test('for whole days lasts from midnight to midnight in the coach’s zone', () => {
    const text = file(
      event('UID:1', 'DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261227'),
      event('UID:2', 'DTSTART;VALUE=DATE:20270314'),
    )
    // The second one is the day when clocks go forward, which has 23 hours.
    expect(times(text)).toEqual(['2026-12-24T05:00/2026-12-27T05:00', '2027-03-14T05:00/2027-03-15T04:00'])
  })

  test.each([
    ['cancelled', ['STATUS:CANCELLED']],
    ['shown as free', ['TRANSP:TRANSPARENT']],
    ['shown as free by Outlook', ['X-MICROSOFT-CDO-BUSYSTATUS:FREE']],
    ['declined by the coach', ['ATTENDEE;PARTSTAT=DECLINED;CN=Maya:MAILTO:Maya@coaches.test']],
  ])('that is %s is not busy', (_what, lines) => {
    const when = ['UID:1', 'DTSTART:20261125T150000Z', 'DTEND:20261125T160000Z']
    expect(times(file(event(...when, ...lines)))).toEqual([])
    expect(times(file(event(...when)))).toHaveLength(1)
  })

  test('declined by another guest is busy, and one without duration is not', () => {
    const when = ['UID:1', 'DTSTART:20261125T150000Z']
    const declined = 'ATTENDEE;PARTSTAT=DECLINED:mailto:someone@else.test'
    expect(times(file(event(...when, 'DTEND:20261125T160000Z', declined)))).toHaveLength(1)
    expect(times(file(event(...when)))).toEqual([])
    expect(times(file(event(...when, 'DTEND:20261125T140000Z')))).toEqual([])
  })
})

describe('a recurring entry', () => {
  const weekly = [
    'DTSTART;TZID=America/New_York:20261020T090000',
    'DTEND;TZID=America/New_York:20261020T100000',
  ]
  test('keeps its local time across clock changes', () => {
    const text = file(event('UID:1', ...weekly, 'RRULE:FREQ=WEEKLY;COUNT=3'))
    expect(times(text)).toEqual([
      '2026-10-20T13:00/2026-10-20T14:00',
      '2026-10-27T13:00/2026-10-27T14:00',
      '2026-11-03T14:00/2026-11-03T15:00',
    ])
  })

  test('excludes dates by time, date or several in one line', () => {
    const rule = 'RRULE:FREQ=WEEKLY;COUNT=6'
    const taken = [
      'EXDATE;TZID=America/New_York:20261001T090000,20261006T090000,20261027T090000',
      'EXDATE:20261103T140000Z',
      'EXDATE;VALUE=DATE:20261110',
    ]
    expect(times(file(event('UID:1', ...weekly, rule, ...taken)))).toEqual([
      '2026-10-20T13:00/2026-10-20T14:00',
      '2026-11-17T14:00/2026-11-17T15:00',
      '2026-11-24T14:00/2026-11-24T15:00',
    ])
  })

  test('follows moved, canceled and changed occurrences', () => {
    const text = file(
      event('UID:1', ...weekly, 'RRULE:FREQ=WEEKLY;COUNT=5'),
      event(
        'UID:1',
        'RECURRENCE-ID;TZID=America/New_York:20261027T090000',
        'DTSTART:20261028T180000Z',
        'DTEND:20261028T190000Z',
      ),
      event(
        'UID:1',
        'RECURRENCE-ID:20261103T140000Z',
        'DTSTART:20261103T140000Z',
        'DTEND:20261103T150000Z',
        'STATUS:CANCELLED',
      ),
      event(
        'UID:1',
        'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=America/New_York:20261110T090000',
        'DTSTART;TZID=America/New_York:20261110T110000',
        'DTEND;TZID=America/New_York:20261110T113000',
      ),
    )
    expect(times(text).sort()).toEqual([
      '2026-10-20T13:00/2026-10-20T14:00',
      '2026-10-28T18:00/2026-10-28T19:00',
      '2026-11-10T16:00/2026-11-10T16:30',
      '2026-11-17T16:00/2026-11-17T16:30',
    ])
  })

  test.each([
    ['UNTIL=20261103', 3],
    ['UNTIL=20261103T090000', 3],
    ['UNTIL=20261103T140000Z', 3],
    ['UNTIL=20261103T135959Z', 2],
  ])('ends with %s', (until, count) => {
    expect(times(file(event('UID:1', ...weekly, `RRULE:FREQ=WEEKLY;${until}`)))).toHaveLength(count)
  })

  test('without an end stops at the end of the range, and includes an old start', () => {
    const text = file(event('UID:1', 'DTSTART:20040101T120000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY'))
    const found = times(text)
    expect(found).toHaveLength(365)
    expect([found[0], found.at(-1)]).toEqual([
      '2026-10-01T12:00/2026-10-01T13:00',
      '2027-09-30T12:00/2027-09-30T13:00',
    ])
  })

  test('every second, or more often than the yearly limit, is refused', () => {
    const often = (rule: string) => () =>
      times(file(event('UID:1', 'DTSTART:20261101T000000Z', 'DURATION:PT1S', rule)))
    expect(often('RRULE:FREQ=SECONDLY')).toThrow('too_many_entries')
    expect(often('RRULE:FREQ=MINUTELY;INTERVAL=30')).toThrow('too_many_entries')
    expect(often(`RRULE:FREQ=HOURLY;COUNT=${MOST_BUSY_TIMES}`)).not.toThrow()
  })
})

describe('time zones', () => {
  test.each([
    ['America/Chicago', 'America/Chicago'],
    ['/freeassociation.sourceforge.net/Tzfile/Europe/Berlin', 'Europe/Berlin'],
    ['/mozilla.org/20050126_1/America/Indiana/Knox', 'America/Indiana/Knox'],
    ['Eastern Standard Time', 'America/New_York'],
    ['(UTC-06:00) Central Time (US & Canada)', 'America/Chicago'],
    ['W. Europe Standard Time', 'Europe/Berlin'],
    ['"Pacific Standard Time"', 'America/Los_Angeles'],
    ['EST', 'America/New_York'],
    ['UTC', 'UTC'],
    ['Customized Time Zone', null],
    ['Narnia/Cair_Paravel', null],
    ['', null],
  ])('%s is %s', (tzid, zone) => expect(zoneNamed(tzid)).toBe(zone))

  test('defined only in the file use its definition, and unknown ones use the coach’s zone', () => {
    const custom = [
      'BEGIN:VTIMEZONE',
      'TZID:Customized Time Zone',
      'BEGIN:STANDARD',
      'DTSTART:16010101T000000',
      'TZOFFSETFROM:+0300',
      'TZOFFSETTO:+0300',
      'END:STANDARD',
      'END:VTIMEZONE',
    ]
    const when = (tzid: string) => [
      `DTSTART;TZID=${tzid}:20261124T120000`,
      `DTEND;TZID=${tzid}:20261124T130000`,
    ]
    const text = file(
      custom,
      event('UID:1', ...when('Customized Time Zone')),
      event('UID:2', ...when('Narnia')),
    )
    expect(times(text)).toEqual(['2026-11-24T09:00/2026-11-24T10:00', '2026-11-24T17:00/2026-11-24T18:00'])
    expect(read(text).unknownZones).toEqual(['Narnia'])
  })

  test('with a wrong definition in the file use the real one', () => {
    const lie = [
      'BEGIN:VTIMEZONE',
      'TZID:America/New_York',
      'BEGIN:STANDARD',
      'DTSTART:16010101T000000',
      'RRULE:FREQ=SECONDLY',
      'TZOFFSETFROM:+1400',
      'TZOFFSETTO:+1400',
      'END:STANDARD',
      'END:VTIMEZONE',
    ]
    const text = file(lie, event('UID:1', 'DTSTART;TZID=America/New_York:20261124T120000', 'DURATION:PT1H'))
    expect(times(text)).toEqual(['2026-11-24T17:00/2026-11-24T18:00'])
  })
})

describe('unusual files', () => {
  test('with a byte order mark, folded lines, plain line ends and two calendars are read', () => {
    const text = `\uFEFF${file(event('UID:1', 'DTSTART:20261125T150000Z', 'DTEND:20261125T160000Z', 'SUMMARY:A very l', ' ong name'))}${file(event('UID:2', 'DTSTART:20261126T150000Z', 'DTEND:20261126T160000Z'))}`
    expect(read(text).busy.map(({ title }) => title)).toEqual(['A very long name', null])
    expect(times(text.replaceAll('\r\n', '\n'))).toHaveLength(2)
  })

  test('have titles cut to one short line that does not reverse other text', () => {
    const text = file(
      event(
        'UID:1',
        'DTSTART:20261125T150000Z',
        'DTEND:20261125T160000Z',
        `SUMMARY:\u202Eevil\\n<b>${'x'.repeat(5_000)}`,
      ),
    )
    const title = read(text).busy[0]?.title ?? ''
    expect(title).toMatch(/^evil <b>x+…$/)
    expect(title.length).toBe(120)
  })

  test('with an invalid entry lose only that entry', () => {
    const good = event('UID:1', 'DTSTART:20261125T150000Z', 'DTEND:20261125T160000Z')
    const text = file(event('UID:2', 'SUMMARY:No start'), good, event('UID:3', 'DTSTART:tomorrow'))
    expect(times(text)).toHaveLength(1)
    expect(read(text).unreadable).toBeGreaterThan(0)
  })

  test('with free/busy entries are read', () => {
    const text = file([
      'BEGIN:VFREEBUSY',
      'FREEBUSY;FBTYPE=BUSY:20261124T140000Z/20261124T150000Z,20261124T160000Z/PT30M',
      'FREEBUSY;FBTYPE=FREE:20261124T180000Z/PT1H',
      'END:VFREEBUSY',
    ])
    expect(times(text)).toEqual(['2026-11-24T14:00/2026-11-24T15:00', '2026-11-24T16:00/2026-11-24T16:30'])
  })

  test.each([
    '',
    '<!doctype html><title>Sign in</title>',
    'BEGIN:VCALENDAR',
    'BEGIN:VCARD\nEND:VCARD',
    '\u0000'.repeat(99),
  ])('that are not calendars are refused: %j', (text) => expect(() => read(text)).toThrow('not_a_calendar'))

  test('with twenty thousand entries, or as many exceptions, are read in linear time', () => {
    const text = file(
      event('UID:s', 'DTSTART:20200101T120000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY'),
      ...Array.from({ length: 3_000 }, (_, nth) => {
        const day = toIso(Date.UTC(2020, 0, 1 + nth))
          .slice(0, 10)
          .replaceAll('-', '')
        return event('UID:s', `RECURRENCE-ID:${day}T120000Z`, `DTSTART:${day}T130000Z`, 'DURATION:PT1H')
      }),
      ...Array.from({ length: 15_000 }, (_, nth) =>
        event(`UID:${nth}`, 'DTSTART:20200101T120000Z', 'DURATION:PT1H'),
      ),
    )
    expect(times(text).length).toBeGreaterThan(300)
  }, 30_000)
})

describe('a rule that never matches', () => {
  const good = event('UID:good', 'DTSTART:20261124T150000Z', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=3')
  const every = (rule: string) =>
    event(`UID:${rule}`, 'DTSTART:20261101T140000Z', 'DURATION:PT1H', `RRULE:${rule}`)

  test.each([
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=HOURLY;BYMONTH=4;BYMONTHDAY=31',
    'FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=31',
  ])('%s ends, and the other entries are read', (rule) => {
    expect(times(file(every(rule), good))).toHaveLength(3)
  })

  test('is searched a limited number of times per file', () => {
    const never = Array.from({ length: 60 }, (_, nth) =>
      event(
        `UID:${nth}`,
        'DTSTART:20261101T140000Z',
        'DURATION:PT1H',
        'RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30',
      ),
    )
    expect(() => read(file(...never))).toThrow('too_many_entries')
  })

  test('that matches every eight years is found', () => {
    const leap = event(
      'UID:l',
      'DTSTART:18960229T140000Z',
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29',
    )
    const range = { from: Date.UTC(1904, 0, 1), to: Date.UTC(1905, 0, 1) }
    expect(times(file(leap), range)).toEqual(['1904-02-29T14:00/1904-02-29T15:00'])
  })

  test('in a zone that changes every second drops the entry', () => {
    const endless = [
      'BEGIN:VTIMEZONE',
      'TZID:Mine',
      'BEGIN:STANDARD',
      'DTSTART:00010101T000000',
      'RRULE:FREQ=SECONDLY',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0200',
      'END:STANDARD',
      'END:VTIMEZONE',
    ]
    const text = file(endless, event('UID:1', 'DTSTART;TZID=Mine:20261124T120000', 'DURATION:PT1H'), good)
    expect(read(text)).toMatchObject({ unreadable: 1, busy: { length: 3 } })
  })
})

describe('in a separate thread', () => {
  const apart = (text: string | Buffer, longestMs?: number) =>
    readIcsApart(Buffer.from(text as string), question, longestMs ? { longestMs } : {})

  test('a file is read, including UTF-16', async () => {
    const text = file(event('UID:1', 'DTSTART:20261125T150000Z', 'DTEND:20261125T160000Z', 'SUMMARY:Übung'))
    for (const bytes of [Buffer.from(text), Buffer.from(`\uFEFF${text}`, 'utf16le')]) {
      const outcome = await apart(bytes)
      expect(outcome).toMatchObject({ ok: true, reading: { busy: [{ title: 'Übung' }], unreadable: 0 } })
    }
    expect(await apart('nothing')).toEqual({ ok: false, fault: 'not_a_calendar' })
  })

  test('a slow file is aborted, while the main thread continues', async () => {
    const slow = (nth: number) =>
      event(
        `UID:${nth}`,
        'DTSTART:20261101T140000Z',
        'DURATION:PT1H',
        'RRULE:FREQ=MONTHLY;BYDAY=MO;BYSETPOS=9',
      )
    const text = file(...Array.from({ length: 300 }, (_, nth) => slow(nth)))
    let turns = 0
    const turning = setInterval(() => turns++, 5)
    expect(await apart(text, 1_500)).toEqual({ ok: false, fault: 'too_slow' })
    clearInterval(turning)
    expect(turns).toBeGreaterThan(20)
  })
})
