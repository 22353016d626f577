import { Repeat } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, useEffect, useState } from 'react'
import { minuteLabel } from '#features/availability/week.ts'
import { playerName } from '#features/golfers/golfer.ts'
import { DAY_MINUTES } from '#platform/duration.ts'
import { cn } from '#ui/class-names.ts'
import type { DraggedTo, LessonEntry, ScheduleEntry } from '../schema.ts'
import { EntryLink, type OpenEntry } from './entry-link.tsx'
import { lookOf, looks } from './entry-looks.ts'
import { dayWords, minutesWords, ownTimeWords, seatsWords } from './entry-words.ts'
import { whenLoaded } from './use-lesson-drag.ts'

const STEP = 15

/** An entry in its column. A lesson that may move is dragged, or with M and the arrow keys; nothing happens before its dialog. */
export function GridEntry({
  entry,
  date,
  from,
  to,
  zone,
  open,
  box,
  dates = [],
  say,
  onMoving,
  onMove,
}: {
  entry: ScheduleEntry
  date: string
  from: number
  to: number
  zone: string
  open: OpenEntry
  box: CSSProperties
  dates?: readonly string[]
  say?: (words: string) => void
  onMoving?: (to: DraggedTo | null) => void
  onMove?: (to: DraggedTo) => void
}) {
  const lesson = entry.kind === 'lesson' && entry.mayMove && onMove ? entry : null
  const [element, setElement] = useState<HTMLElement | null>(null)
  useEffect(
    () => (lesson && element ? whenLoaded(({ dragLesson }) => dragLesson(element, lesson)) : undefined),
    [lesson, element],
  )
  const keys = useMoveKeys(lesson, { date, from, dates, zone, say, onMoving, onMove })
  const Icon = looks[lookOf(entry)].icon
  const isShort = to - from < 45
  const name =
    'student' in entry
      ? playerName(entry)
      : entry.kind === 'busy'
        ? (entry.title ?? 'Busy')
        : entry.kind === 'clinic'
          ? entry.title
          : (entry.note ?? looks[lookOf(entry)].name)
  const own = 'bookingId' in entry ? ownTimeWords(entry, zone) : null
  return (
    <EntryLink
      entry={entry}
      zone={zone}
      open={open}
      ref={setElement}
      style={box}
      aria-keyshortcuts={lesson ? 'm' : undefined}
      aria-description={lesson ? 'Press M to move it with the arrow keys' : undefined}
      {...keys}
      className={cn(
        'absolute z-2 overflow-hidden px-1.5 text-xs leading-tight',
        isShort ? 'flex items-center gap-1.5 py-0' : 'py-1',
        'student' in entry || entry.kind === 'busy' || entry.kind === 'clinic' ? '' : 'inset-x-0.5 z-1',
        lesson && 'cursor-grab active:cursor-grabbing',
        entry.kind === 'lesson' && entry.noShow && 'line-through decoration-1',
      )}
    >
      <span className="flex min-w-0 items-center gap-1 font-semibold">
        <Icon aria-hidden className="size-3 shrink-0 @max-[5.5rem]:hidden" />
        <span className="truncate" dir="auto">
          {name}
        </span>
        {'series' in entry && entry.series ? (
          <Repeat aria-hidden className="ml-auto size-3 shrink-0 opacity-80 @max-[5.5rem]:hidden" />
        ) : null}
      </span>
      <span className="tabular block truncate opacity-90">
        {isShort ? minuteLabel(from) : minutesWords(from, to)}
        {'isInvitation' in entry && entry.isInvitation ? ' · Invited' : ''}
      </span>
      {entry.kind === 'clinic' ? <span className="tabular block truncate">{seatsWords(entry)}</span> : null}
      {own && !isShort ? <span className="tabular block truncate">{own}</span> : null}
      {'place' in entry && entry.place && to - from >= 75 ? (
        <span className="block truncate opacity-80">{entry.place}</span>
      ) : null}
    </EntryLink>
  )
}

/** M takes a lesson up, the arrows carry it, Enter asks about it, Escape puts it back. Every step is announced. */
function useMoveKeys(
  lesson: LessonEntry | null,
  at: {
    date: string
    from: number
    dates: readonly string[]
    zone: string
    say?: ((words: string) => void) | undefined
    onMoving?: ((to: DraggedTo | null) => void) | undefined
    onMove?: ((to: DraggedTo) => void) | undefined
  },
) {
  const [held, setHeld] = useState<DraggedTo | null>(null)
  if (!lesson) return {}
  const carry = (to: DraggedTo | null, words: string) => {
    setHeld(to)
    at.onMoving?.(to)
    at.say?.(words)
  }
  const where = (to: { date: string; minute: number }) => `${dayWords(to.date)}, ${minuteLabel(to.minute)}`
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (!held) {
      if (event.key.toLowerCase() !== 'm') return
      event.preventDefault()
      const first = { entry: lesson, date: at.date, minute: at.from }
      return carry(
        first,
        `Moving the lesson of ${playerName(lesson)}, ${where(first)}. Arrow keys carry it, Enter asks, Escape puts it back.`,
      )
    }
    if (event.key === 'Escape') {
      event.preventDefault()
      return carry(null, 'Put back. Nothing has changed.')
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      at.onMove?.(held)
      return carry(null, '')
    }
    const column = at.dates.indexOf(held.date)
    const next = {
      ArrowUp: { minute: Math.max(0, held.minute - STEP) },
      ArrowDown: { minute: Math.min(DAY_MINUTES - STEP, held.minute + STEP) },
      ArrowLeft: { date: at.dates[column - 1] ?? held.date },
      ArrowRight: { date: at.dates[column + 1] ?? held.date },
    }[event.key]
    if (!next) return
    event.preventDefault()
    const to = { ...held, ...next }
    carry(to, where(to))
  }
  return { onKeyDown, onBlur: () => held && carry(null, 'Put back. Nothing has changed.') }
}
