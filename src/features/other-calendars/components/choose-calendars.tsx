import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/form-error.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { toast } from '#ui/toast.tsx'
import { otherCalendarsClient } from '../client.ts'
import type { GoogleConnection } from '../schema.ts'
import { otherCalendarsQuery, showChanged } from './calendar-queries.ts'

const NOWHERE = 'nowhere'

/**
 * Chooses the calendars of a Google account that count as busy, and the one lessons are written to.
 * @param connection the current settings; choices made here are kept when it changes
 * @param isFirst right after connecting, when the account's own calendar is preselected for lessons
 */
export function ChooseCalendars({
  connection,
  isFirst = false,
  onClose,
}: {
  connection: GoogleConnection
  isFirst?: boolean
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const { calendars, mayWrite, version } = connection
  const owned = calendars.filter(({ isOwned }) => isOwned)
  const [busy, setBusy] = useState(
    () => new Set(calendars.filter(({ countsBusy }) => countsBusy).map(({ id }) => id)),
  )
  const [target, setTarget] = useState(
    () =>
      connection.target ??
      (isFirst && mayWrite ? owned.find(({ isPrimary }) => isPrimary)?.id : null) ??
      NOWHERE,
  )
  const [isSaving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  async function save() {
    setSaving(true)
    setRefusal(undefined)
    try {
      const changed = await otherCalendarsClient.chooseGoogle.call({
        busy: calendars.filter(({ id }) => busy.has(id)).map(({ id }) => id),
        target: mayWrite && target !== NOWHERE ? target : null,
        version,
      })
      await showChanged(queryClient, changed)
      toast.success('Calendars saved')
      onClose()
    } catch (error) {
      const { message, code } = readProblem(error)
      setRefusal(message ?? 'We could not reach the server. Nothing was saved.')
      if (code === 'changed_elsewhere' || code === 'no_such_calendar')
        await queryClient.invalidateQueries({ queryKey: otherCalendarsQuery.queryKey })
    } finally {
      setSaving(false)
    }
  }

  const tick = (id: string, isOn: boolean) =>
    setBusy((before) => {
      const after = new Set(before)
      if (isOn) after.add(id)
      else after.delete(id)
      return after
    })

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Choose your calendars"
      description={connection.account}
      footer={
        <>
          <Button onClick={onClose}>{isFirst ? 'Later' : 'Go back'}</Button>
          <Button variant="brand" loading={isSaving} onClick={() => void save()}>
            Save calendars
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-7">
        <fieldset>
          <legend className="mb-2.5 text-sm font-semibold">Block busy times from these calendars</legend>
          <div className="flex flex-col gap-2.5">
            {calendars.map((calendar) => (
              <Checkbox
                key={calendar.id}
                label={<CalendarName calendar={calendar} />}
                checked={busy.has(calendar.id)}
                onChange={({ target: box }) => tick(calendar.id, box.checked)}
              />
            ))}
          </div>
          {busy.size === 0 ? (
            <p className="mt-2.5 text-sm text-muted">With none chosen, nothing at Google closes a time.</p>
          ) : null}
        </fieldset>
        {mayWrite ? (
          <RadioGroup
            legend="Lessons are written to"
            name="target"
            value={target}
            onValueChange={setTarget}
            options={[
              ...owned.map((calendar) => ({
                value: calendar.id,
                label: <CalendarName calendar={calendar} />,
              })),
              {
                value: NOWHERE,
                label: 'No calendar',
                ...(connection.target
                  ? { description: 'Coming lessons that were written are taken out again.' }
                  : {}),
              },
            ]}
            hint="Each lesson with its student, time and place, kept up to date. Your notes are not included."
          />
        ) : (
          <p className="text-sm text-muted">
            You did not allow us to write events, so lessons are not written to Google. To change that,
            disconnect, connect again, and leave the box ticked.
          </p>
        )}
        <FormError>{refusal}</FormError>
      </div>
    </Dialog>
  )
}

/** A calendar's name as set by its owner. */
export const CalendarName = ({ calendar }: { calendar: { name: string } }) => (
  <bdi className="wrap-anywhere">{calendar.name}</bdi>
)
