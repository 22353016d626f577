import { useRef } from 'react'
import type { CoachProfile } from '#features/coaches/schema.ts'
import { useEarlyChoice } from '#platform/early-press.ts'
import { RadioGroup } from '#ui/radio-group.tsx'

/** Where the lesson is, when the coach teaches at several places. */
export function InstantPlace({
  places,
  value,
  onChange,
}: {
  places: CoachProfile['locations']
  value: string | undefined
  onChange: (placeId: string) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  useEarlyChoice(box, value ?? null, onChange)
  if (places.length < 2) return null
  return (
    <div ref={box}>
      <RadioGroup
        legend="Place"
        name="lesson-place"
        value={value}
        onValueChange={onChange}
        options={places.map((place) => ({
          value: place.id,
          label: place.name,
          description: `${place.city}, ${place.state}`,
        }))}
      />
    </div>
  )
}
