import { describe, expect, it } from 'vitest'
import { HOUR } from '#platform/duration.ts'
import { presentDays, type SlotList } from './schema.ts'
import {
  clocksChange,
  findSlot,
  isDayClosed,
  nearestSlots,
  otherZone,
  slotsOn,
  viewersTime,
  withSlot,
} from './slot-choice.ts'

const zone = 'America/New_York'
const at = (iso: string) => ({ start: Date.parse(iso), end: Date.parse(iso) + HOUR })

/** Monday 9:00, 9:30 and 15:00, a full Tuesday, Wednesday 8:00, and Thursday blocked; all in New York. */
const list: SlotList = {
  instructorId: 'c0ac0001-0000-4000-8000-000000000001',
  zone,
  durationMinutes: 60,
  bookable: { today: '2026-11-22', first: '2026-11-23', last: '2026-11-30', disabled: ['2026-11-26'] },
  firstBookableDate: '2026-11-23',
  whyNone: null,
  days: presentDays(
    [
      {
        date: '2026-11-23',
        slots: [at('2026-11-23T14:00:00Z'), at('2026-11-23T14:30:00Z'), at('2026-11-23T20:00:00Z')],
      },
      { date: '2026-11-24', slots: [] },
      { date: '2026-11-25', slots: [at('2026-11-25T13:00:00Z')] },
    ],
    zone,
  ),
}

describe('choosing a time', () => {
  it('finds the times of a date and a time by its instant, in any notation', () => {
    expect(slotsOn(list, '2026-11-23').map((slot) => slot.startTime)).toEqual([
      '9:00 AM',
      '9:30 AM',
      '3:00 PM',
    ])
    expect(slotsOn(list, '2027-01-01')).toEqual([])
    expect(slotsOn(list, null)).toEqual([])
    expect(findSlot(list, '2026-11-23T09:30:00-05:00')).toMatchObject({
      date: '2026-11-23',
      startTime: '9:30 AM',
    })
    expect(findSlot(list, '2026-11-23T15:00:00Z')).toBeUndefined()
  })

  it('keeps a time that is held by an attempt without an answer', () => {
    const chosen = findSlot(list, '2026-11-23T14:30:00Z')
    if (!chosen) throw new Error('the time is open at first')
    const days = list.days.map((day) => ({
      ...day,
      slots: day.slots.filter(({ start }) => start !== chosen.start),
    }))
    expect(withSlot({ ...list, days }, chosen).days[0]).toEqual(list.days[0])
    const none = { ...list, days: [], firstBookableDate: null }
    expect(withSlot(none, chosen)).toMatchObject({ firstBookableDate: '2026-11-23' })
    expect(findSlot(withSlot(none, chosen), chosen.start)).toEqual(chosen)
    expect(withSlot(list, chosen)).toBe(list)
  })

  it('disables dates before the notice, after the window, blocked ones and those without a time', () => {
    const closed = ['2026-11-22', '2026-11-24', '2026-11-26', '2026-11-28', '2026-12-01']
    for (const date of closed) expect(isDayClosed(list, date), date).toBe(true)
    for (const date of ['2026-11-23', '2026-11-25']) expect(isDayClosed(list, date), date).toBe(false)
  })

  it('offers the nearest times instead of a taken one, across days, in chronological order', () => {
    expect(nearestSlots(list, '2026-11-23T19:00:00Z', 3).map((slot) => slot.startTime)).toEqual([
      '9:00 AM',
      '9:30 AM',
      '3:00 PM',
    ])
    expect(nearestSlots(list, '2026-11-25T14:00:00Z', 1)).toMatchObject([
      { date: '2026-11-25', startTime: '8:00 AM' },
    ])
    expect(nearestSlots(list, '2026-11-23T14:30:00Z', 9)).toHaveLength(3)
  })

  it('shows the viewer’s local time, and the weekday where it is another day', () => {
    // 11:00 PM on Saturday in Honolulu is 4:00 AM on Sunday in New York.
    const late = '2026-11-22T09:00:00Z'
    expect(viewersTime(late, 'Pacific/Honolulu', 'America/New_York')).toBe('Sun 4:00 AM')
    expect(viewersTime(late, 'Pacific/Honolulu', 'Pacific/Honolulu')).toBeNull()
    expect(viewersTime('2026-11-21T20:00:00Z', 'Pacific/Honolulu', 'America/New_York')).toBe('3:00 PM')
    // In the opposite direction it is the previous day.
    expect(viewersTime('2026-11-23T09:30:00Z', zone, 'Pacific/Honolulu')).toBe('Sun 11:30 PM')
    expect(viewersTime(late, zone, null)).toBeNull()
    // Summer time ended in New York that night and there is none in Honolulu: 11:00 PM is 5:00 AM a day before, 4:00 AM after.
    expect(viewersTime('2026-10-31T09:00:00Z', 'Pacific/Honolulu', 'America/New_York')).toBe('Sat 5:00 AM')
    expect(viewersTime('2026-11-01T09:00:00Z', 'Pacific/Honolulu', 'America/New_York')).toBe('Sun 4:00 AM')
  })

  it('marks the days on which a clock time alone is ambiguous', () => {
    const hour = (iso: string) => ({ start: iso, end: new Date(Date.parse(iso) + HOUR).toISOString() })
    expect(clocksChange([hour('2026-11-01T05:30:00Z')], zone), '1:30 AM EDT to 1:30 AM EST').toBe(true)
    expect(clocksChange([hour('2026-11-01T04:00:00Z'), hour('2026-11-01T14:00:00Z')], zone)).toBe(true)
    expect(clocksChange([hour('2026-11-01T14:00:00Z'), hour('2026-11-01T15:00:00Z')], zone)).toBe(false)
    expect(clocksChange([], zone)).toBe(false)
  })

  it('shows the viewer’s local time only where clocks differ', () => {
    expect(otherZone('2026-11-23T14:00:00Z', zone, 'America/Los_Angeles')).toBe('America/Los_Angeles')
    expect(otherZone('2026-11-23T14:00:00Z', zone, 'America/Detroit')).toBeNull()
    // Phoenix shows Denver's time in winter and Los Angeles' in summer.
    expect(otherZone('2026-11-23T14:00:00Z', 'America/Denver', 'America/Phoenix')).toBeNull()
    expect(otherZone('2026-07-01T14:00:00Z', 'America/Denver', 'America/Phoenix')).toBe('America/Phoenix')
    expect(otherZone('2026-11-23T14:00:00Z', zone, null)).toBeNull()
  })
})
