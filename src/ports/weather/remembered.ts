import type { Clock } from '#platform/clock.ts'
import { MINUTE } from '#platform/duration.ts'
import type { HourForecast, WeatherPort } from './weather.ts'

/** Services compute a new forecast about once an hour, and ask not to be called more often than needed. */
const KEPT_MS = 10 * MINUTE
const MOST_PLACES = 5_000

/** Asks a weather service at most every ten minutes about the same place; failures are not remembered. */
export function remembered(port: WeatherPort, clock: Clock): WeatherPort {
  const kept = new Map<string, { until: number; hours: HourForecast[] }>()
  return {
    name: port.name,
    async hourly(at) {
      // About half a mile.
      const place = `${at.lat.toFixed(2)},${at.lng.toFixed(2)}`
      const before = kept.get(place)
      if (before && before.until > clock.now()) return before.hours
      const hours = await port.hourly(at)
      if (kept.size >= MOST_PLACES) kept.clear()
      kept.set(place, { until: clock.now() + KEPT_MS, hours })
      return hours
    },
  }
}
