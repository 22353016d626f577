import { type KeyboardEvent, useState } from 'react'
import { minuteLabel } from '#features/availability/week.ts'
import { HOUR_MINUTES } from '#platform/duration.ts'
import { cn } from '#ui/class-names.ts'
import { dayWords, minutesWords } from './entry-words.ts'

/** A stretch of a date by the clock of the calendar, in minutes since 00:00. */
export interface GridTime {
  date: string
  from: number
  to: number
}

const STEP = 30

/**
 * A time that is chosen with the keyboard: arrows carry it, with Shift they make it longer or shorter, Enter asks what it is for.
 * It is seen while it has the focus.
 */
export function TimeCursor({
  dates,
  start,
  hours,
  isWeek,
  say,
  onPick,
}: {
  dates: readonly string[]
  start: string
  hours: { first: number; last: number }
  zone: string
  isWeek: boolean
  say: (words: string) => void
  onPick: (time: GridTime) => void
}) {
  const [at, setAt] = useState<GridTime>({ date: start, from: 9 * HOUR_MINUTES, to: 10 * HOUR_MINUTES })
  const column = dates.indexOf(at.date)
  const time = column < 0 ? { ...at, date: start } : at
  const share = (minute: number) => ((minute / HOUR_MINUTES - hours.first) / (hours.last - hours.first)) * 100
  const [low, high] = [hours.first * HOUR_MINUTES, hours.last * HOUR_MINUTES]

  const onKeyDown = (event: KeyboardEvent) => {
    const next = step(event)
    if (!next) return
    event.preventDefault()
    setAt(next)
    say(`${next.date === time.date ? '' : `${dayWords(next.date)}, `}${minutesWords(next.from, next.to)}`)
  }
  function step({ key, shiftKey }: KeyboardEvent): GridTime | null {
    const nth = dates.indexOf(time.date)
    switch (key) {
      case 'ArrowUp':
        if (shiftKey) return { ...time, to: Math.max(time.from + STEP, time.to - STEP) }
        return time.from - STEP < low ? time : { ...time, from: time.from - STEP, to: time.to - STEP }
      case 'ArrowDown':
        if (shiftKey) return { ...time, to: Math.min(high, time.to + STEP) }
        return time.to + STEP > high ? time : { ...time, from: time.from + STEP, to: time.to + STEP }
      case 'ArrowLeft':
        return { ...time, date: dates[nth - 1] ?? time.date }
      case 'ArrowRight':
        return { ...time, date: dates[nth + 1] ?? time.date }
      default:
        return null
    }
  }
  const width = `(100% - 3.5rem) / ${isWeek ? dates.length : 1}`
  return (
    <button
      type="button"
      data-no-print
      aria-label={`Choose a time with the arrow keys: ${dayWords(time.date)}, ${minutesWords(time.from, time.to)}`}
      onKeyDown={onKeyDown}
      onClick={() => onPick(time)}
      className={cn(
        'tabular pointer-events-none absolute z-20 rounded-lg border-2 border-brand bg-brand-soft/90 px-1.5 text-left text-xs font-semibold text-brand-text opacity-0 focus-visible:opacity-100',
        isWeek && 'max-md:right-0 max-md:!left-13 max-md:!w-auto',
      )}
      style={{
        top: `${share(time.from)}%`,
        height: `${share(time.to) - share(time.from)}%`,
        left: `calc(3.5rem + ${width} * ${isWeek ? Math.max(0, dates.indexOf(time.date)) : 0})`,
        width: `calc(${width})`,
      }}
    >
      {minuteLabel(time.from)} – {minuteLabel(time.to)}
    </button>
  )
}
