import { CalendarDays } from 'lucide-react'
import { seriesName } from '#features/bookings/series/series.ts'
import { playerName } from '#features/golfers/golfer.ts'
import { formatMoney } from '#platform/money.ts'
import { dateIn, formatTimeRange } from '#platform/time.ts'
import { cn } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { dayRangesOf } from '../day-parts.ts'
import { listDates } from '../schedule.ts'
import type { ScheduleEntry, WeekSchedule } from '../schema.ts'
import { EntryLink, type OpenEntry } from './entry-link.tsx'
import { lookOf, looks } from './entry-looks.ts'
import { dayWords, isAllDay, minutesLong, ownTimeWords, seatsWords } from './entry-words.ts'

/** The coming four weeks as a list, a heading a day; days with nothing on them are left out. */
export function Agenda({ schedule, open }: { schedule: WeekSchedule; open: OpenEntry }) {
  const { zone, entries, today } = schedule
  const days = listDates(schedule).flatMap((date) => {
    const ofDay = entries.filter((entry) =>
      dayRangesOf({ start: Date.parse(entry.start), end: Date.parse(entry.end) }, zone).some(
        (part) => part.date === date,
      ),
    )
    return ofDay.length > 0 ? [{ date, entries: ofDay }] : []
  })
  if (days.length === 0)
    return (
      <EmptyState icon={CalendarDays} title="Nothing in these four weeks">
        Lessons appear here when students book them. You can also add a lesson yourself.
      </EmptyState>
    )
  return (
    <div className="flex flex-col gap-6">
      {days.map((day) => (
        <section key={day.date} aria-label={dayWords(day.date)}>
          <h2 className="flex items-baseline gap-2 border-b pb-1.5 font-sans text-[0.9375rem] font-semibold">
            {dayWords(day.date)}
            {day.date === today ? <span className="text-sm text-accent-text">Today</span> : null}
          </h2>
          <ul className="mt-2 flex flex-col gap-2">
            {day.entries.map((entry) => (
              <li
                key={`${entry.kind} ${entry.start} ${'act' in entry ? entry.act : 'id' in entry ? entry.id : entry.bookingId}`}
              >
                <AgendaEntry
                  entry={entry}
                  schedule={schedule}
                  open={open}
                  isContinued={dateIn(entry.start, zone) !== day.date}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function AgendaEntry(props: {
  entry: ScheduleEntry
  schedule: WeekSchedule
  open: OpenEntry
  isContinued: boolean
}) {
  const { entry, schedule, open, isContinued } = props
  const { zone } = schedule
  const { icon: Icon, name, className } = looks[lookOf(entry)]
  const isWhole = isAllDay(entry, zone)
  const own = 'bookingId' in entry ? ownTimeWords(entry, zone) : null
  const words = `${formatTimeRange(entry.start, minutesLong(entry), zone)}`
  return (
    <EntryLink
      entry={entry}
      zone={zone}
      open={open}
      className={cn(
        'grid w-full grid-cols-[2.25rem_1fr_auto] items-center gap-x-3 border border-line bg-surface-raised bg-none px-3 py-2.5 text-ink hover:bg-surface-hover',
      )}
    >
      <span aria-hidden className={cn('grid size-9 place-items-center rounded-lg', className)}>
        <Icon className="size-4.5" />
      </span>
      <span className="min-w-0">
        <span className="block truncate font-semibold" dir="auto">
          {'student' in entry
            ? playerName(entry)
            : entry.kind === 'busy'
              ? (entry.title ?? 'Busy')
              : entry.kind === 'clinic'
                ? entry.title
                : entry.note || name}
        </span>
        <span className="tabular block text-sm text-muted">
          {isWhole ? 'All day' : words}
          {isContinued && !isWhole ? ' (since the day before)' : ''}
          {own ? ` · ${own}` : ''}
        </span>
        <span className="block truncate text-sm text-muted">{whereWords(entry)}</span>
      </span>
      <span className="text-right text-sm">
        {'priceCents' in entry ? (
          <span className="tabular font-semibold">{formatMoney(entry.priceCents)}</span>
        ) : null}
        <span className="block text-xs text-muted">
          {entry.kind === 'lesson' && entry.noShow ? 'Missed' : name}
          {entry.kind === 'lesson' && entry.isPaidElsewhere ? ', paid elsewhere' : ''}
        </span>
      </span>
    </EntryLink>
  )
}

function whereWords(entry: ScheduleEntry): string {
  switch (entry.kind) {
    case 'lesson':
    case 'hold':
      return [entry.title, entry.series && seriesName(entry.series), entry.place].filter(Boolean).join(' · ')
    case 'clinic':
      return `${seatsWords(entry)} · ${entry.place}`
    case 'opening':
      return entry.place ?? 'At all your places'
    case 'block':
      return 'Students can’t book you then'
    case 'busy':
      return entry.calendar
  }
}
