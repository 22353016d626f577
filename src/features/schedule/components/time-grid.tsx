import { useState } from 'react'
import { minuteLabel } from '#features/availability/week.ts'
import { playerName } from '#features/golfers/golfer.ts'
import { DAY_MINUTES } from '#platform/duration.ts'
import { dateIn, dayOfWeek, zoneName } from '#platform/time.ts'
import { useNow } from '#platform/use-now.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { type DayRange, dayRangesOf, hoursInSight, withLanes } from '../day-parts.ts'
import { listDates, scheduleHref } from '../schedule.ts'
import type { DraggedTo, ScheduleEntry, WeekSchedule } from '../schema.ts'
import { EntryLink, type OpenEntry } from './entry-link.tsx'
import { looks } from './entry-looks.ts'
import { dayWords } from './entry-words.ts'
import { GridEntry } from './grid-entry.tsx'
import { type GridTime, TimeCursor } from './time-cursor.tsx'
import { useLessonDrag } from './use-lesson-drag.ts'
import { useTimeDrag } from './use-time-drag.ts'

type Part = DayRange & { entry: ScheduleEntry }

/** A day off, or an entry of a day or more from another calendar; shown above the hours. */
const isAllDay = (entry: ScheduleEntry) =>
  entry.kind === 'block'
    ? entry.isAllDay
    : entry.kind === 'busy' && Date.parse(entry.end) - Date.parse(entry.start) >= 23 * 3_600_000

const isGround = ({ kind }: ScheduleEntry) => kind === 'block' || kind === 'opening'
const weekdayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/**
 * One column per day, in the zone of the place. On a phone, a week shows only the selected day, below a day
 * picker.
 */
