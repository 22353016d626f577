import { Copy, Plus, Repeat2, X } from 'lucide-react'
import { useId, useState } from 'react'
import { formatDay } from '#platform/time.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FieldError } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Tooltip } from '#ui/tooltip.tsx'
import { clockOf, nextDates, rangeWords, type WeekRange } from '../week.ts'
import { minutesOf, weekdays } from '../weekdays.ts'

const QUARTER_SECONDS = 900
/**
 * Hides the native picker icon to leave room for the time: on phones the whole field opens the picker, and on
 * desktops the time is typed.
 */
const timeLook = 'px-2.5 text-[0.9375rem] [&::-webkit-calendar-picker-indicator]:hidden'

/** One weekday of one calendar: its ranges, and a menu to copy them to other days. */
export function WeekDay(props: {
  day: number
  name: string
  /** `yyyy-MM-dd`; determines the displayed dates of alternating weeks. */
  today: string
  calendarId: string | null
  ranges: readonly (WeekRange & { fault: string | undefined })[]
  onChange: (ranges: WeekRange[]) => void
  onCopy: (to: number[]) => void
}) {
  const { day, name, calendarId } = props
  const ranges = props.ranges.map(({ fault: _, ...range }): WeekRange => range)
  const fresh = (from: string, to: string): WeekRange => ({ calendarId, day, from, to, weekParity: null })
  const change = (at: number, part: Partial<WeekRange>) =>
    props.onChange(ranges.map((range, nth) => (nth === at ? { ...range, ...part } : range)))
  const add = () => {
    const last = Math.max(...ranges.map(({ to }) => minutesOf(to || '12:00')))
    const start = Math.min(last + 60, 22 * 60)
    props.onChange([...ranges, fresh(clockOf(start), clockOf(Math.min(start + 120, 24 * 60)))])
  }
  return (
    <fieldset className="grid items-start gap-x-4 gap-y-3 px-4 py-3.5 @lg:grid-cols-[8.5rem_minmax(0,1fr)]">
      <legend className="sr-only">{name}</legend>
      <Checkbox
        label={<span className="font-medium">{name}</span>}
        checked={ranges.length > 0}
        onChange={(event) => props.onChange(event.target.checked ? [fresh('09:00', '17:00')] : [])}
        className="@lg:pt-2.5"
      />
      {ranges.length === 0 ? (
        <p className="text-[0.9375rem] text-muted @max-lg:hidden @lg:pt-2.5">Not teaching</p>
      ) : (
        <div className="flex min-w-0 flex-col gap-3">
          {props.ranges.map(({ fault, ...range }, at) => (
            <RangeLine
              // biome-ignore lint/suspicious/noArrayIndexKey: ranges have no identity but their place in the list
              key={at}
              name={name}
              today={props.today}
              range={range}
              fault={fault}
              onChange={(part) => change(at, part)}
              onRemove={() => props.onChange(ranges.filter((_, nth) => nth !== at))}
            />
          ))}
          <div className="-ml-3.5 flex flex-wrap gap-1">
            {ranges.length < 6 ? (
              <Button
                variant="ghost"
                size="sm"
                className="text-brand"
                aria-label={`Add another time on ${name}`}
                onClick={add}
              >
                <Plus aria-hidden />
                Another time
              </Button>
            ) : null}
            <CopyDay day={day} name={name} onCopy={props.onCopy} />
          </div>
        </div>
      )}
    </fieldset>
  )
}

