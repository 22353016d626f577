import { toIso } from '#platform/time.ts'
import type { SlotList } from './schema.ts'

const MINUTE = 60_000

type PackedDay = [date: string, slots: number[]]

/** A list of slots as a page's data carries it: every word once, and of each slot four numbers in place of five texts. */
export type PackedSlots<List extends SlotList = SlotList> = Omit<List, 'days'> & {
  /** Clock times and names of zones. */
  words: string[]
  /** A date and its slots: for each its start in minutes since 1970, and which words are its start, its end and its zone. */
  days: PackedDay[]
}

/** Makes the list small enough to be sent with a page; {@link unpackSlots} gives it back. */
export function packSlots<List extends SlotList>(list: List): PackedSlots<List> {
  const words = new Map<string, number>()
  const word = (text: string) => {
    const known = words.get(text) ?? words.size
    words.set(text, known)
    return known
  }
  const days = list.days.map(
    ({ date, slots }): PackedDay => [
      date,
      slots.flatMap((slot) => [
        Date.parse(slot.start) / MINUTE,
        word(slot.startTime),
        word(slot.endTime),
        word(slot.zoneName),
      ]),
    ],
  )
  return { ...list, days, words: [...words.keys()] }
}

/** The list as it was: a slot ends so many minutes after its start as the list's lessons last. */
export function unpackSlots<List extends SlotList>({ words, ...packed }: PackedSlots<List>): List {
  const days = (packed.days as PackedDay[]).map(([date, numbers]) => ({
    date,
    slots: Array.from({ length: numbers.length / 4 }, (_, i) => {
      const [minute = 0, from = 0, to = 0, zone = 0] = numbers.slice(i * 4, i * 4 + 4)
      return {
        start: toIso(minute * MINUTE),
        end: toIso((minute + packed.durationMinutes) * MINUTE),
        startTime: words[from] ?? '',
        endTime: words[to] ?? '',
        zoneName: words[zone] ?? '',
      }
    }),
  }))
  return { ...packed, days } as unknown as List
}
