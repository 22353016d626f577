import { uuidV4 } from '#platform/uuid.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import type { AvailabilitySettings } from '../own-hours/schema.ts'
import { placesWithoutHours, type Week } from '../week.ts'

/** Places where students cannot book because no weekly hours count there, with two ways to fix it. */
export function PlacesWithoutHours({
  settings,
  week,
  onChange,
  onShow,
}: {
  settings: AvailabilitySettings
  week: Week
  onChange: (part: Partial<Week>) => void
  onShow: (calendarId: string) => void
}) {
  if (settings.places.length < 2 || week.hours.length === 0) return null
  const without = placesWithoutHours(
    week,
    settings.places.map(({ id }) => id),
  )
  return settings.places
    .filter(({ id }) => without.includes(id))
    .map(({ id, name }) => {
      const own = week.calendars.find(({ placeId }) => placeId === id)
      const isTaken = week.calendars.some((other) => other.name.toLowerCase() === name.toLowerCase())
      const addCalendar = () => {
        const calendar = { id: uuidV4(), name: (isTaken ? `${name} 2` : name).slice(0, 60), placeId: id }
        onChange({ calendars: [...week.calendars, calendar] })
        onShow(calendar.id)
      }
      return (
        <Alert key={id} tone="warning" title={`Students can’t book at ${name} yet`} className="mb-4">
          <p>No weekly hours count there.</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button size="sm" onClick={() => (own ? onShow(own.id) : addCalendar())}>
              Set hours for this place
            </Button>
            {week.ownHoursPlaceIds?.includes(id) ? (
              <Button
                size="sm"
                onClick={() =>
                  onChange({ ownHoursPlaceIds: week.ownHoursPlaceIds?.filter((one) => one !== id) })
                }
              >
                Use my regular hours there
              </Button>
            ) : null}
          </div>
        </Alert>
      )
    })
}