function RangeLine(props: {
  name: string
  today: string
  range: WeekRange
  fault: string | undefined
  onChange: (part: Partial<WeekRange>) => void
  onRemove: () => void
}) {
  const { name, range, fault, onChange } = props
  const id = useId()
  const dates = (parity: 0 | 1) =>
    nextDates(props.today, range.day, parity, 2)
      .map((date) => formatDay(`${date}T12:00:00Z`, 'UTC').replace(/^\w+, /, ''))
      .join(', ')
  const described = fault ? { 'aria-invalid': true, 'aria-describedby': `${id}-fault` } : {}
  return (
    <div>
      <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)_auto_auto] items-center gap-x-1.5 gap-y-2 sm:max-w-md">
        <Input
          type="time"
          step={QUARTER_SECONDS}
          aria-label={`${name}, from`}
          value={range.from}
          onChange={(event) => onChange({ from: event.target.value })}
          className={timeLook}
          {...described}
        />
        <span className="text-sm text-muted">to</span>
        <Input
          type="time"
          step={QUARTER_SECONDS}
          aria-label={`${name}, until`}
          // A range may end at midnight, which time inputs represent as 00:00.
          value={range.to === '24:00' ? '00:00' : range.to}
          onChange={(event) =>
            onChange({ to: event.target.value === '00:00' ? '24:00' : event.target.value })
          }
          className={timeLook}
          {...described}
        />
        <Tooltip content="Every other week">
          <Button
            variant="ghost"
            size="icon-sm"
            aria-pressed={range.weekParity !== null}
            aria-label={`${name}: only every other week`}
            className={range.weekParity === null ? 'text-muted' : 'bg-brand-soft text-brand'}
            onClick={() => onChange({ weekParity: range.weekParity === null ? 0 : null })}
          >
            <Repeat2 aria-hidden />
          </Button>
        </Tooltip>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`Remove ${range.from && range.to ? rangeWords(range) : 'this time'} on ${name}`}
          onClick={props.onRemove}
        >
          <X aria-hidden />
        </Button>
        {range.weekParity === null ? null : (
          <div className="col-span-3">
            <Select
              aria-label={`${name}, which weeks`}
              value={range.weekParity}
              onChange={(event) =>
                onChange({
                  weekParity: event.target.value === '' ? null : event.target.value === '0' ? 0 : 1,
                })
              }
              className="text-[0.9375rem]"
              options={[
                { value: '0', label: `Every other: ${dates(0)}, …` },
                { value: '1', label: `Every other: ${dates(1)}, …` },
                { value: '', label: 'Every week' },
              ]}
            />
          </div>
        )}
      </div>
      {fault ? (
        <div className="mt-1.5">
          <FieldError id={`${id}-fault`}>{fault}</FieldError>
        </div>
      ) : null}
    </div>
  )
}

function CopyDay({ day, name, onCopy }: { day: number; name: string; onCopy: (to: number[]) => void }) {
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<number[]>([])
  const others = weekdays.filter((one) => one.day !== day)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open)
        setChosen([])
      }}
      size="sm"
      trigger={
        <Button
          variant="ghost"
          size="sm"
          className="text-brand"
          aria-label={`Copy ${name}’s hours to other days`}
        >
          <Copy aria-hidden />
          Copy to…
        </Button>
      }
      title={`Copy ${name}’s hours`}
      description="They replace what the chosen days have in this calendar."
      footer={
        <Button
          variant="brand"
          disabled={chosen.length === 0}
          onClick={() => {
            onCopy(chosen)
            setOpen(false)
          }}
        >
          {chosen.length > 1 ? `Copy to ${chosen.length} days` : 'Copy'}
        </Button>
      }
    >
      <div className="grid grid-cols-2 gap-3">
        {others.map((other) => (
          <Checkbox
            key={other.day}
            label={other.name}
            checked={chosen.includes(other.day)}
            onChange={(event) =>
              setChosen(
                event.target.checked ? [...chosen, other.day] : chosen.filter((one) => one !== other.day),
              )
            }
          />
        ))}
      </div>
      <Button
        variant="ghost"
        size="sm"
        className="mt-4 -ml-3.5 text-brand"
        onClick={() => setChosen(others.filter((one) => one.day >= 1 && one.day <= 5).map((one) => one.day))}
      >
        All weekdays
      </Button>
    </Dialog>
  )
}