export function TimeGrid({
  schedule,
  open,
  onMove,
  onPick,
}: {
  schedule: WeekSchedule
  open: OpenEntry
  onMove: (to: DraggedTo) => void
  onPick: (time: GridTime) => void
}) {
  const { zone, entries, today } = schedule
  const [isWhole, setWhole] = useState(false)
  const dates = listDates(schedule)
  const allDay = entries.filter(isAllDay)
  const parts: Part[] = entries
    .filter((entry) => !allDay.includes(entry))
    .flatMap((entry) => dayRangesOf(rangeOf(entry), zone).map((part) => ({ ...part, entry })))
  const ground = schedule.hours.flatMap((hours) => dayRangesOf(rangeOf(hours), zone))
  const hours = isWhole ? { first: 0, last: 24 } : hoursInSight([...parts, ...ground])
  const [moving, setMoving] = useState<DraggedTo | null>(null)
  const [said, say] = useState('')
  const grid = useLessonDrag({ hours, onDrag: setMoving, onDrop: onMove })
  const { selected, ...selecting } = useTimeDrag(hours, onPick)
  const isWeek = dates.length > 1
  const columns = isWeek
    ? 'grid-cols-[3.25rem_minmax(0,1fr)] md:grid-cols-[3.5rem_repeat(7,minmax(0,1fr))] print:grid-cols-[3.5rem_repeat(7,minmax(0,1fr))]'
    : 'grid-cols-[3.25rem_minmax(0,1fr)]'
  /** Phones show one day only. */
  const isHidden = (date: string) => isWeek && date !== schedule.date && 'max-md:hidden print:block'
  return (
    <div className="overflow-clip rounded-card border bg-surface-raised print:border-0">
      {isWeek ? <DayStrip schedule={schedule} dates={dates} /> : null}
      <div className={cn('sticky top-0 z-20 grid border-b bg-surface-raised print:static', columns)}>
        <div className="self-end px-1 pb-2 text-right text-xs text-muted">{zoneName(schedule.now, zone)}</div>
        {dates.map((date) => (
          <div
            key={date}
            className={cn('min-w-0 border-l px-1 py-2 text-center', isWeek && 'max-md:hidden print:block')}
          >
            <DayHeading date={date} today={today} isWeek={isWeek} place={schedule.placeId} />
          </div>
        ))}
        {allDay.length > 0 ? (
          <>
            <div className="border-t px-1 py-1.5 text-right text-xs text-muted">All day</div>
            {dates.map((date) => (
              <div
                key={date}
                className={cn('grid min-w-0 content-start gap-1 border-t border-l p-1', isHidden(date))}
              >
                {allDay
                  .filter((entry) => dayRangesOf(rangeOf(entry), zone).some((part) => part.date === date))
                  .map((entry) => (
                    <EntryLink
                      key={keyOf(entry)}
                      entry={entry}
                      zone={zone}
                      open={open}
                      className="flex min-h-7 items-center gap-1.5 px-1.5 text-xs font-medium"
                    >
                      <AllDayIcon entry={entry} />
                      <span className="truncate" dir="auto">
                        {wordsOf(entry)}
                      </span>
                    </EntryLink>
                  ))}
              </div>
            ))}
          </>
        ) : null}
      </div>
      <div
        ref={grid}
        {...selecting}
        className={cn('relative grid bg-surface-sunken/70 print:bg-transparent', columns)}
        style={{ height: `calc(var(--spacing) * ${13 * (hours.last - hours.first)})` }}
      >
        <HourLines hours={hours} />
        <div aria-hidden />
        {dates.map((date) => (
          <section
            key={date}
            aria-label={dayWords(date)}
            data-column={date}
            className={cn('@container relative min-w-0 border-l', isHidden(date))}
          >
            {ground
              .filter((part) => part.date === date)
              .map((part) => (
                <div
                  key={part.from}
                  aria-hidden
                  data-hours
                  className="absolute inset-x-0 bg-surface-raised"
                  style={boxOf(part, hours)}
                />
              ))}
            {parts
              .filter((part) => part.date === date && isGround(part.entry))
              .map((part) => (
                <GridEntry
                  key={keyOf(part.entry)}
                  {...part}
                  {...{ hours, zone, open }}
                  box={boxOf(part, hours)}
                />
              ))}
            {withLanes(parts.filter((part) => part.date === date && !isGround(part.entry))).map((part) => (
              <GridEntry
                key={keyOf(part.entry)}
                {...part}
                {...{ hours, zone, open, say }}
                box={{ ...boxOf(part, hours), ...laneOf(part) }}
                onMoving={setMoving}
                onMove={onMove}
                dates={dates}
              />
            ))}
            {moving?.date === date ? (
              <Ghost
                to={moving}
                box={boxOf(
                  {
                    from: moving.minute,
                    to: Math.min(DAY_MINUTES, moving.minute + moving.entry.durationMinutes),
                  },
                  hours,
                )}
              />
            ) : null}
            {selected?.date === date ? (
              <div
                aria-hidden
                className="tabular pointer-events-none absolute inset-x-0.5 z-10 rounded-lg border-2 border-brand bg-brand-soft/80 px-1.5 py-0.5 text-xs font-semibold text-brand-text"
                style={boxOf(selected, hours)}
              >
                {minuteLabel(selected.from)} – {minuteLabel(selected.to)}
              </div>
            ) : null}
            <NowLine date={date} zone={zone} now={schedule.now} hours={hours} />
          </section>
        ))}
        <TimeCursor
          dates={dates}
          start={schedule.date}
          hours={hours}
          zone={zone}
          isWeek={isWeek}
          say={say}
          onPick={onPick}
        />
      </div>
      <div data-no-print className="flex justify-center border-t py-1.5">
        <Button variant="ghost" size="sm" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer hours' : 'Show all 24 hours'}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  )
}

const wordsOf = (entry: ScheduleEntry) =>
  entry.kind === 'busy'
    ? (entry.title ?? entry.calendar)
    : (entry.kind === 'block' && entry.note) || 'Blocked'

function AllDayIcon({ entry }: { entry: ScheduleEntry }) {
  const { icon: Icon } = looks[entry.kind]
  return <Icon aria-hidden className="size-3.5 shrink-0" />
}

const rangeOf = ({ start, end }: { start: string; end: string }) => ({
  start: Date.parse(start),
  end: Date.parse(end),
})

const keyOf = (entry: ScheduleEntry) =>
  'bookingId' in entry
    ? entry.bookingId
    : `${entry.kind} ${'act' in entry ? entry.act : entry.id} ${entry.start}`

interface Hours {
  first: number
  last: number
}

/** The CSS position of a range of minutes in a day's column. */
function boxOf({ from, to }: { from: number; to: number }, { first, last }: Hours) {
  const share = (minute: number) => Math.min(100, Math.max(0, ((minute / 60 - first) / (last - first)) * 100))
  return { top: `${share(from)}%`, height: `${share(to) - share(from)}%` }
}

const laneOf = ({ lane, lanes }: { lane: number; lanes: number }) => ({
  left: `calc(${(lane / lanes) * 100}% + 2px)`,
  width: `calc(${100 / lanes}% - 5px)`,
})

function HourLines({ hours: { first, last } }: { hours: Hours }) {
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 z-1">
      {Array.from({ length: last - first }, (_, nth) => first + nth).map((hour) => (
        <div
          key={hour}
          className="absolute inset-x-0 border-t border-line/70 after:absolute after:top-6.5 after:right-0 after:left-13 after:border-t after:border-dotted after:border-line/70"
          style={{ top: `${((hour - first) / (last - first)) * 100}%` }}
        >
          <span className="tabular absolute top-0.5 left-0 w-12 text-right text-[0.6875rem] text-muted md:w-13">
            {minuteLabel(hour * 60).replace(':00', '')}
          </span>
        </div>
      ))}
    </div>
  )
}

