import { addDays, dateIn, formatClockTime, formatDay } from '#platform/time.ts'

/**
 * A conversation as it is read: a stretch of it is on the page, days and turns give it shape. However long the conversation is,
 * the stretch stays short, so that the ten thousandth message scrolls like the tenth. Pure.
 */

export interface Entry {
  /** The message's id; what is still on its way has the one its browser made. */
  id: string
  senderId: string
  /** When it was sent: an ISO instant, UTC. */
  sentAt: string
  /** What tells one voice of a sender from another: a person, or an assistant in their name. */
  voice: string
}

/** Consecutive messages of a conversation, oldest first. */
export interface Stretch<M> {
  messages: readonly M[]
  hasOlder: boolean
  hasNewer: boolean
}

/** Messages that are on the page at most. */
export const STRETCH = 240

/** Adds what came before; what falls off at the newer end can be had again. */
export function withOlder<M extends { id: string }>(
  stretch: Stretch<M>,
  older: readonly M[],
  hasOlder: boolean,
): Stretch<M> {
  const messages = [...without(older, stretch.messages), ...stretch.messages]
  return {
    messages: messages.slice(0, STRETCH),
    hasOlder,
    hasNewer: stretch.hasNewer || messages.length > STRETCH,
  }
}

/** Adds what came after; what falls off at the older end can be had again. */
export function withNewer<M extends { id: string }>(
  stretch: Stretch<M>,
  newer: readonly M[],
  hasNewer: boolean,
): Stretch<M> {
  const messages = [...stretch.messages, ...without(newer, stretch.messages)]
  return {
    messages: messages.slice(-STRETCH),
    hasOlder: stretch.hasOlder || messages.length > STRETCH,
    hasNewer,
  }
}

function without<M extends { id: string }>(added: readonly M[], known: readonly M[]): M[] {
  const ids = new Set(known.map(({ id }) => id))
  return added.filter(({ id }) => !ids.has(id))
}

export interface Turn<E> {
  key: string
  senderId: string
  voice: string
  entries: E[]
}

export interface Day<E> {
  /** `yyyy-MM-dd` in the reader's zone. */
  date: string
  turns: Turn<E>[]
}

/** A pause after which somebody's next message stands on its own. */
const PAUSE_MS = 5 * 60_000

/**
 * Messages by day, and within a day by turn: what one voice said without a longer pause.
 * @param entries oldest first
 * @param zone the reader's IANA zone
 */
export function daysOf<E extends Entry>(entries: readonly E[], zone: string): Day<E>[] {
  const days: Day<E>[] = []
  let last: E | undefined
  for (const entry of entries) {
    const date = dateIn(entry.sentAt, zone)
    let day = days.at(-1)
    const isNewDay = day?.date !== date
    if (!day || isNewDay) {
      day = { date, turns: [] }
      days.push(day)
    }
    const turn = day.turns.at(-1)
    const goesOn = last && !isNewDay && isSameVoice(last, entry) && pause(last, entry) < PAUSE_MS
    if (turn && goesOn) turn.entries.push(entry)
    else day.turns.push({ key: entry.id, senderId: entry.senderId, voice: entry.voice, entries: [entry] })
    last = entry
  }
  return days
}

const isSameVoice = (one: Entry, other: Entry) => one.senderId === other.senderId && one.voice === other.voice
const pause = (before: Entry, after: Entry) => Date.parse(after.sentAt) - Date.parse(before.sentAt)

/**
 * When something was said, short enough for a list: `9:41 AM`, `Yesterday`, `Tue, Nov 17`, and with the year when it was another.
 * @param at ISO instant, UTC
 * @param now milliseconds since 1970, UTC
 * @param zone the reader's IANA zone
 */
export function shortMoment(at: string, now: number, zone: string): string {
  const [date, today] = [dateIn(at, zone), dateIn(now, zone)]
  if (date === today) return formatClockTime(at, zone)
  if (date === addDays(today, -1)) return 'Yesterday'
  return formatDay(at, zone, { year: date.slice(0, 4) !== today.slice(0, 4) })
}
