import { expect, test } from 'vitest'
import { listSlots } from './availability.ts'
import { packSlots, unpackSlots } from './packed-slots.ts'
import { presentDays, type SlotList } from './schema.ts'

/** Sundays and Mondays around the clock, across the clock change on 2026-11-01. */
function listOf(durationMinutes: number): SlotList & { mayBook: boolean } {
  const windows = [0, 1].map((dayOfWeek) => ({
    dayOfWeek,
    startMinute: 0,
    endMinute: 1_440,
    weekParity: null,
  }))
  const zone = 'America/Denver'
  const days = listSlots(
    {
      zone,
      windows,
      blocks: [],
      busy: [],
      noticeHours: 0,
      windowDays: 10,
      stepMinutes: 30,
      bufferMinutes: 0,
    },
    { from: '2026-10-31', to: '2026-11-02', durationMinutes, now: Date.parse('2026-10-30T00:00:00Z') },
  )
  return {
    instructorId: '00000000-0000-4000-8000-000000000001',
    zone,
    durationMinutes,
    bookable: { today: '2026-10-30', first: '2026-10-30', last: '2026-11-09', disabled: [] },
    firstBookableDate: '2026-11-01',
    whyNone: null,
    days: presentDays(days, zone),
    mayBook: true,
  }
}

test.each([30, 45, 90])(
  'slots of %i minutes are the same after packing and unpacking, across a clock change',
  (minutes) => {
    const list = listOf(minutes)
    const sent = JSON.stringify(packSlots(list))
    expect(unpackSlots(JSON.parse(sent))).toEqual(list)
    expect(list.days[1]?.slots.length).toBeGreaterThan(40)
    expect(sent.length).toBeLessThan(JSON.stringify(list).length / 4)
  },
)
