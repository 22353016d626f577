import { useState } from 'react'
import type { ApiProblem } from '#platform/api-problem.ts'
import type { FieldErrors } from '#platform/use-checked-form.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { type GolferRelation, golferLimits } from '../golfer.ts'
import type { PlayingGolfer } from '../schema.ts'

/** Name, relation, and the year of birth of a child: the fields of a form for a golfer. */
export function GolferFields({ golfer, errors }: { golfer?: PlayingGolfer; errors: FieldErrors }) {
  const [relation, setRelation] = useState<GolferRelation>(golfer?.relation ?? 'child')
  return (
    <>
      <Field label="Name of the golfer" required error={errors.name}>
        <Input
          name="name"
          dir="auto"
          autoComplete="off"
          maxLength={golferLimits.name}
          defaultValue={golfer?.name}
        />
      </Field>
      <RadioGroup
        legend="Who is it?"
        name="relation"
        look="cards"
        value={relation}
        onValueChange={(value) => setRelation(value === 'adult' ? 'adult' : 'child')}
        options={[
          { value: 'child', label: 'A child', description: 'Under 18' },
          { value: 'adult', label: 'An adult', description: '18 or older' },
        ]}
        error={errors.relation}
      />
      {relation === 'child' ? (
        <Field
          label="Year of birth"
          required
          error={errors.yearOfBirth}
          hint="We never ask for the birthday. Everything about a child’s lessons comes to you: children have no sign-in and no inbox here."
        >
          <Input
            name="yearOfBirth"
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            className="max-w-28"
            defaultValue={golfer?.yearOfBirth ?? undefined}
          />
        </Field>
      ) : null}
    </>
  )
}

/** The fields that a refusal of the server belongs to. */
export function golferIssues({ code, message, issues }: ApiProblem) {
  const path = code === 'bad_year_of_birth' ? 'yearOfBirth' : code === 'same_golfer' ? 'name' : null
  return path && message ? [{ path, message }] : issues
}
