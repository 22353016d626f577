import { ChevronLeft, ChevronRight } from 'lucide-react'
import { DayPicker } from 'react-day-picker'
import { dateToDay, dateToMonth, dayToDate } from './calendar-day.ts'
import { cn } from './class-names.ts'

export type CalendarProps = {
  /** What is chosen here, for screen readers. */
  label: string
  /** Days are `yyyy-MM-dd`, months `yyyy-MM`: plain calendar days without a zone. */
  selected: string | null
  onSelect: (day: string) => void
  /** Today where it counts, which need not be the viewer's today. */
  today: string
  isDisabled?: (day: string) => boolean
  /** Days with a dot, such as those with something free. */
  isMarked?: (day: string) => boolean
  /** Read after a marked day's date: "available". */
  markedLabel?: string
  month?: string
  onMonthChange?: (month: string) => void
  minMonth?: string
  maxMonth?: string
  /** Fades while the days of another month are fetched; stays usable. */
  busy?: boolean
  className?: string
}

/** A month to choose a day from. Arrow keys move by day and week, Page Up and Down by month, Home and End within the week. */
export function Calendar(props: CalendarProps) {
  const { label, selected, onSelect, today, isDisabled, isMarked, markedLabel, month, minMonth, maxMonth } =
    props
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce every day as a form control of its own.
    <div
      role="group"
      aria-label={label}
      className={cn('w-full transition-opacity', props.busy && 'opacity-60', props.className)}
    >
      <DayPicker
        mode="single"
        navLayout="around"
        fixedWeeks
        showOutsideDays={false}
        today={dayToDate(today)}
        selected={selected ? dayToDate(selected) : undefined}
        // Pressing the chosen day again keeps it chosen.
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
          labelDayButton: (date, modifiers, options, dateLib) => {
            const words = [dateLib?.format(date, 'EEEE, MMMM do, yyyy', options)]
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
  day_button: cn(
    'tabular relative inline-flex h-11 w-full max-w-14 items-center justify-center rounded-control text-[0.9375rem] font-medium transition-colors',
    'enabled:hover:bg-surface-hover disabled:font-normal disabled:text-muted disabled:opacity-55',
    'group-[.calendar-today]:underline group-[.calendar-today]:decoration-brand group-[.calendar-today]:decoration-2 group-[.calendar-today]:underline-offset-4',
    'group-[.calendar-selected]:bg-brand group-[.calendar-selected]:text-on-brand group-[.calendar-selected]:enabled:hover:bg-brand',
    'after:absolute after:bottom-1 after:size-1 after:rounded-full group-[.calendar-marked]:not-disabled:after:bg-fresh',
  ),
  today: 'calendar-today',
  selected: 'calendar-selected',
  disabled: '',
  outside: 'invisible',
  hidden: 'invisible',
  focused: '',
}
