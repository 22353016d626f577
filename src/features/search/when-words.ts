import { dayParts } from './search.ts'

/** The choices of the time field: each of these days, at any time or in a part of the day. Pure. */

const dayNames = {
  '': 'Any',
  today: 'Today',
  tomorrow: 'Tomorrow',
  weekend: 'This weekend',
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}

/** Options for a select: `Saturday`, `Saturday morning`, … The value is that of the address. */
export const whenOptions = Object.entries(dayNames).flatMap(([day, name]) => [
  { value: day, label: day ? name : 'Any time' },
  ...dayParts.map((part) => ({
    value: day ? `${day}.${part}` : part,
    label: `${day === 'today' ? 'This' : name} ${part}`,
  })),
])
