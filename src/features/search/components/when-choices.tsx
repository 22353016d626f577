import { useQuery } from '@tanstack/react-query'
import { CalendarRange } from 'lucide-react'
import { useState } from 'react'
import {
  addDays,
  dateIn,
  dateOfEpochDay,
  dayOfWeek,
  epochDay,
  formatDay,
  OFFICE_ZONE,
} from '#platform/time.ts'
import { useNow } from '#platform/use-now.ts'
import { useViewerZone } from '#platform/use-viewer-zone.ts'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { searchClient } from '../client.ts'
import { type DayPart, dayParts } from '../search.ts'
import { type SearchAddress, type SearchControls, searchInputOf } from '../search-address.ts'
import { asksFor, REACH_DAYS, readWhen, type When, weekdayNames, writeWhen } from '../when.ts'

const partLabels: Record<DayPart, { name: string; hours: string }> = {
  morning: { name: 'Morning', hours: '6 AM to noon' },
  afternoon: { name: 'Afternoon', hours: 'noon to 5 PM' },
  evening: { name: 'Evening', hours: '5 to 10 PM' },
}
/** A Sunday. */
const aSunday = '2026-11-29'
const monthLong = (date: string) => formatDay(`${date}T12:00:00Z`, 'UTC', { long: true })

const toggleClass =
  'rounded-control border border-line-strong bg-surface-raised text-sm font-semibold transition-colors hover:bg-surface-hover aria-pressed:border-transparent aria-pressed:bg-brand aria-pressed:text-on-brand disabled:border-transparent disabled:bg-transparent disabled:font-normal disabled:text-muted disabled:line-through disabled:hover:bg-transparent'

/**
 * Chooses several days and parts of the day; each choice applies immediately. Dates on which no coach is open can't
 * be chosen.
 * @param props.isInSheet the dates are shown on request
 */
export function WhenChoices({
  search: { address, refine },
  isInSheet = false,
}: {
  search: SearchControls
  isInSheet?: boolean
}) {
  const now = useNow(60_000)
  const zone = useViewerZone() ?? OFFICE_ZONE
  const today = now === null ? null : dateIn(now, zone)
  const when = today ? withDates(readWhen(address.when), today) : readWhen(address.when)
  const [areDatesShown, setDatesShown] = useState(!isInSheet || !when.days.every(isWeekday))
  const choose = (next: When) => refine({ when: writeWhen(next) })
  const toggleDay = (day: string) => choose({ ...when, days: toggled(when.days, day) })
  return (
    <>
      <fieldset>
        <legend className="mb-2 font-semibold">Time of day</legend>
        <div className="grid grid-cols-3 gap-2">
          {dayParts.map((part) => (
            <button
              key={part}
              type="button"
              aria-pressed={when.parts.includes(part)}
              onClick={() => choose({ ...when, parts: toggled(when.parts, part) })}
              className={cn(toggleClass, 'flex min-h-14 flex-col items-center justify-center px-1')}
            >
              {partLabels[part].name}
              <span className="text-xs font-normal opacity-80">{partLabels[part].hours}</span>
            </button>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="mb-2 font-semibold">Every week on</legend>
        <div className="grid grid-cols-7 gap-1.5">
          {weekdayNames.map((name, at) => (
            <button
              key={name}
              type="button"
              aria-pressed={when.days.includes(name)}
              aria-label={monthLong(addDays(aSunday, at)).split(',')[0]}
              onClick={() => toggleDay(name)}
              className={cn(toggleClass, 'h-11')}
            >
              {name[0]?.toUpperCase()}
              {name.slice(1)}
            </button>
          ))}
        </div>
      </fieldset>
      {areDatesShown ? (
        <fieldset>
          <legend className="mb-2 font-semibold">On these dates</legend>
          {today && (
            <Dates address={address} today={today} chosen={when.days.filter(isDate)} onToggle={toggleDay} />
          )}
        </fieldset>
      ) : (
        <Button onClick={() => setDatesShown(true)}>
          <CalendarRange aria-hidden />
          Choose dates
        </Button>
      )}
    </>
  )
}

/** The dates that can be searched, in weeks. */
function Dates({
  address,
  today,
  chosen,
  onToggle,
}: {
  address: SearchAddress
  today: string
  chosen: readonly string[]
  onToggle: (date: string) => void
}) {
  const open = useQuery(
    searchClient.openDays.queryOptions({
      input: searchInputOf({ ...address, when: undefined, page: undefined }),
    }),
  )
  const isOpen = (date: string) => !open.data || open.data.some((one) => one.date === date)
  return (
    <div aria-busy={open.isPending} className="grid grid-cols-7 gap-1.5">
      {weeksFrom(today).map((date) =>
        date < today || date > addDays(today, REACH_DAYS) ? (
          <span key={date} />
        ) : (
          <button
            key={date}
            type="button"
            aria-pressed={chosen.includes(date)}
            aria-label={monthLong(date)}
            disabled={!chosen.includes(date) && !isOpen(date)}
            onClick={() => onToggle(date)}
            className={cn(
              toggleClass,
              'tabular flex h-12 flex-col items-center justify-center leading-tight',
            )}
          >
            {isFirstShown(date, today) ? <span className="text-xs font-normal">{monthOf(date)}</span> : null}
            {Number(date.slice(8))}
          </button>
        ),
      )}
    </div>
  )
}

const isDate = (day: string) => /^\d/.test(day)
const isWeekday = (day: string) => weekdayNames.some((name) => name === day)

function toggled<Item>(items: readonly Item[], item: Item): Item[] {
  return items.includes(item) ? items.filter((one) => one !== item) : [...items, item]
}

/** Days relative to today become dates, so that they can be changed one by one. */
function withDates({ days, parts }: When, today: string): When {
  const relative = days.filter((day) => ['today', 'tomorrow', 'weekend'].includes(day))
  const first = epochDay(today)
  const isAsked = asksFor({ days: relative, parts: [] }, first)
  const dates = Array.from({ length: 8 }, (_, at) => first + at).filter(
    (day) => relative.length > 0 && isAsked(day),
  )
  return {
    days: [...new Set([...days.filter((day) => !relative.includes(day)), ...dates.map(dateOfEpochDay)])],
    parts,
  }
}

/** The dates of whole weeks, from Sunday on, that contain the dates that can be searched. */
function weeksFrom(today: string): string[] {
  const sunday = addDays(today, -dayOfWeek(today))
  const weeks = Math.ceil((dayOfWeek(today) + REACH_DAYS + 1) / 7)
  return Array.from({ length: weeks * 7 }, (_, at) => addDays(sunday, at))
}

const isFirstShown = (date: string, today: string) => date === today || date.endsWith('-01')
const monthOf = (date: string) => formatDay(`${date}T12:00:00Z`, 'UTC').split(' ')[1]
