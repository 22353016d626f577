import type pg from 'pg'
import type { Clock } from '#platform/clock.ts'
import { HOUR } from '#platform/duration.ts'
import { milesBetween } from '#platform/miles.ts'
import type { HourForecast, WeatherPort } from './weather.ts'

/** Bad weather reaches this far around its point. */
const REACH_MILES = 25
const fair = { chanceOfRain: 5, isThunder: false, windMph: 6 }
const HOURS = 72

/**
 * The weather of a demo: fair, except for what `local_vendor.weather` contains. It follows the clock of the demo and needs no network.
 */
export const localWeather = ({ pool, clock }: { pool: pg.Pool; clock: Clock }): WeatherPort => ({
  name: 'local',
  async hourly(at) {
    const first = Math.floor(clock.now() / HOUR) * HOUR
    const { rows } = await pool.query<{
      lat: number
      lng: number
      begins: Date
      ends: Date
      chance: number
      thunder: boolean
      wind: number
    }>(
      `select lat, lng, begins_at as begins, ends_at as ends, chance_of_rain as chance, is_thunder as thunder, wind_mph as wind
       from local_vendor.weather where ends_at > $1 and begins_at < $2 order by begins_at, id`,
      [new Date(first), new Date(first + HOURS * HOUR)],
    )
    const near = rows.filter(({ lat, lng }) => milesBetween(at, { lat, lng }) <= REACH_MILES)
    return Array.from({ length: HOURS }, (_, nth): HourForecast => {
      const [start, end] = [first + nth * HOUR, first + (nth + 1) * HOUR]
      const bad = near.filter(({ begins, ends }) => begins.getTime() < end && ends.getTime() > start)
      return {
        start,
        end,
        chanceOfRain: Math.max(fair.chanceOfRain, ...bad.map(({ chance }) => chance)),
        isThunder: bad.some(({ thunder }) => thunder),
        windMph: Math.max(fair.windMph, ...bad.map(({ wind }) => wind)),
      }
    })
  },
})
