import { MINUTE } from '#platform/duration.ts'
import { toIso } from '#platform/time.ts'
import type { SlotList } from './schema.ts'

/** A compact form of a slot list for page data: each text and each daily pattern is stored once. */
export type PackedSlots<List extends SlotList = SlotList> = Omit<List, 'days'> & {
  /** Clock times and names of zones. */
  words: string[]
  /**
   * The distinct sequences of slots in a day, as most days are alike. For each slot: minutes after the day's
   * first one, and the indexes of its start, end and zone texts.
   */
  patterns: string[]
  /** A date; if it has slots, also the first slot in minutes since 1970 and the index of its pattern. */
  days: string[]
}

/**
 * Original lists by their packed form: in the same process, as in server-side rendering, unpacking is a
 * lookup.
 */
const packedHere = new WeakMap<object, SlotList>()

/** Packs a list to be sent with a page; {@link unpackSlots} reverses it. */
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

/** Assigns an index to each distinct text. */
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

/** Restores the list. The end of a slot follows from its start and the list's lesson duration. */
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
