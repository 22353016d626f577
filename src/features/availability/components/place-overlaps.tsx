import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import type { AvailabilitySettings } from '../own-hours/schema.ts'
import {
  overlapsBetweenPlaces,
  rangeWords,
  type Week,
  type WeekRange,
  weekdays,
  withoutTime,
} from '../week.ts'

/** Hours at two places at once: where, and how to take the time out of one of them. */
export function PlaceOverlaps({
  settings,
  week,
  onRepair,
}: {
  settings: AvailabilitySettings
  week: Week
  onRepair: (hours: WeekRange[]) => void
}) {
  const overlaps = overlapsBetweenPlaces(week)
  const placeOf = (at: number) => {
    const calendar = week.calendars.find(({ id }) => id === week.hours[at]?.calendarId)
    return settings.places.find(({ id }) => id === calendar?.placeId)?.name ?? 'another place'
  }
  return overlaps.map((overlap) => {
    const [first, second] = [placeOf(overlap.first), placeOf(overlap.second)]
    const day = weekdays.find((one) => one.day === overlap.day)?.name
    return (
      <Alert
        key={`${overlap.first}-${overlap.second}`}
        tone="warning"
        title={`${day}, ${rangeWords(overlap)}: open at two places`}
        className="mt-4"
        action={
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={() => onRepair(withoutTime(week.hours, overlap.second, overlap))}>
              Only {first}
            </Button>
            <Button size="sm" onClick={() => onRepair(withoutTime(week.hours, overlap.first, overlap))}>
              Only {second}
            </Button>
          </div>
        }
      >
        {`Students can book it at ${first} or ${second}, whoever is first. Keep it so, or choose one.`}
      </Alert>
    )
  })
}
