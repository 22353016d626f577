import { ChevronDown, X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { startTransition, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { cn } from '#ui/class-names.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import type { ColumnShown } from '../schema.ts'

interface FilterProps {
  column: ColumnShown
  /** As the address has it. */
  value: string
  onChange: (value: string) => void
}

/** What a list is narrowed down to in one column: a button that says it, and a small form behind it. */
export function ListFilter({ column, value, onChange }: FilterProps) {
  const [open, setOpen] = useState(false)
  const apply = (form: HTMLFormElement) => {
    onChange(readFilter(column, new FormData(form)))
    setOpen(false)
  }
  return (
    <span
      className={cn(
        'inline-flex h-9 items-center rounded-control border text-sm',
        value ? 'border-brand bg-brand-soft text-ink' : 'border-dashed border-line-strong text-muted',
      )}
    >
      {/* Date fields take long to create: in a transition, the browser can paint the pressed button first. */}
      <Popover.Root open={open} onOpenChange={(next) => startTransition(() => setOpen(next))}>
        <Popover.Trigger className="flex h-full items-center gap-1.5 rounded-control px-3 font-medium hover:text-ink">
          {column.label}
          {value ? <span className="max-w-48 truncate font-semibold">: {inWords(column, value)}</span> : null}
          <ChevronDown aria-hidden className="size-3.5" />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            align="start"
            sideOffset={6}
            collisionPadding={12}
            aria-label={`Filter by ${column.label}`}
            className="z-50 w-72 rounded-control border bg-surface-raised p-4 shadow-float data-[state=open]:animate-rise-in"
          >
            <form
              method="post"
              className="grid gap-3"
              onSubmit={(event) => {
                event.preventDefault()
                apply(event.currentTarget)
              }}
            >
              <FilterFields column={column} value={value} />
              <Button type="submit" variant="brand" size="sm" className="justify-self-start">
                Apply
              </Button>
            </form>
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      {value ? (
        <button
          type="button"
          aria-label={`Clear ${column.label}`}
          onClick={() => onChange('')}
          className="grid h-full w-8 place-items-center rounded-control text-muted hover:text-ink"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      ) : null}
    </span>
  )
}

function FilterFields({ column, value }: Pick<FilterProps, 'column' | 'value'>) {
  const [from = '', to = ''] = value.split('..')
  switch (column.kind) {
    case 'choice':
      return (
        <fieldset className="grid max-h-64 gap-2 overflow-y-auto">
          <legend className="sr-only">{column.label}</legend>
          {column.options?.map((option) => (
            <Checkbox
              key={option.value}
              name="choice"
              value={option.value}
              label={option.label}
              defaultChecked={value.split(',').includes(option.value)}
            />
          ))}
        </fieldset>
      )
    case 'yes-no':
      return (
        <fieldset className="grid gap-2">
          <legend className="sr-only">{column.label}</legend>
          {['yes', 'no'].map((one) => (
            <label key={one} className="flex items-center gap-3 text-[0.9375rem]">
              <input
                type="radio"
                name="text"
                value={one}
                defaultChecked={value === one}
                className="size-4.5"
              />
              {one === 'yes' ? 'Yes' : 'No'}
            </label>
          ))}
        </fieldset>
      )
    case 'text':
      return (
        <Field label={`${column.label} contains`}>
          <Input name="text" defaultValue={value} maxLength={100} />
        </Field>
      )
    default: {
      const isDay = column.kind === 'instant'
      const unit = column.kind === 'money' ? ' (dollars)' : ''
      return (
        <>
          <Field label={isDay ? 'From' : `At least${unit}`}>
            <Input
              name="from"
              type={isDay ? 'date' : 'text'}
              inputMode={isDay ? undefined : 'decimal'}
              defaultValue={from}
            />
          </Field>
          <Field
            label={isDay ? 'To' : `At most${unit}`}
            hint={isDay ? 'Days in New York, both included.' : undefined}
          >
            <Input
              name="to"
              type={isDay ? 'date' : 'text'}
              inputMode={isDay ? undefined : 'decimal'}
              defaultValue={to}
            />
          </Field>
        </>
      )
    }
  }
}

function readFilter({ kind }: ColumnShown, form: FormData): string {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  if (kind === 'choice') return form.getAll('choice').join(',')
  if (kind === 'yes-no' || kind === 'text') return text('text')
  return text('from') || text('to') ? `${text('from')}..${text('to')}` : ''
}

/** A filter in a few words, for its button. */
function inWords({ kind, options }: ColumnShown, value: string): string {
  if (kind === 'choice')
    return value
      .split(',')
      .map((one) => options?.find((option) => option.value === one)?.label ?? one)
      .join(', ')
  if (kind === 'yes-no') return value === 'yes' ? 'Yes' : 'No'
  if (kind === 'text') return value
  const [from, to] = value.split('..')
  return from && to ? `${from} to ${to}` : from ? `from ${from}` : `up to ${to}`
}
