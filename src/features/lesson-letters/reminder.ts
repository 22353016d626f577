import { HOUR } from '#platform/duration.ts'

export interface Reminder {
  name: '24h' | '2h'
  /** Sent this long before the lesson starts, and no later than `until` before; in milliseconds. */
  before: number
  until: number
  /** The remaining time until the lesson, as text. */
  lead: string
}

/** After an outage a late reminder is still useful, until the next one says the same. */
export const reminders: readonly Reminder[] = [
  { name: '24h', before: 24 * HOUR, until: 3 * HOUR, lead: 'Coming up' },
  { name: '2h', before: 2 * HOUR, until: 10 * 60_000, lead: 'Soon' },
]

/**
 * Identifies the reminder: a lesson that is moved gets another one for its new time.
 * @param start milliseconds since 1970, UTC
 */
export const occasionOf = (reminder: Reminder, start: number) => `${reminder.name}:${start}`
