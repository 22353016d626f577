import { CalendarPlus, Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { uuidV4 } from '#platform/uuid.ts'
import { writtenLine } from '#platform/written-text.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { cn } from '#ui/class-names.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import type { AvailabilitySettings } from '../own-hours/schema.ts'
import type { Week, WeekCalendar } from '../week.ts'

const REGULAR = 'Regular hours'

/**
 * Chooses the calendar to edit and the calendar students book into, and manages the coach's own calendars.
 */
export function WeekCalendars(props: {
  settings: AvailabilitySettings
  week: Week
  shown: string | null
  onShow: (calendarId: string | null) => void
  onChange: (part: Partial<Week>) => void
}) {
  const { settings, week, shown, onShow, onChange } = props
  const current = week.calendars.find(({ id }) => id === shown)
  const placeOf = ({ placeId }: WeekCalendar) => settings.places.find(({ id }) => id === placeId)?.name
  const remove = (calendar: WeekCalendar) => {
    onChange({
      calendars: week.calendars.filter(({ id }) => id !== calendar.id),
      instantBookCalendarId: week.instantBookCalendarId === calendar.id ? null : week.instantBookCalendarId,
      hours: week.hours.filter(({ calendarId }) => calendarId !== calendar.id),
    })
    onShow(null)
  }
  const keep = (calendar: WeekCalendar) => {
    const isNew = !week.calendars.some(({ id }) => id === calendar.id)
    onChange({
      calendars: isNew
        ? [...week.calendars, calendar]
        : week.calendars.map((other) => (other.id === calendar.id ? calendar : other)),
    })
    onShow(calendar.id)
  }
  return (
    <div className="mb-4 flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        {[{ id: null, name: REGULAR }, ...week.calendars].map(({ id, name }) => (
          <button
            key={id ?? 'regular'}
            type="button"
            aria-pressed={shown === id}
            onClick={() => onShow(id)}
            className={cn(
              'min-h-9 max-w-full truncate rounded-full border px-3.5 text-sm font-semibold transition-colors',
              shown === id
                ? 'border-brand bg-brand text-on-brand'
                : 'border-line-strong bg-surface-raised hover:bg-surface-hover',
            )}
          >
            {name}
          </button>
        ))}
        {week.calendars.length < 8 ? (
          <CalendarDialog
            settings={settings}
            week={week}
            onKeep={keep}
            trigger={
              <Button variant="ghost" size="sm" className="text-brand">
                <CalendarPlus aria-hidden />
                Add a calendar
              </Button>
            }
          />
        ) : null}
      </div>
      {current ? (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-sm text-muted">
            {placeOf(current)
              ? `These hours count at ${placeOf(current)} only.`
              : settings.places.length > 1
                ? 'These hours count where your regular hours count.'
                : null}
          </p>
          <div className="flex gap-1">
            <CalendarDialog
              settings={settings}
              week={week}
              calendar={current}
              onKeep={keep}
              onRemove={remove}
              trigger={
                <Button variant="ghost" size="sm">
                  <Pencil aria-hidden />
                  Name and place
                </Button>
              }
            />
          </div>
        </div>
      ) : settings.places.length > 1 ? (
        <RegularHoursPlaces settings={settings} week={week} onChange={onChange} />
      ) : null}
      {week.calendars.length > 0 ? (
        <Field label="Students book into" className="max-w-sm">
          <Select
            value={week.instantBookCalendarId ?? ''}
            onChange={(event) => onChange({ instantBookCalendarId: event.target.value || null })}
            options={[
              { value: '', label: 'All my hours' },
              ...week.calendars.map(({ id, name }) => ({ value: id, label: `Only ${name}` })),
            ]}
          />
        </Field>
      ) : null}
    </div>
  )
}

/** Chooses the places where hours without a place count. */
function RegularHoursPlaces({
  settings,
  week,
  onChange,
}: {
  settings: AvailabilitySettings
  week: Week
  onChange: (part: Partial<Week>) => void
}) {
  const apart = week.ownHoursPlaceIds ?? []
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold">Your regular hours count at</legend>
      <div className="flex flex-col gap-2.5">
        {settings.places.map(({ id, name, zone }) => (
          <Checkbox
            key={id}
            label={name}
            description={
              zone === settings.zone ? undefined : 'By the clock there, which is in another time zone.'
            }
            checked={!apart.includes(id)}
            onChange={(event) =>
              onChange({
                ownHoursPlaceIds: event.target.checked ? apart.filter((one) => one !== id) : [...apart, id],
              })
            }
          />
        ))}
      </div>
    </fieldset>
  )
}

const calendarFormSchema = z.object({
  name: writtenLine()
    .trim()
    .min(1, 'Give the calendar a name')
    .max(60, 'Name must be less than 60 characters'),
  placeId: z.string(),
})

function CalendarDialog(props: {
  settings: AvailabilitySettings
  week: Week
  calendar?: WeekCalendar
  trigger: ReactNode
  onKeep: (calendar: WeekCalendar) => void
  onRemove?: (calendar: WeekCalendar) => void
}) {
  const { settings, week, calendar } = props
  const [isOpen, setOpen] = useState(false)
  const form = useCheckedForm(calendarFormSchema)
  const checked = form.sends(async ({ name, placeId }, element) => {
    const isTaken = week.calendars.some(
      (other) => other.id !== calendar?.id && other.name.toLowerCase() === name.toLowerCase(),
    )
    if (isTaken || name.toLowerCase() === REGULAR.toLowerCase()) {
      form.show(element, [{ path: 'name', message: 'Another calendar has this name' }])
      return
    }
    props.onKeep({ id: calendar?.id ?? uuidV4(), name, placeId: placeId || null })
    setOpen(false)
  })
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      size="sm"
      trigger={props.trigger}
      title={calendar ? 'Name and place' : 'Add a calendar'}
      description="A set of weekly hours of its own: one for each place, or one for the season."
    >
      <form {...checked} className="flex flex-col gap-4">
        <Field label="Name" error={form.errors.name}>
          <Input
            name="name"
            defaultValue={calendar?.name}
            placeholder="Evenings on the range"
            autoComplete="off"
          />
        </Field>
        <Field label="Where" hint="Hours of a place can only be booked there.">
          <Select
            name="placeId"
            defaultValue={calendar?.placeId ?? ''}
            options={[
              { value: '', label: 'Where my regular hours count' },
              ...settings.places.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Field>
        <div className="flex flex-col-reverse gap-2.5 pt-2 sm:flex-row sm:justify-end">
          {calendar && props.onRemove ? (
            <Button
              onClick={() => {
                props.onRemove?.(calendar)
                setOpen(false)
              }}
            >
              Remove with its hours
            </Button>
          ) : null}
          <Button type="submit" variant="brand">
            {calendar ? 'Done' : 'Add calendar'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
