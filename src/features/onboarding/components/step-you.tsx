import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { Textarea } from '#ui/textarea.tsx'
import type { StepProps } from './step-props.ts'

const genders = [
  { value: '', label: 'Rather not say' },
  { value: 'female', label: 'Woman' },
  { value: 'male', label: 'Man' },
]

export function StepYou({ draft, onChange, faults }: StepProps<'displayName' | 'bio' | 'years' | 'gender'>) {
  return (
    <>
      <Field
        label="Name"
        required
        error={faults.displayName}
        hint="As students see it. Most coaches use first and last name."
      >
        <Input
          name="displayName"
          autoComplete="name"
          value={draft.displayName}
          onChange={(event) => onChange({ displayName: event.target.value })}
        />
      </Field>
      <Field
        label="About you"
        required
        error={faults.bio}
        hint="Who you like to teach, and what a first lesson with you is like."
      >
        <Textarea
          name="bio"
          rows={6}
          value={draft.bio}
          counter={{ length: draft.bio.length, max: 4000 }}
          onChange={(event) => onChange({ bio: event.target.value })}
        />
      </Field>
      <Field label="Years of coaching" optional error={faults.years} className="max-w-48">
        <Input
          name="years"
          inputMode="numeric"
          value={draft.years}
          onChange={(event) => onChange({ years: event.target.value })}
        />
      </Field>
      <RadioGroup
        legend="Gender (optional)"
        name="gender"
        options={genders}
        value={draft.gender}
        onValueChange={(gender) => onChange({ gender })}
        hint="Some students look for a woman or a man as their coach."
      />
    </>
  )
}
