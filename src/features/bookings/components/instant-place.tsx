import type { CoachProfile } from '#features/coaches/schema.ts'
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
  if (places.length < 2) return null
  return (
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
  )
}
