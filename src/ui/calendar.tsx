import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { addMonths, dayLabel, daysForKey, monthLabel, weekdayInitials, weeksOf } from './calendar-day.ts'
import { cn } from './class-names.ts'

export type CalendarProps = {
  /** The purpose of the selection, for screen readers. */
  label: string
  /** Days are `yyyy-MM-dd`, months `yyyy-MM`: calendar dates without a zone. */
  selected: string | null
  onSelect: (day: string) => void
  /** Today's date in the relevant zone, which may differ from the viewer's. */
  today: string
  isDisabled: (day: string) => boolean
  /** Days with a dot, such as days with open slots. */
  isMarked: (day: string) => boolean
  /** Announced after a marked day's date: "available". */
  markedLabel: string
  month: string
  onMonthChange: (month: string) => void
  minMonth: string
  maxMonth: string
  /** Fades the calendar while another month is loading; it stays usable. */
  busy: boolean
}

/**
 * A month in which to select a day. Arrow keys move by day and week, Page Up and Down by month, Home and End
 * within the week. They skip disabled days.
 */
export function Calendar(props: CalendarProps) {
  const { selected, today, isDisabled, month, onMonthChange, minMonth, maxMonth } = props
  const weeks = weeksOf(month)
  const grid = useRef<HTMLTableElement>(null)
  /** The day that has the focus; `wasFocused` is the last one that had it. */
  const [focused, setFocused] = useState<string | null>(null)
  const [wasFocused, setWasFocused] = useState<string | null>(null)
  /** The day to focus once its month is rendered. */
  const toFocus = useRef<string>(null)
  useEffect(() => {
    if (!toFocus.current) return
    grid.current?.querySelector<HTMLElement>(`[data-day="${toFocus.current}"] button`)?.focus()
    toFocus.current = null
  })

  // The Tab key reaches one day, from which the arrow keys move.
  const enabled = weeks.flat().filter((day) => day.startsWith(month) && !isDisabled(day))
  const tabStop = [wasFocused, selected, today].find((day) => day && enabled.includes(day)) ?? enabled[0]

  function moveFocus(event: KeyboardEvent, day: string) {
    const days = daysForKey(event.key, day)
    if (!days) return
    event.preventDefault()
    const isReachable = (to: string) =>
      to.slice(0, 7) >= minMonth && to.slice(0, 7) <= maxMonth && !isDisabled(to)
    const next = days.find(isReachable)
    if (!next) return
    toFocus.current = next
    setWasFocused(next)
    if (!next.startsWith(month)) onMonthChange(next.slice(0, 7))
  }

  const [previous = month, next = month] = [-1, 1].map((n) => addMonths(`${month}-01`, n).slice(0, 7))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce every day as a separate form control.
    <div
      role="group"
      aria-label={props.label}
      aria-busy={props.busy}
      className={cn(
        'grid w-full grid-cols-[2.75rem_1fr_2.75rem] items-center transition-opacity select-none',
        props.busy && 'opacity-60',
      )}
    >
      <TurnButton
        label="Go to the Previous Month"
        icon={ChevronLeft}
        disabled={previous < minMonth}
        onClick={() => onMonthChange(previous)}
      />
      <p role="status" className="text-center font-display text-lg font-[560]">
        {monthLabel(month)}
      </p>
      <TurnButton
        label="Go to the Next Month"
        icon={ChevronRight}
        disabled={next > maxMonth}
        onClick={() => onMonthChange(next)}
      />
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move in it.
        role="grid"
        aria-label={monthLabel(month)}
        className="col-span-3 mt-2 w-full table-fixed border-collapse"
      >
        <thead aria-hidden>
          <tr>
            {weekdayInitials.map((initials) => (
              <th
                key={initials}
                scope="col"
                className="h-8 text-center text-[0.8125rem] font-medium text-muted"
              >
                {initials}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <DayCell
                  key={day}
                  {...props}
                  day={day}
                  hasFocus={day === focused}
                  isTabStop={day === tabStop}
                  onFocus={() => setFocused(day)}
                  onBlur={() => {
                    setFocused(null)
                    setWasFocused(day)
                  }}
                  onKeyDown={(event) => moveFocus(event, day)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function TurnButton({
  label,
  icon: Icon,
  disabled,
  onClick,
}: {
  label: string
  icon: LucideIcon
  disabled: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      aria-label={label}
      // A disabled button would lose the focus at the last month.
      aria-disabled={disabled || undefined}
      tabIndex={disabled ? -1 : undefined}
      onClick={disabled ? undefined : onClick}
      className="grid size-11 place-items-center rounded-control transition-colors hover:bg-surface-hover aria-disabled:pointer-events-none aria-disabled:opacity-30 [&_svg]:size-5"
    >
      <Icon aria-hidden />
    </button>
  )
}

/** A day of the month; empty for a day of another month. */
function DayCell({
  day,
  hasFocus,
  isTabStop,
  onFocus,
  onBlur,
  onKeyDown,
  ...props
}: CalendarProps & {
  day: string
  hasFocus: boolean
  isTabStop: boolean
  onFocus: () => void
  onBlur: () => void
  onKeyDown: (event: KeyboardEvent) => void
}) {
  const { month, today, selected, isMarked, markedLabel } = props
  const isDisabled = props.isDisabled(day)
  const isInMonth = day.startsWith(month)
  const states = [
    day === today ? 'today' : '',
    isMarked(day) ? markedLabel : '',
    day === selected ? 'selected' : '',
  ]
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: its button has the focus.
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of the grid.
      role="gridcell"
      data-day={day}
      aria-selected={(isInMonth && day === selected) || undefined}
      className={cn(
        'group p-0.5 text-center',
        day === today && 'calendar-today',
        day === selected && 'calendar-selected',
        isMarked(day) && 'calendar-marked',
        !isInMonth && 'invisible',
      )}
    >
      {isInMonth ? (
        <button
          type="button"
          aria-label={[dayLabel(day), ...states].filter(Boolean).join(', ')}
          // A button that becomes disabled while it has the focus would lose it.
          disabled={isDisabled && !hasFocus}
          aria-disabled={(isDisabled && hasFocus) || undefined}
          tabIndex={isTabStop ? 0 : -1}
          onClick={isDisabled ? undefined : () => props.onSelect(day)}
          onFocus={onFocus}
          onBlur={onBlur}
          onKeyDown={onKeyDown}
          className="day-button"
        >
          {Number(day.slice(8))}
        </button>
      ) : null}
    </td>
  )
}
