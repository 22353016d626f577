import { addDays } from '#platform/time.ts'
import type { Random } from './random.ts'
import type { BlockedRow, HoursRow } from './rows.ts'

type Span = readonly [from: string, to: string]
type Week = Readonly<Record<number, readonly Span[]>>

const days = (which: readonly number[], ...spans: Span[]): Week =>
  Object.fromEntries(which.map((day) => [day, spans]))

/** Ways to work a week, by the wall clock; 0 is Sunday. */
const weeks: readonly (readonly [Week, weight: number])[] = [
  [days([2, 3, 4, 5, 6], ['09:00', '12:00'], ['13:00', '17:00']), 18],
  [days([1, 2, 3, 4, 5, 6], ['08:00', '12:00'], ['13:00', '18:00']), 12],
  [days([1, 2, 3, 4, 5], ['06:00', '11:00']), 8],
  [days([2, 3, 4, 5, 6], ['06:30', '10:30'], ['14:30', '17:30']), 8],
  [{ ...days([1, 2, 3, 4], ['16:00', '20:00']), ...days([6], ['08:00', '14:00']) }, 12],
  [{ ...days([5], ['15:00', '19:00']), ...days([6, 0], ['07:30', '16:30']) }, 9],
  [days([2, 3, 4, 5, 6], ['07:00', '11:00'], ['16:00', '19:30']), 8],
  [days([1, 3, 5], ['10:00', '15:00']), 7],
  [{ ...days([1, 2, 3, 4, 5], ['10:00', '18:00']), ...days([6], ['09:00', '13:00']) }, 9],
  [{ ...days([3, 4, 5], ['12:00', '20:00']), ...days([6, 0], ['09:00', '15:00']) }, 6],
  [{ ...days([2, 4], ['08:30', '12:30'], ['17:00', '21:00']), ...days([6], ['08:00', '17:00']) }, 5],
]

/** `HH:mm` some minutes later; never past 24:00. */
function later(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const total = Math.min(24 * 60, Math.max(0, hour * 60 + minute + minutes))
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`
}

/** The weekly hours of one coach: a usual week, a little earlier or later, now and then with a day off. */
export function makeHours(random: Random, coachId: string): HoursRow[] {
  const week = random.weighted(weeks)
  const shift = random.pick([-30, 0, 0, 0, 30])
  const dayOff = random.chance(0.25) ? random.int(1, 5) : null
  const open = Object.entries(week).filter(([day]) => Number(day) !== dayOff)
  return open.flatMap(([day, spans]) =>
    spans.map(([from, to]) => ({
      instructor_id: coachId,
      day_of_week: Number(day),
      start_time: later(from, shift),
      end_time: later(to, shift),
    })),
  )
}

const wholeDays = ['Out of town', 'Club championship', 'Family day', 'Tournament', 'Course closed', 'Day off']
const partDays = [
  'Junior clinic',
  'Dentist',
  'Staff meeting',
  'Corporate outing',
  'School pickup',
  'Range maintenance',
]

/** A few closed days and hours in the coming forty. @param today the date in the coach's zone, `yyyy-MM-dd` */
export function makeBlocked(random: Random, coachId: string, today: string): BlockedRow[] {
  const ahead = random.sample(
    Array.from({ length: 40 }, (_, day) => day + 1),
    random.weighted([
      [0, 30],
      [1, 25],
      [2, 22],
      [3, 14],
      [5, 9],
    ]),
  )
  return ahead.map((day) => {
    const blocked_date = addDays(today, day)
    if (random.chance(0.55))
      return {
        instructor_id: coachId,
        blocked_date,
        start_time: null,
        end_time: null,
        reason: random.pick(wholeDays),
      }
    const start_time = `${String(random.int(8, 16)).padStart(2, '0')}:${random.pick(['00', '30'])}`
    const end_time = later(start_time, random.pick([60, 90, 120, 180, 240]))
    return { instructor_id: coachId, blocked_date, start_time, end_time, reason: random.pick(partDays) }
  })
}
