import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast.tsx'
import { otherCalendarsClient } from '../client.ts'
import { addCalendarSchema } from '../schema.ts'
import { showChanged } from './calendar-queries.ts'

/** Adds a calendar by URL. It is read before the dialog closes; errors are shown below the field. */
export function AddCalendarDialog({
  demoAddresses,
  onClose,
}: {
  demoAddresses: readonly string[]
  onClose: () => void
}) {
  const element = useRef<HTMLFormElement>(null)
  const queryClient = useQueryClient()
  const form = useCheckedForm(addCalendarSchema)
  const [refusal, setRefusal] = useState<string>()
  const checked = form.sends(async (entered) => {
    setRefusal(undefined)
    try {
      const added = await otherCalendarsClient.addAddress.call(entered)
      onClose()
      const calendar = added.calendars.at(-1)
      toast.success('Calendar added', calendar ? busyWords(calendar.busyTimes) : undefined)
      await showChanged(queryClient, added)
    } catch (error) {
      const { issues, message, code } = readProblem(error)
      // Errors about the URL are shown below the field.
      if (issues.length > 0 || !message || code === 'too_many') throw error
      setRefusal(message)
      element.current?.querySelector<HTMLInputElement>('[name="address"]')?.focus()
    }
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Add a calendar by its address"
      description="We read it every ten minutes and keep its times free of lessons. Students never see its contents."
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button variant="brand" loading={form.busy} onClick={() => element.current?.requestSubmit()}>
            Add calendar
          </Button>
        </>
      }
    >
      <form {...checked} ref={element} onChange={() => setRefusal(undefined)} className="flex flex-col gap-4">
        <Field
          label="Private address"
          hint="In iCal or ICS format. It begins with https:// or webcal://"
          error={form.errors.address ?? refusal}
        >
          <Input
            name="address"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            placeholder="https://…/basic.ics"
          />
        </Field>
        <Field label="Name" optional hint="Left empty, it keeps its own." error={form.errors.name}>
          <Input name="name" autoComplete="off" placeholder="Family" />
        </Field>
        <FormError>{form.failure}</FormError>
        <button type="submit" hidden />
      </form>
      <div className="mt-5 border-t text-[0.9375rem]">
        {ways.map(({ where, steps }) => (
          <Disclosure key={where} name="where-addresses-are" summary={where} className="text-sm">
            {steps}
          </Disclosure>
        ))}
        {demoAddresses.length > 0 ? (
          <p className="mt-4 text-sm text-muted wrap-anywhere">
            {'To try it in this demo: '}
            {demoAddresses.map((address, nth) => (
              <span key={address}>
                {nth > 0 ? ' or ' : ''}
                <code>{address}</code>
              </span>
            ))}
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}

const ways = [
  {
    where: 'Google Calendar',
    steps:
      'On a computer: Settings, choose the calendar on the left, Integrate calendar, then copy “Secret address in iCal format”.',
  },
  {
    where: 'Apple iCloud',
    steps:
      'In Calendar, choose the calendar’s share button, turn on Public Calendar, and copy the link. It begins with webcal://.',
  },
  {
    where: 'Outlook and Microsoft 365',
    steps:
      'On the web: Settings, Calendar, Shared calendars, Publish a calendar with “Can view all details”, and copy the ICS link.',
  },
]

/** `12 busy times in the coming year` */
export const busyWords = (count: number): string =>
  count === 0
    ? 'Nothing in it keeps you busy in the coming year.'
    : count === 1
      ? '1 busy time in the coming year'
      : `${count} busy times in the coming year`
