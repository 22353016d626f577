import { instantAt } from '#features/availability/own-times/own-time.ts'

/** The coach's places, the primary one first, and the zone of a coach who has none. */
interface Places {
  places: readonly { id: string; zone: string }[]
  zone: string
}

/** Typed as in the fields. */
interface Entered {
  date: string
  time: string
  placeId?: string | undefined
}

/**
 * The start of a lesson that a coach enters. Date and time are by the clock of the chosen place, which may differ from the calendar's. Pure.
 * @returns the place, which is the primary one unless another is chosen, its zone, and the start in milliseconds UTC; null for a time
 *   skipped when clocks go forward
 */
export function readEnteredTime({ places, zone }: Places, { date, time, placeId }: Entered) {
  const place = places.find(({ id }) => id === placeId) ?? places[0]
  const placeZone = place?.zone ?? zone
  return { placeId: place?.id, zone: placeZone, instant: instantAt(placeZone, date, time.slice(0, 5)) }
}
