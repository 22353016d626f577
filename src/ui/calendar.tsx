import { ChevronLeft, ChevronRight } from 'lucide-react'
import { DayPicker } from 'react-day-picker'
import { dateLabel, dateToDay, dateToMonth, dayToDate } from './calendar-day.ts'
import { cn } from './class-names.ts'

export type CalendarProps = {
  /** The purpose of the selection, for screen readers. */
  label: string
  /** Days are `yyyy-MM-dd`, months `yyyy-MM`: calendar dates without a zone. */
  selected: string | null
  onSelect: (day: string) => void
  /** Today's date in the relevant zone, which may differ from the viewer's. */
  today: string
  isDisabled?: (day: string) => boolean
  /** Days with a dot, such as days with open slots. */
  isMarked?: (day: string) => boolean
  /** Announced after a marked day's date: "available". */
  markedLabel?: string
  month?: string
  onMonthChange?: (month: string) => void
  minMonth?: string
  maxMonth?: string
  /** Fades the calendar while another month is loading; it stays usable. */
  busy?: boolean
  className?: string
}

/**
 * A month in which to select a day. Arrow keys move by day and week, Page Up and Down by month, Home and End
 * within the week.
 */
export function Calendar(props: CalendarProps) {
  const { label, selected, onSelect, today, isDisabled, isMarked, markedLabel, month, minMonth, maxMonth } =
    props
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce every day as a separate form control.
    <div
      role="group"
      aria-label={label}
      aria-busy={props.busy}
      className={cn('w-full transition-opacity', props.busy && 'opacity-60', props.className)}
    >
      <DayPicker
        mode="single"
        navLayout="around"
        fixedWeeks
        showOutsideDays={false}
        today={dayToDate(today)}
        selected={selected ? dayToDate(selected) : undefined}
        // Clicking the selected day again keeps it selected.
        onDayClick={(date, modifiers) => {
          if (!modifiers.disabled) onSelect(dateToDay(date))
        }}
        disabled={isDisabled ? (date) => isDisabled(dateToDay(date)) : undefined}
        modifiers={{ marked: isMarked ? (date) => isMarked(dateToDay(date)) : [] }}
        modifiersClassNames={{ marked: 'calendar-marked' }}
        defaultMonth={dayToDate(month ?? selected ?? today)}
        month={month ? dayToDate(month) : undefined}
        onMonthChange={(date) => props.onMonthChange?.(dateToMonth(date))}
        startMonth={minMonth ? dayToDate(minMonth) : undefined}
        endMonth={maxMonth ? dayToDate(maxMonth) : undefined}
        labels={{
          labelDayButton: (date, modifiers) => {
            const words = [dateLabel(date)]
            if (modifiers.today) words.push('today')
            if (modifiers.marked && markedLabel) words.push(markedLabel)
            if (modifiers.selected) words.push('selected')
            return words.join(', ')
          },
        }}
        components={{ Chevron }}
        classNames={calendarClasses}
      />
    </div>
  )
}

function Chevron({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) {
  return orientation === 'left' ? <ChevronLeft aria-hidden /> : <ChevronRight aria-hidden />
}

const navButton =
  'grid size-11 place-items-center rounded-control transition-colors hover:bg-surface-hover ' +
  'aria-disabled:pointer-events-none aria-disabled:opacity-30 [&_svg]:size-5'

const calendarClasses = {
  root: 'select-none',
  months: '',
  month: 'grid grid-cols-[2.75rem_1fr_2.75rem] items-center',
  button_previous: navButton,
  button_next: cn(navButton, 'justify-self-end'),
  month_caption: 'text-center',
  caption_label: 'font-display text-lg font-[560]',
  chevron: '',
  month_grid: 'col-span-3 mt-2 w-full table-fixed border-collapse',
  weekdays: '',
  weekday: 'h-8 text-center text-[0.8125rem] font-medium text-muted',
  weeks: '',
  week: '',
  day: 'group p-0.5 text-center',
  day_button: 'day-button',
  today: 'calendar-today',
  selected: 'calendar-selected',
  disabled: '',
  outside: '',
  hidden: 'invisible',
  focused: '',
}
