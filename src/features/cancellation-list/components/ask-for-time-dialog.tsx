import { useState } from 'react'
import { z } from 'zod'
import { addDays, formatDuration } from '#platform/time.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Select } from '#ui/select.tsx'
import { type AskedCoach, askedDayParts, datesWords, dayPartNames } from '../cancellation-list.ts'
import { cancellationListClient } from '../client.ts'

const formSchema = z
  .object({
    from: z.iso.date({ message: 'Choose a date' }),
    to: z.iso.date({ message: 'Choose a date' }),
    dayPart: z.enum(askedDayParts),
    durationMinutes: z.coerce.number<string>(),
    locationId: z.string().optional(),
  })
  .refine(({ from, to }) => from <= to, { message: 'The last date is before the first', path: ['to'] })

/** The form in which a student asks to be notified of freed times: dates, part of the day and duration. */
export function AskForTimeDialog({
  coach,
  durationMinutes,
  first,
  date,
  isSignedIn,
  onClose,
}: {
  coach: AskedCoach
  durationMinutes: number
  first: string
  date?: string | null
  isSignedIn: boolean
  onClose: () => void
}) {
  const form = useCheckedForm(formSchema)
  const [asked, setAsked] = useState<string | null>(null)
  const [from, setFrom] = useState(date ?? first)
  const [to, setTo] = useState(date ?? addDays(first, 6))
  const checked = form.sends(async ({ locationId, ...entered }) => {
    await cancellationListClient.ask.call({
      instructorId: coach.id,
      ...entered,
      ...(locationId ? { locationId } : {}),
    })
    const { from: one, to: last } = entered
    setAsked(datesWords(one, last))
  })
  const title = asked ? 'You are on the list' : `When ${coach.label} has time`
  if (!isSignedIn)
    return (
      <Dialog
        open
        onOpenChange={onClose}
        size="sm"
        title={title}
        description="Sign in, and we can tell you when a lesson is cancelled and its time is free."
      >
        <div className="flex justify-end pt-2">
          <LinkButton
            href={`/auth?redirect=${encodeURIComponent(`/instructor/${coach.id}`)}`}
            variant="brand"
          >
            Sign in
          </LinkButton>
        </div>
      </Dialog>
    )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={title}
      description={
        asked
          ? `When a lesson of ${asked} is cancelled and you are next, we hold the time for you and email you.`
          : 'When a lesson is cancelled, its time is offered to golfers on the list one by one.'
      }
    >
      {asked ? (
        <div className="flex flex-col-reverse gap-2.5 pt-2 sm:flex-row sm:justify-end">
          <LinkButton href="/lessons#cancellation-list">See your list</LinkButton>
          <Button variant="brand" onClick={onClose}>
            Done
          </Button>
        </div>
      ) : (
        <form {...checked} className="flex flex-col gap-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="From" error={form.errors.from}>
              <Input
                type="date"
                name="from"
                min={first}
                value={from}
                onChange={(event) => {
                  setFrom(event.target.value)
                  if (event.target.value > to) setTo(event.target.value)
                }}
              />
            </Field>
            <Field label="Until" error={form.errors.to}>
              <Input
                type="date"
                name="to"
                min={from}
                value={to}
                onChange={(event) => setTo(event.target.value)}
              />
            </Field>
          </div>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Time of day">
              <Select
                name="dayPart"
                options={askedDayParts.map((value) => ({ value, label: dayPartNames[value] }))}
              />
            </Field>
            <Field label="Length" error={form.errors.durationMinutes}>
              <Select
                name="durationMinutes"
                defaultValue={durationMinutes}
                options={coach.durations.map((minutes) => ({
                  value: String(minutes),
                  label: formatDuration(minutes),
                }))}
              />
            </Field>
          </div>
          {coach.locations.length > 1 ? (
            <Field label="Where">
              <Select
                name="locationId"
                options={[
                  { value: '', label: 'Any place' },
                  ...coach.locations.map(({ id, name }) => ({ value: id, label: name })),
                ]}
              />
            </Field>
          ) : null}
          {form.failure ? <FormError title="Request not sent">{form.failure}</FormError> : null}
          <div className="flex flex-col-reverse gap-2.5 pt-2 sm:flex-row sm:justify-end">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="brand" loading={form.busy}>
              Tell me
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
