import { facilityChoices } from '#features/coaches/facility-types.ts'
import { ChoiceList } from './choice-list.tsx'
import { PlaceFields } from './place-fields.tsx'
import type { StepProps } from './step-props.ts'

export function StepPlace({ draft, onChange, faults }: StepProps) {
  return (
    <>
      <PlaceFields draft={draft} onChange={onChange} faults={faults} />
      <ChoiceList
        legend="What kind of place is it?"
        optional
        name="facilityTypes"
        options={facilityChoices}
        chosen={facilityChoices
          .map(({ value }) => value)
          .filter((value) => draft.facilityTypes.includes(value))}
        onChange={(facilityTypes) => onChange({ facilityTypes })}
        error={faults.facilityTypes}
      />
    </>
  )
}
