import { minuteLabel } from '#features/availability/week.ts'
import { playerName } from '#features/golfers/golfer.ts'
import { dateIn, dayOfWeek } from '#platform/time.ts'
import { Anchor } from '#ui/anchor.tsx'
import { cn } from '#ui/class-names.ts'
import { dayRangesOf } from '../day-parts.ts'
import { listDates, scheduleHref } from '../schedule.ts'
import type { ScheduleEntry, WeekSchedule } from '../schema.ts'
import { EntryLink, type OpenEntry } from './entry-link.tsx'
import { lookOf, looks } from './entry-looks.ts'
import { dayWords, isAllDay } from './entry-words.ts'

const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MOST = 3

/** A month at a glance: a cell a date, which leads to its day. On a phone a sign for each kind of entry. */
export function MonthGrid({ schedule, open }: { schedule: WeekSchedule; open: OpenEntry }) {
  const { zone, today, entries } = schedule
  const month = schedule.date.slice(0, 7)
  const byDate = new Map<string, ScheduleEntry[]>()
  for (const entry of entries)
    for (const { date } of dayRangesOf({ start: Date.parse(entry.start), end: Date.parse(entry.end) }, zone))
      byDate.set(date, [...(byDate.get(date) ?? []), entry])
  return (
    <div className="overflow-clip rounded-card border bg-surface-raised">
      <div aria-hidden className="grid grid-cols-7 border-b text-center text-xs text-muted">
        {weekdayNames.map((name) => (
          <div key={name} className="py-2">
            {name.slice(0, 3)}
          </div>
        ))}
      </div>
      <ol className="grid grid-cols-7">
        {listDates(schedule).map((date) => (
          <li
            key={date}
            className={cn(
              'min-h-16 min-w-0 border-b p-1 md:min-h-28',
              dayOfWeek(date) > 0 && 'border-l',
              date.slice(0, 7) !== month && 'bg-surface-sunken/60 text-muted',
            )}
          >
            <MonthDay
              date={date}
              isToday={date === today}
              entries={byDate.get(date) ?? []}
              zone={zone}
              placeId={schedule.placeId}
              open={open}
            />
          </li>
        ))}
      </ol>
    </div>
  )
}

function MonthDay(props: {
  date: string
  isToday: boolean
  entries: readonly ScheduleEntry[]
  zone: string
  placeId: string | null
  open: OpenEntry
}) {
  const { date, isToday, entries, zone, open } = props
  const lessons = entries.filter(({ kind }) => kind === 'lesson').length
  const href = scheduleHref({ view: 'day', date, place: props.placeId ?? undefined })
  const looksSeen = [...new Set(entries.map(lookOf))]
  return (
    <>
      <Anchor
        href={href}
        className="block rounded-lg text-center hover:bg-surface-hover max-md:min-h-14"
        aria-label={`${dayWords(date)}${isToday ? ', today' : ''}: ${lessons === 1 ? '1 lesson' : `${lessons} lessons`}${entries.length > lessons ? `, ${entries.length - lessons} more` : ''}`}
      >
        <span
          className={cn(
            'tabular mx-auto grid size-7 place-items-center rounded-full text-sm font-semibold',
            isToday && 'bg-accent text-on-accent',
          )}
        >
          {Number(date.slice(8))}
        </span>
        <span aria-hidden className="mt-1 flex justify-center gap-0.5 md:hidden">
          {looksSeen.slice(0, 4).map((look) => (
            <span key={look} className={cn('h-2 w-2.5 rounded-[3px]', looks[look].className)} />
          ))}
        </span>
      </Anchor>
      <ul className="mt-1 hidden flex-col gap-1 md:flex">
        {entries.slice(0, MOST).map((entry) => {
          const { icon: Icon, name } = looks[lookOf(entry)]
          const words =
            'student' in entry
              ? playerName(entry)
              : ('note' in entry && entry.note) ||
                ('calendar' in entry && entry.title) ||
                (entry.kind === 'clinic' && entry.title) ||
                name
          const isWhole = isAllDay(entry, zone)
          return (
            <li
              key={`${entry.kind} ${entry.start} ${'act' in entry ? entry.act : 'id' in entry ? entry.id : entry.bookingId}`}
            >
              <EntryLink
                entry={entry}
                zone={zone}
                open={open}
                className="flex min-h-6 w-full min-w-0 items-center gap-1 px-1 py-0.5 text-xs"
              >
                <Icon aria-hidden className="size-3 shrink-0" />
                {isWhole || dateIn(entry.start, zone) !== date ? null : (
                  <span className="tabular shrink-0">{shortTime(entry, zone)}</span>
                )}
                <span className="truncate font-medium" dir="auto">
                  {words}
                </span>
              </EntryLink>
            </li>
          )
        })}
        {entries.length > MOST ? (
          <li>
            <Anchor
              href={href}
              className="block min-h-6 px-1 text-xs leading-6 text-muted underline underline-offset-2"
            >
              {entries.length - MOST} more<span className="sr-only"> on {dayWords(date)}</span>
            </Anchor>
          </li>
        ) : null}
      </ul>
    </>
  )
}

/** `9 AM`, `9:30 AM` */
function shortTime(entry: ScheduleEntry, zone: string): string {
  const [part] = dayRangesOf({ start: Date.parse(entry.start), end: Date.parse(entry.end) }, zone)
  return minuteLabel(part?.from ?? 0).replace(':00', '')
}
