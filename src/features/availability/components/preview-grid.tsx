import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { dayOfWeek, formatDay } from '#platform/time.ts'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import type { Preview } from '../own-hours/schema.ts'
import type { SlotObstacle } from '../slot-proof.ts'
import { minuteLabel } from '../week.ts'
import { minutesOf } from '../weekdays.ts'

type Cell = Preview['days'][number]['cells'][number]

/** Short labels of the reasons why a time is not open. */
export const obstacleNames: Record<SlotObstacle, string> = {
  past: 'Passed',
  clock_change: 'Clock change',
  block: 'Blocked',
  booking: 'Booked',
  busy_elsewhere: 'In your other calendar',
  buffer: 'Break in between',
  drive: 'Drive between places',
  hours: 'Outside your hours',
  other_calendar: 'Hours outside booking',
  other_place: 'Another place',
  step: 'Between two starts',
  notice: 'Within your notice',
  window: 'Beyond your window',
}

const looks: Partial<Record<SlotObstacle, { look: string; sign: string }>> = {
  block: { look: 'bg-red-soft text-red', sign: '×' },
  booking: { look: 'bg-blue-soft text-blue', sign: '●' },
  busy_elsewhere: { look: 'bg-surface-sunken text-ink inset-ring inset-ring-current/25', sign: '◆' },
  buffer: { look: 'bg-blue-soft/60 text-blue', sign: '–' },
  drive: { look: 'bg-blue-soft/60 text-blue', sign: '→' },
  notice: { look: 'bg-yellow-soft text-yellow', sign: '‹' },
  window: { look: 'bg-yellow-soft text-yellow', sign: '›' },
  other_calendar: { look: 'bg-surface-sunken text-muted', sign: '≠' },
  other_place: { look: 'bg-surface-sunken text-muted', sign: '≠' },
}

/**
 * A week of lesson starts, one column per day: open times in green, others with an icon for the reason they
 * are closed.
 */
