import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { specialtyOptions } from '../onboarding.ts'
import { ChoiceList } from './choice-list.tsx'
import { RateFields } from './rate-fields.tsx'
import type { StepProps } from './step-props.ts'

const specialties = specialtyOptions.map((value) => ({ value, label: value }))

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
      <RateFields draft={draft} onChange={onChange} faults={faults} />
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
