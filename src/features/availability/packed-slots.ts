import { toIso } from '#platform/time.ts'
import type { SlotList } from './schema.ts'

const MINUTE = 60_000

/** A list of slots as a page's data carries it: every word and every kind of day once, in a few texts. */
export type PackedSlots<List extends SlotList = SlotList> = Omit<List, 'days'> & {
  /** Clock times and names of zones. */
  words: string[]
  /**
   * How the slots of a day follow each other, as most days do alike: for each, minutes after the day's first one, and which words
   * are its start, its end and its zone.
   */
  patterns: string[]
  /** A date; if it has slots, its first one in minutes since 1970, and which pattern. */
  days: string[]
}

/** Lists by what they were packed into: where both are in one process, as when a page is drawn, nothing is unpacked. */
const packedHere = new WeakMap<object, SlotList>()

/** Makes the list small enough to be sent with a page; {@link unpackSlots} gives it back. */
export function packSlots<List extends SlotList>(list: List): PackedSlots<List> {
  const words = numbered()
  const patterns = numbered()
  const days = list.days.map(({ date, slots }) => {
    const [earliest] = slots
    if (!earliest) return date
    const first = Date.parse(earliest.start) / MINUTE
    const pattern = slots.flatMap(({ start, startTime, endTime, zoneName }) => [
      Date.parse(start) / MINUTE - first,
      words.of(startTime),
      words.of(endTime),
      words.of(zoneName),
    ])
    return `${date} ${first} ${patterns.of(pattern.join())}`
  })
  const packed = { ...list, days, words: words.all(), patterns: patterns.all() }
  packedHere.set(packed, list)
  return packed
}

/** Texts, each with a number of its own. */
function numbered() {
  const known = new Map<string, number>()
  return {
    of(text: string): number {
      const number = known.get(text) ?? known.size
      known.set(text, number)
      return number
    },
    all: () => [...known.keys()],
  }
}

/** The list as it was: a slot ends so many minutes after its start as the list's lessons last. */
export function unpackSlots<List extends SlotList>(packed: PackedSlots<List>): List {
  const here = packedHere.get(packed)
  if (here) return here as List
  const { words, patterns, ...list } = packed
  const numbers = patterns.map((pattern) => pattern.split(',').map(Number))
  const days = (packed.days as string[]).map((day) => {
    const [date = '', first, pattern] = day.split(' ')
    const slots = pattern === undefined ? [] : (numbers[Number(pattern)] ?? [])
    return {
      date,
      slots: Array.from({ length: slots.length / 4 }, (_, i) => {
        const [after = 0, from = 0, to = 0, zone = 0] = slots.slice(i * 4, i * 4 + 4)
        const minute = Number(first) + after
        return {
          start: toIso(minute * MINUTE),
          end: toIso((minute + packed.durationMinutes) * MINUTE),
          startTime: words[from] ?? '',
          endTime: words[to] ?? '',
          zoneName: words[zone] ?? '',
        }
      }),
    }
  })
  return { ...list, days } as unknown as List
}