export function PreviewGrid(props: {
  preview: Preview
  page: 0 | 1
  onPage: (page: 0 | 1) => void
  /** ISO instant of the selected time. */
  asked: string | null
  onAsk: (start: string) => void
  zoneLabel: string
}) {
  const { preview, page, onPage, asked, onAsk } = props
  const days = preview.days.slice(page * 7, page * 7 + 7)
  const rows = days[0]?.cells.map(({ time }) => time) ?? []
  const [at, setAt] = useState<[row: number, column: number]>([0, 0])
  const grid = useRef<HTMLTableElement>(null)
  const row = Math.min(at[0], rows.length - 1)
  const move = (event: KeyboardEvent) => {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key]
    if (!step) return
    event.preventDefault()
    const next: [number, number] = [
      Math.max(0, Math.min(rows.length - 1, row + (step[0] ?? 0))),
      Math.max(0, Math.min(6, at[1] + (step[1] ?? 0))),
    ]
    setAt(next)
    grid.current?.querySelector<HTMLElement>(`[data-cell="${next.join('-')}"]`)?.focus()
  }
  return (
    <div className="rounded-card border bg-surface-raised">
      <div className="flex items-center justify-between gap-2 border-b px-2 py-1.5">
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label="First week"
          disabled={page === 0}
          onClick={() => onPage(0)}
        >
          <ChevronLeft aria-hidden />
        </Button>
        <p className="tabular text-sm font-semibold">
          {`${dayWords(days[0]?.date)} – ${dayWords(days.at(-1)?.date)}`}
          <span className="font-normal text-muted">{` · ${props.zoneLabel}`}</span>
        </p>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label="Second week"
          disabled={page === 1}
          onClick={() => onPage(1)}
        >
          <ChevronRight aria-hidden />
        </Button>
      </div>
      <div
        className={cn(
          'max-h-[26rem] overflow-y-auto overscroll-contain',
          // Leaves room for the explanation of the selected time on the same screen.
          asked ? 'xl:max-h-72' : 'xl:max-h-[calc(100dvh-30rem)] xl:min-h-72',
        )}
      >
        <table
          ref={grid}
          aria-label="Times at which a lesson may start"
          onKeyDown={move}
          className="tabular w-full table-fixed border-separate border-spacing-0.5 px-1 pb-1 text-center text-xs"
        >
          <thead className="sticky top-0 z-1 bg-surface-raised">
            <tr>
              <th scope="col" className="w-12">
                <span className="sr-only">Time</span>
              </th>
              {days.map(({ date }) => (
                <th key={date} scope="col" className="py-1.5 font-medium">
                  <span className="block text-muted">{weekdayLetters[dayOfWeek(date)]}</span>
                  <span className="text-sm font-semibold">{Number(date.slice(8))}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((time, nth) => (
              <tr key={time}>
                <th
                  scope="row"
                  className="pr-1 text-right align-middle font-normal whitespace-nowrap text-muted"
                >
                  {time.endsWith(':00') ? (
                    shortClock(time)
                  ) : (
                    <span className="sr-only">{shortClock(time)}</span>
                  )}
                </th>
                {days.map(({ date, cells }, column) => (
                  <PreviewTime
                    key={date}
                    cell={cells[nth]}
                    date={date}
                    place={`${nth}-${column}`}
                    isStop={row === nth && at[1] === column}
                    isAsked={asked !== null && cells[nth]?.start === asked}
                    onAsk={(start) => {
                      setAt([nth, column])
                      onAsk(start)
                    }}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Legend cells={days.flatMap(({ cells }) => cells)} />
    </div>
  )
}

const weekdayLetters = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const dayWords = (date = '') => formatDay(`${date}T12:00:00Z`, 'UTC')
/** `9 AM`, `9:30 AM` */
const shortClock = (time: string) => minuteLabel(minutesOf(time)).replace(':00', '')

function PreviewTime(props: {
  cell: Cell | undefined
  date: string
  place: string
  isStop: boolean
  isAsked: boolean
  onAsk: (start: string) => void
}) {
  const { cell, date, place, isStop, isAsked, onAsk } = props
  if (!cell) return <td />
  const { start, obstacle, change, time } = cell
  const state = obstacle === null ? 'Open' : obstacleNames[obstacle]
  const changed = change === 'added' ? ', new' : change === 'removed' ? ', open until you save' : ''
  const known = obstacle ? looks[obstacle] : undefined
  return (
    <td className="p-0">
      <button
        type="button"
        data-cell={place}
        tabIndex={isStop ? 0 : -1}
        disabled={start === null}
        aria-pressed={isAsked}
        aria-label={`${dayWords(date)}, ${minuteLabel(minutesOf(time))}: ${state}${changed}`}
        onClick={() => start && onAsk(start)}
        className={cn(
          'block h-6.5 w-full rounded-md text-[0.6875rem] leading-none transition-colors',
          obstacle === null
            ? 'bg-brand text-on-brand hover:bg-brand-hover'
            : (known?.look ?? 'bg-surface-sunken/40 text-muted hover:bg-surface-hover'),
          change === 'added' && 'ring-2 ring-gold ring-inset',
          change === 'removed' && 'line-through ring-2 ring-danger/60 ring-inset',
          isAsked && 'outline-2 outline-offset-1 outline-(--focus)',
        )}
      >
        {obstacle === null ? shortClock(time).replace(/ [AP]M/, '') : (known?.sign ?? '')}
      </button>
    </td>
  )
}

/** Explains the icons that are visible. */
function Legend({ cells }: { cells: readonly Cell[] }) {
  const seen = new Set(cells.map(({ obstacle }) => obstacle))
  const signs = (Object.keys(looks) as SlotObstacle[]).filter((obstacle) => seen.has(obstacle))
  const isChanged = cells.some(({ change }) => change !== null)
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1.5 border-t px-3.5 py-2.5 text-[0.8125rem] text-muted">
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="inline-block size-3 rounded-sm bg-brand" />
        Open
      </li>
      {signs.map((obstacle) => (
        <li key={obstacle} className="flex items-center gap-1.5">
          <span
            aria-hidden
            className={cn(
              'grid size-4 place-items-center rounded-sm text-[0.6875rem]',
              looks[obstacle]?.look,
            )}
          >
            {looks[obstacle]?.sign}
          </span>
          {obstacleNames[obstacle]}
        </li>
      ))}
      {isChanged ? (
        <>
          <li className="flex items-center gap-1.5">
            <span aria-hidden className="inline-block size-3 rounded-sm ring-2 ring-gold ring-inset" />
            New after saving
          </li>
          <li className="flex items-center gap-1.5">
            <span aria-hidden className="inline-block size-3 rounded-sm ring-2 ring-danger/60 ring-inset" />
            Gone after saving
          </li>
        </>
      ) : null}
    </ul>
  )
}
