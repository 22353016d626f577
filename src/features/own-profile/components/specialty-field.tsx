import { Plus } from 'lucide-react'
import { useState } from 'react'
import { ChoiceList } from '#features/onboarding/components/choice-list.tsx'
import { specialtyOptions } from '#features/onboarding/onboarding.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { profileLimits } from '../profile-limits.ts'
import type { SectionProps } from './section-props.ts'

/** The coach's specialties: common ones as checkboxes, and custom ones. */
export function SpecialtyField({ words, onChange, faults }: SectionProps) {
  const [own, setOwn] = useState('')
  const chosen = words.specialties
  const options = [...new Set([...chosen, ...specialtyOptions])]
  const add = () => {
    const name = own.trim().slice(0, 40)
    const known = options.find((option) => option.toLowerCase() === name.toLowerCase()) ?? name
    if (name && !chosen.includes(known)) onChange({ specialties: [...chosen, known] })
    setOwn('')
  }
  return (
    <div>
      <ChoiceList
        legend="What do you teach?"
        hint="Your card shows the first three you chose."
        name="specialties"
        options={options.map((value) => ({ value, label: value }))}
        chosen={chosen}
        onChange={(specialties) => onChange({ specialties })}
        error={faults.specialties}
      />
      {chosen.length < profileLimits.specialties ? (
        <div className="mt-3 flex max-w-sm items-end gap-2">
          <Field label="Something else" className="min-w-0 flex-1">
            <Input
              name="ownSpecialty"
              maxLength={40}
              value={own}
              onChange={(event) => setOwn(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                add()
              }}
            />
          </Field>
          <Button onClick={add} disabled={!own.trim()}>
            <Plus aria-hidden />
            Add
          </Button>
        </div>
      ) : null}
    </div>
  )
}
