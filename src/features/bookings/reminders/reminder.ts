/** When people are reminded of a lesson. Pure. */

const HOUR = 3_600_000

export interface Reminder {
  name: '24h' | '2h'
  /** It goes out so long before the lesson begins, and no later than `until` before; in milliseconds. */
  before: number
  until: number
  /** How far away the lesson is, for the reader. */
  lead: string
}

/** After an interruption a late reminder still helps, until the next one would say the same. */
export const reminders: readonly Reminder[] = [
  { name: '24h', before: 24 * HOUR, until: 3 * HOUR, lead: 'Coming up' },
  { name: '2h', before: 2 * HOUR, until: 10 * 60_000, lead: 'Soon' },
]

/** Names the event: a lesson that is moved is reminded of again, for its new time. @param start milliseconds UTC */
export const occasionOf = (reminder: Reminder, start: number) => `${reminder.name}:${start}`
