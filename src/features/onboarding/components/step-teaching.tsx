import { centsFromDollars, formatMoney, proportion } from '#platform/money.ts'
import { formatDuration } from '#platform/time.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { durationOptions, specialtyOptions } from '../onboarding.ts'
import { ChoiceList } from './choice-list.tsx'
import type { StepProps } from './step-props.ts'

const specialties = specialtyOptions.map((value) => ({ value, label: value }))
const durations = durationOptions.map((value) => ({ value, label: formatDuration(value) }))

export function StepTeaching({ draft, onChange, faults }: StepProps) {
  return (
    <>
      <ChoiceList
        legend="What do you teach?"
        hint="Your card shows the first three."
        name="specialties"
        options={specialties}
        chosen={specialtyOptions.filter((value) => draft.specialties.includes(value))}
        onChange={(chosen) => onChange({ specialties: chosen })}
        error={faults.specialties}
      />
      <Field
        label="Price of an hour"
        required
        error={faults.hourlyRate}
        hint="The price of other lengths is calculated from it."
        className="max-w-60"
      >
        <Input
          name="hourlyRate"
          inputMode="decimal"
          leading="$"
          value={draft.hourlyRate}
          onChange={(event) => onChange({ hourlyRate: event.target.value })}
        />
      </Field>
      <ChoiceList
        legend="How long are your lessons?"
        name="durations"
        options={durations}
        chosen={durationOptions.filter((value) => draft.durations.includes(value))}
        onChange={(chosen) => onChange({ durations: [...chosen].sort((a, b) => a - b) })}
        error={faults.durations}
      />
      <Prices rate={draft.hourlyRate} durations={draft.durations} />
      <Field
        label="Certification"
        optional
        error={faults.credential}
        hint="Such as PGA Class A Professional. Students can search for it."
      >
        <Input
          name="credential"
          value={draft.credential}
          onChange={(event) => onChange({ credential: event.target.value })}
        />
      </Field>
      <Field
        label="Launch monitor"
        optional
        error={faults.launchMonitor}
        hint="The one you use. Leave this empty if you have none."
      >
        <Input
          name="launchMonitor"
          value={draft.launchMonitor}
          onChange={(event) => onChange({ launchMonitor: event.target.value })}
        />
      </Field>
    </>
  )
}

/** What students will pay, as soon as it is known. */
function Prices({ rate, durations: chosen }: { rate: string; durations: readonly number[] }) {
  if (!/^\d{1,5}(\.\d{1,2})?$/.test(rate.trim()) || chosen.length === 0) return null
  const hour = centsFromDollars(rate.trim())
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 rounded-control bg-surface-sunken px-5 py-4">
      {chosen.map((minutes) => (
        <div key={minutes}>
          <dt className="text-sm text-muted">{formatDuration(minutes)}</dt>
          <dd className="tabular font-semibold">{formatMoney(proportion(hour, minutes, 60))}</dd>
        </div>
      ))}
    </dl>
  )
}
