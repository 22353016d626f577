import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import type { AvailabilitySettings } from '../own-hours/schema.ts'
import { overlapsBetweenPlaces, rangeWords, type Week, type WeekRange, withoutTime } from '../week.ts'
import { weekdays } from '../weekdays.ts'

/** Shows hours that overlap at two places, and offers to remove the time from one of them. */
export function PlaceOverlaps({
  settings,
  week,
  onRepair,
}: {
  settings: AvailabilitySettings
  week: Week
  onRepair: (hours: WeekRange[]) => void
}) {
  const zones = new Map(settings.places.map(({ id, zone }) => [id, zone]))
  const overlaps = overlapsBetweenPlaces(week, zones, settings.today)
  const placeOf = (at: number) => {
    const calendar = week.calendars.find(({ id }) => id === week.hours[at]?.calendarId)
    return settings.places.find(({ id }) => id === calendar?.placeId)
  }
  return overlaps.map(({ first, second, ofFirst, ofSecond }) => {
    const [one, other] = [placeOf(first), placeOf(second)]
    const [here, there] = [one?.name ?? 'one place', other?.name ?? 'another place']
    const time = `${dayName(ofFirst.day)}, ${rangeWords(ofFirst)}`
    return (
      <Alert
        key={`${first}-${second}`}
        tone="warning"
        title={`${time}: open at two places`}
        className="mt-4"
        action={
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={() => onRepair(withoutTime(week.hours, second, ofSecond))}>
              Only {here}
            </Button>
            <Button size="sm" onClick={() => onRepair(withoutTime(week.hours, first, ofFirst))}>
              Only {there}
            </Button>
          </div>
        }
      >
        {one?.zone === other?.zone
          ? null
          : `That is the clock at ${here}. At ${there} it is ${dayName(ofSecond.day)}, ${rangeWords(ofSecond)}, in a part of the year at least. `}
        {`Students can book it at ${here} or at ${there}; the first booking gets it. Keep both, or choose one.`}
      </Alert>
    )
  })
}

const dayName = (day: number) => weekdays.find((one) => one.day === day)?.name
