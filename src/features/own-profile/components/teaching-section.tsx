import { facilityChoices } from '#features/coaches/facility-types.ts'
import { ChoiceList } from '#features/onboarding/components/choice-list.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { EditorSection } from './editor-section.tsx'
import type { SectionProps } from './section-props.ts'
import { SpecialtyField } from './specialty-field.tsx'

/** The section about specialties and teaching methods. */
export function TeachingSection({ words, onChange, faults }: SectionProps) {
  return (
    <EditorSection title="What you teach" description="Students search and filter by this.">
      <SpecialtyField words={words} onChange={onChange} faults={faults} />
      <Field
        label="Launch monitor"
        optional
        error={faults.launchMonitor}
        hint="The one you use. Leave this empty if you have none."
        className="max-w-md"
      >
        <Input
          name="launchMonitor"
          value={words.launchMonitor}
          onChange={(event) => onChange({ launchMonitor: event.target.value })}
        />
      </Field>
      <ChoiceList
        legend="What kind of place do you teach at?"
        optional
        name="facilityTypes"
        options={facilityChoices}
        chosen={facilityChoices
          .map(({ value }) => value)
          .filter((value) => words.facilityTypes.includes(value))}
        onChange={(facilityTypes) => onChange({ facilityTypes })}
        error={faults.facilityTypes}
      />
    </EditorSection>
  )
}