function DayHeading({
  date,
  today,
  isWeek,
  place,
}: {
  date: string
  today: string
  isWeek: boolean
  place: string | null
}) {
  const isToday = date === today
  const words = (
    <>
      <span
        aria-hidden
        className={cn('block text-xs', isToday ? 'font-semibold text-accent-text' : 'text-muted')}
      >
        {weekdayNames[dayOfWeek(date)]}
      </span>
      <span
        aria-hidden
        className={cn(
          'tabular mx-auto mt-0.5 grid size-8 place-items-center rounded-full text-base font-semibold',
          isToday && 'bg-accent text-on-accent',
        )}
      >
        {Number(date.slice(8))}
      </span>
      <span className="sr-only">
        {dayWords(date)}
        {isToday ? ', today' : ''}
      </span>
    </>
  )
  if (!isWeek) return <h2 className="font-sans">{words}</h2>
  return (
    <h2 className="font-sans">
      <Anchor
        href={scheduleHref({ view: 'day', date, place: place ?? undefined })}
        className="block rounded-lg hover:bg-surface-hover"
      >
        {words}
      </Anchor>
    </h2>
  )
}

/** The day picker of a week on phones. */
function DayStrip({ schedule, dates }: { schedule: WeekSchedule; dates: readonly string[] }) {
  return (
    <nav aria-label="Days of this week" className="grid grid-cols-7 border-b px-1 py-1.5 md:hidden">
      {dates.map((date) => {
        const isChosen = date === schedule.date
        const count = schedule.entries.filter(
          (entry) => entry.kind === 'lesson' && dateIn(entry.start, schedule.zone) === date,
        ).length
        return (
          <Anchor
            key={date}
            href={scheduleHref({ view: schedule.view, date, place: schedule.placeId ?? undefined })}
            aria-current={isChosen ? 'date' : undefined}
            aria-label={`${dayWords(date)}${date === schedule.today ? ', today' : ''}, ${count === 1 ? '1 lesson' : `${count} lessons`}`}
            className={cn(
              'flex min-h-14 flex-col items-center justify-center rounded-lg text-xs',
              isChosen && 'bg-brand text-on-brand',
            )}
          >
            <span>{weekdayNames[dayOfWeek(date)]?.slice(0, 2)}</span>
            <span
              className={cn(
                'tabular text-base font-semibold',
                date === schedule.today && !isChosen && 'text-accent-text',
              )}
            >
              {Number(date.slice(8))}
            </span>
            <span
              aria-hidden
              className={cn(
                'mt-0.5 size-1.5 rounded-full',
                count > 0 ? (isChosen ? 'bg-on-brand' : 'bg-brand') : 'bg-transparent',
              )}
            />
          </Anchor>
        )
      })}
    </nav>
  )
}

function Ghost({ to, box }: { to: DraggedTo; box: object }) {
  return (
    <div
      aria-hidden
      className="tabular pointer-events-none absolute inset-x-0.5 z-30 rounded-lg border-2 border-dashed border-brand bg-surface-raised/90 px-1.5 py-0.5 text-xs font-semibold text-brand-text shadow-float"
      style={box}
    >
      {minuteLabel(to.minute)}
      <span className="block truncate font-normal">{playerName(to.entry)}</span>
    </div>
  )
}

function NowLine({ date, zone, now, hours }: { date: string; zone: string; now: string; hours: Hours }) {
  const browser = useNow(60_000)
  const present = browser ?? Date.parse(now)
  const [part] = dayRangesOf({ start: present, end: present + 60_000 }, zone)
  if (part?.date !== date || part.from < hours.first * 60 || part.from > hours.last * 60) return null
  return (
    <div
      aria-hidden
      data-now
      data-no-print
      className="pointer-events-none absolute inset-x-0 z-10 border-t-2 border-accent"
      style={{ top: boxOf(part, hours).top }}
    >
      <span className="absolute -top-[5px] -left-1 size-2 rounded-full bg-accent" />
    </div>
  )
}
