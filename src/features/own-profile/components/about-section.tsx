import { StepYou } from '#features/onboarding/components/step-you.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { EditorSection } from './editor-section.tsx'
import type { SectionProps } from './section-props.ts'

/** The section about the coach's person. */
export function AboutSection({ words, onChange, faults }: SectionProps) {
  return (
    <EditorSection title="About you">
      <StepYou draft={words} onChange={(patch) => onChange(withoutFreeGender(patch))} faults={faults} />
      <Field
        label="Location"
        optional
        error={faults.location}
        hint="As your card shows it, such as Charlotte, NC. Empty: the town of your main place."
        className="max-w-md"
      >
        <Input
          name="location"
          value={words.location}
          onChange={(event) => onChange({ location: event.target.value })}
        />
      </Field>
    </EditorSection>
  )
}

const genders = ['', 'female', 'male'] as const

/** The sign-up steps accept any text; a profile only one of three values. */
function withoutFreeGender({ gender, ...patch }: { gender?: string | undefined } & Record<string, unknown>) {
  const known = genders.find((one) => one === gender)
  return known === undefined ? patch : { ...patch, gender: known }
}
