import { z } from 'zod'
import { HOUR } from '#platform/duration.ts'
import { percentOf, readForecast } from './read-forecast.ts'
import { type HourForecast, type WeatherPort, WeatherUnavailable } from './weather.ts'

export interface OpenMeteoSettings {
  /** `https://api.open-meteo.com`, or a server with the same endpoints. */
  url: string
  userAgent: string
  /** The key of a paid plan; without one the free service is used, which is for noncommercial sites. */
  apiKey?: string
  /** The timeout of one request, in milliseconds. */
  timeoutMs?: number
}

const numbers = z.array(z.number().nullable())
const hoursSchema = z
  .object({
    hourly: z.object({
      /** Seconds since 1970, UTC. */
      time: z.array(z.int()).min(1),
      precipitation_probability: numbers,
      weather_code: numbers,
      wind_speed_10m: numbers,
    }),
  })
  .transform(({ hourly }) => hourly)

/** Codes of the World Meteorological Organization for thunderstorms. */
const thunder = [95, 96, 99]
const DAYS = 4

/** The forecasts of Open-Meteo, for places anywhere. */
export function openMeteo(settings: OpenMeteoSettings): WeatherPort {
  const { url, userAgent, apiKey, timeoutMs = 5_000 } = settings
  const base = url.replace(/\/$/, '')
  return {
    name: 'open-meteo',
    async hourly({ lat, lng }) {
      const query = new URLSearchParams({
        latitude: lat.toFixed(4),
        longitude: lng.toFixed(4),
        hourly: 'precipitation_probability,weather_code,wind_speed_10m',
        wind_speed_unit: 'mph',
        timeformat: 'unixtime',
        timezone: 'UTC',
        forecast_days: String(DAYS),
        ...(apiKey ? { apikey: apiKey } : {}),
      })
      try {
        const answer = await readForecast(`${base}/v1/forecast?${query}`, { userAgent, timeoutMs })
        if (answer === null) return []
        const {
          time,
          precipitation_probability: rain,
          weather_code: code,
          ...more
        } = hoursSchema.parse(answer)
        return time.map(
          (seconds, nth): HourForecast => ({
            start: seconds * 1_000,
            end: seconds * 1_000 + HOUR,
            chanceOfRain: percentOf(rain[nth] ?? null),
            isThunder: thunder.includes(code[nth] ?? 0),
            windMph: Math.max(0, Math.round(more.wind_speed_10m[nth] ?? 0)),
          }),
        )
      } catch (error) {
        throw new WeatherUnavailable(error)
      }
    },
  }
}
