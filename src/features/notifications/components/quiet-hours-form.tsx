import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { zoneName } from '#platform/time.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { useNow } from '#platform/use-now.ts'
import { useViewerZone } from '#platform/use-viewer-zone.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Select } from '#ui/select.tsx'
import { toast } from '#ui/toast.tsx'
import { notificationsClient } from '../client.ts'
import type { Preferences } from '../preferences/schema.ts'
import { halfHours, OWN_QUIET_HOURS } from '../quiet-hours.ts'
import { preferencesQuery } from './notification-queries.ts'

const times = halfHours.map(({ minute, label }) => ({ value: String(minute), label }))

/** The quiet hours for texts and push. Emails are not affected. */
export function QuietHoursForm({ quietHours }: { quietHours: Preferences['quietHours'] }) {
  const queryClient = useQueryClient()
  const viewerZone = useViewerZone()
  const now = useNow(60_000)
  const [isOn, setOn] = useState(quietHours.quiet !== null)
  const [from, setFrom] = useState(String(quietHours.quiet?.from ?? OWN_QUIET_HOURS.from))
  const [until, setUntil] = useState(String(quietHours.quiet?.until ?? OWN_QUIET_HOURS.until))
  const [zone, setZone] = useState(quietHours.zone)
  const [isEmpty, setEmpty] = useState(false)
  const { busy, failure, attempt } = useAttempt('That was not saved. Please try again.')
  const zones = [...new Set([zone, quietHours.zone, ...(viewerZone ? [viewerZone] : []), ...US_ZONES])]

  function save(event: FormEvent) {
    event.preventDefault()
    setEmpty(isOn && from === until)
    if (isOn && from === until) return
    void attempt(async () => {
      await notificationsClient.setQuietHours.call({
        zone,
        quiet: isOn ? { from: Number(from), until: Number(until) } : null,
      })
      await queryClient.invalidateQueries({ queryKey: preferencesQuery.queryKey })
      toast.success('Quiet hours saved')
    })
  }

  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-5">
      <FormError>{isEmpty ? 'Choose two different times.' : failure}</FormError>
      <Checkbox
        label="Keep texts and push quiet at night"
        description="They are sent in the morning if they still apply."
        checked={isOn}
        onChange={(event) => setOn(event.target.checked)}
      />
      {isOn ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="From">
            <Select options={times} value={from} onChange={(event) => setFrom(event.target.value)} />
          </Field>
          <Field label="Until">
            <Select options={times} value={until} onChange={(event) => setUntil(event.target.value)} />
          </Field>
          <Field label="Your time zone" className="sm:col-span-2">
            <Select
              options={zones.map((name) => ({ value: name, label: zoneLabel(name, now) }))}
              value={zone}
              onChange={(event) => setZone(event.target.value)}
            />
          </Field>
        </div>
      ) : null}
      <Button type="submit" variant="brand" loading={busy} className="self-start">
        Save quiet hours
      </Button>
    </form>
  )
}

/** The most common time zones. The browser's own zone is added if it is not listed. */
const US_ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
]

const zoneLabel = (zone: string, now: number | null) =>
  `${(zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')}${now === null ? '' : ` (${zoneName(now, zone)})`}`
