import { Copy, Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { minutesOf, weekdays } from '#features/availability/weekdays.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { FieldError } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { clockTimes, type DayHours, timeLabel } from '../onboarding.ts'
import type { StepProps } from './step-props.ts'

const starts = clockTimes.slice(0, -1).map((value) => ({ value, label: timeLabel(value) }))
const ends = clockTimes.slice(1).map((value) => ({ value, label: timeLabel(value) }))

/** A week of hours on the clock of the teaching place. */
export function StepHours({ draft, onChange, faults }: StepProps) {
  const id = useId()
  const change = (day: number, ranges: DayHours[]) =>
    onChange({ hours: [...draft.hours.filter((range) => range.day !== day), ...ranges] })
  return (
    <fieldset aria-describedby={faults.hours ? `${id}-error` : undefined}>
      <legend className="text-[0.9375rem] text-muted">
        Students can book inside these hours, at least a day ahead and up to 30 days out. You can change your
        hours and block days off later under Availability.
      </legend>
      <SeveralDays
        onSet={(days, range) =>
          onChange({
            hours: [
              ...draft.hours.filter(({ day }) => !days.includes(day)),
              ...days.map((day) => ({ day, ...range })),
            ],
          })
        }
      />
      <div className="mt-4 divide-y rounded-card border bg-surface-raised">
        {weekdays.map(({ day, name }) => (
          <Day
            key={day}
            day={day}
            name={name}
            ranges={draft.hours.filter((range) => range.day === day)}
            onChange={(ranges) => change(day, ranges)}
          />
        ))}
      </div>
      <SameOnWeekdays hours={draft.hours} onChange={(hours) => onChange({ hours })} />
      {faults.hours ? (
        <div className="mt-3">
          <FieldError id={`${id}-error`}>{faults.hours}</FieldError>
        </div>
      ) : null}
    </fieldset>
  )
}

const workdays = [1, 2, 3, 4, 5]

/** The same hours for several days in one act; they replace what these days had. */
function SeveralDays({ onSet }: { onSet: (days: number[], range: Range) => void }) {
  const [days, setDays] = useState<number[]>(workdays)
  const [range, setRange] = useState<Range>({ from: '09:00', to: '17:00' })
  const isWrong = minutesOf(range.to) <= minutesOf(range.from)
  return (
    <fieldset className="mt-4 rounded-card border bg-surface-sunken px-4 py-4">
      <legend className="sr-only">Set several days</legend>
      <div className="flex flex-wrap gap-1.5">
        {weekdays.map(({ day, name }) => (
          <Button
            key={day}
            size="sm"
            aria-label={`${name}, with these hours`}
            aria-pressed={days.includes(day)}
            className="aria-pressed:border-brand aria-pressed:bg-brand aria-pressed:text-on-brand"
            onClick={() => setDays(days.includes(day) ? days.filter((one) => one !== day) : [...days, day])}
          >
            {name.slice(0, 3)}
          </Button>
        ))}
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Select
          aria-label="These days, from"
          className="w-36"
          options={starts}
          value={range.from}
          onChange={(event) => setRange({ ...range, from: event.target.value })}
        />
        <span className="text-sm text-muted">to</span>
        <Select
          aria-label="These days, until"
          className="w-36"
          options={ends}
          value={range.to}
          onChange={(event) => setRange({ ...range, to: event.target.value })}
        />
        <Button
          variant="brand"
          size="sm"
          disabled={days.length === 0 || isWrong}
          onClick={() => onSet(days, range)}
        >
          {days.length === 1 ? 'Set this day' : `Set ${days.length} days`}
        </Button>
      </div>
    </fieldset>
  )
}

/** Most weeks look like their Monday. */
function SameOnWeekdays(props: { hours: readonly DayHours[]; onChange: (hours: DayHours[]) => void }) {
  const monday = props.hours.filter(({ day }) => day === 1)
  const days = new Set(props.hours.map(({ day }) => day))
  if (monday.length === 0 || workdays.every((day) => days.has(day))) return null
  const rest = props.hours.filter(({ day }) => !workdays.includes(day))
  return (
    <Button
      size="sm"
      className="mt-4"
      onClick={() =>
        props.onChange([...rest, ...workdays.flatMap((day) => monday.map((range) => ({ ...range, day })))])
      }
    >
      <Copy aria-hidden />
      Monday’s hours on all weekdays
    </Button>
  )
}

type Range = Pick<DayHours, 'from' | 'to'>

function Day(props: {
  day: number
  name: string
  ranges: DayHours[]
  onChange: (ranges: DayHours[]) => void
}) {
  const { day, name, ranges } = props
  const set = (next: Range[]) => props.onChange(next.map(({ from, to }) => ({ day, from, to })))
  return (
    <div className="grid items-start gap-x-4 gap-y-3 px-4 py-3.5 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <Checkbox
        name="hours"
        label={<span className="font-medium">{name}</span>}
        checked={ranges.length > 0}
        onChange={(event) => set(event.target.checked ? [{ from: '09:00', to: '17:00' }] : [])}
        className="sm:pt-2.5"
      />
      {ranges.length === 0 ? (
        <p className="text-[0.9375rem] text-muted max-sm:hidden sm:pt-2.5">Not teaching</p>
      ) : (
        <div className="flex flex-col gap-2.5">
          {ranges.map((range, i) => (
            // The place in the list is what the range is known by.
            // biome-ignore lint/suspicious/noArrayIndexKey: ranges have no identity of their own
            <div key={i} className="grid grid-cols-[1fr_auto_1fr_auto] items-center gap-2">
              <Select
                aria-label={`${name}, from`}
                options={starts}
                value={range.from}
                onChange={(event) => set(ranges.with(i, { ...range, from: event.target.value }))}
              />
              <span className="text-sm text-muted">to</span>
              <Select
                aria-label={`${name}, until`}
                options={ends}
                value={range.to}
                onChange={(event) => set(ranges.with(i, { ...range, to: event.target.value }))}
              />
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Remove ${timeLabel(range.from)} to ${timeLabel(range.to)} on ${name}`}
                onClick={() => set(ranges.filter((_, at) => at !== i))}
              >
                <X aria-hidden />
              </Button>
            </div>
          ))}
          <AddRange name={name} ranges={ranges} onAdd={(range) => set([...ranges, range])} />
        </div>
      )}
    </div>
  )
}

/** A second stretch of a day begins after the first, as long as there is day left. */
function AddRange({ name, ranges, onAdd }: { name: string; ranges: Range[]; onAdd: (range: Range) => void }) {
  const last = Math.max(...ranges.map(({ to }) => minutesOf(to)))
  const from = clockTimes.find((time) => minutesOf(time) >= last + 60)
  const to = clockTimes.findLast((time) => minutesOf(time) <= last + 180)
  if (!from || !to || minutesOf(to) <= minutesOf(from) || ranges.length >= 4) return null
  return (
    <Button
      variant="ghost"
      size="sm"
      className="self-start text-brand"
      aria-label={`Add another time on ${name}`}
      onClick={() => onAdd({ from, to })}
    >
      <Plus aria-hidden />
      Another time
    </Button>
  )
}
