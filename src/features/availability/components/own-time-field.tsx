import { useEffect, useRef, useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { formatDay, formatTimeRange } from '#platform/time.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { availabilityClient } from '../client.ts'
import { QUARTER, type TimeWarning, timeWarningTexts } from '../own-times/own-time.ts'
import { type LookedAtTime, ownTimeSchema } from '../own-times/schema.ts'

/**
 * Lets a coach choose any free time, including times outside the open hours. Warnings are shown first and
 * need a confirmation; occupied times are rejected.
 */
export function OwnTimeField({
  label,
  action,
  request,
  onChoose,
}: {
  label: string
  /** The button's label, such as `Add this time`. */
  action: string
  request: { durationMinutes: number; locationId?: string | undefined; bookingId?: string | undefined }
  onChoose: (start: string, confirmed: TimeWarning[]) => void
}) {
  const [date, setDate] = useState('')
  const [time, setTime] = useState('')
  const [errors, setErrors] = useState<{ date?: string; time?: string }>({})
  const [looked, setLooked] = useState<LookedAtTime | null>(null)
  const [busy, setBusy] = useState(false)
  const fields = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new errors move the focus.
  useEffect(() => {
    fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])

  function edit(set: (value: string) => void, value: string) {
    set(value)
    setErrors({})
    setLooked(null)
  }

  async function look() {
    const checked = ownTimeSchema.safeParse({ date, time, ...request })
    if (!checked.success) {
      const messageAt = (field: string) => checked.error.issues.find(({ path }) => path[0] === field)?.message
      setErrors({
        ...(messageAt('date') ? { date: messageAt('date') } : {}),
        ...(messageAt('time') ? { time: messageAt('time') } : {}),
      })
      return
    }
    setBusy(true)
    try {
      const found = await availabilityClient.ownTime.call(checked.data)
      if (!found.isFree) setErrors({ time: 'This time is taken, or it has passed. Choose another one.' })
      else if (found.warnings.length > 0) setLooked(found)
      else choose(found)
    } catch (error) {
      setErrors({ time: readProblem(error).message ?? 'No connection. Please try again.' })
    } finally {
      setBusy(false)
    }
  }

  function choose({ start, warnings }: LookedAtTime) {
    onChoose(start, warnings)
    setLooked(null)
    setTime('')
  }

  return (
    <Disclosure summary={label}>
      <div className="flex flex-col gap-3 pt-1 pb-2">
        <p className="text-sm text-muted">Any free time, including outside your open hours.</p>
        <div ref={fields} className="grid items-start gap-3 sm:grid-cols-[1fr_1fr_auto]">
          <Field label="Date" error={errors.date}>
            <Input type="date" value={date} onChange={(event) => edit(setDate, event.target.value)} />
          </Field>
          <Field label="Start" error={errors.time}>
            <Input
              type="time"
              step={QUARTER * 60}
              value={time}
              onChange={(event) => edit(setTime, event.target.value.slice(0, 5))}
            />
          </Field>
          <Button className="sm:mt-6.5" loading={busy} onClick={() => void look()}>
            {action}
          </Button>
        </div>
        {looked ? (
          <Alert
            tone="warning"
            title={`${formatDay(looked.start, looked.zone)}, ${formatTimeRange(looked.start, request.durationMinutes, looked.zone)}`}
            action={
              <Button size="sm" onClick={() => choose(looked)}>
                Use it anyway
              </Button>
            }
          >
            {looked.warnings.map((warning) => timeWarningTexts[warning]).join(' ')}
          </Alert>
        ) : null}
      </div>
    </Disclosure>
  )
}
