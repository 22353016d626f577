import { z } from 'zod'
import { percentOf, readForecast } from './read-forecast.ts'
import { type HourForecast, type WeatherPort, WeatherUnavailable } from './weather.ts'

export interface WeatherGovSettings {
  /** `https://api.weather.gov`, or a server with the same endpoints. */
  url: string
  /** Identifies us with a contact address, as the service requires. */
  userAgent: string
  /** The timeout of one request, in milliseconds. */
  timeoutMs?: number
}

/** The addresses of this many places' forecasts are remembered; they change rarely. */
const MOST_PLACES = 5_000

const pointSchema = z.object({ properties: z.object({ forecastHourly: z.url() }) })
const hoursSchema = z.object({
  properties: z.object({
    periods: z
      .array(
        z.object({
          startTime: z.iso.datetime({ offset: true }),
          endTime: z.iso.datetime({ offset: true }),
          probabilityOfPrecipitation: z.object({ value: z.number().nullable() }).nullish(),
          windSpeed: z.string().nullish(),
          shortForecast: z.string().nullish(),
        }),
      )
      .min(1),
  }),
})

/** The forecasts of the National Weather Service of the United States, which needs no account. */
export function weatherGov({ url, userAgent, timeoutMs = 5_000 }: WeatherGovSettings): WeatherPort {
  const base = url.replace(/\/$/, '')
  const ask = (address: string) => readForecast(address, { userAgent, timeoutMs })
  const known = new Map<string, string>()

  /** The address of a place's forecast; null outside of the United States. */
  async function addressOf(place: string): Promise<string | null> {
    const before = known.get(place)
    if (before) return before
    const answer = await ask(`${base}/points/${place}`)
    if (answer === null) return null
    const address = pointSchema.parse(answer).properties.forecastHourly
    if (new URL(address).origin !== new URL(base).origin)
      throw new Error('the weather service named an address of another service')
    if (known.size >= MOST_PLACES) known.clear()
    known.set(place, address)
    return address
  }

  return {
    name: 'weather.gov',
    async hourly({ lat, lng }) {
      try {
        // More than four decimals are redirected.
        const address = await addressOf(`${Number(lat.toFixed(4))},${Number(lng.toFixed(4))}`)
        const answer = address === null ? null : await ask(address)
        if (answer === null) return []
        return hoursSchema.parse(answer).properties.periods.map(
          ({
            startTime,
            endTime,
            probabilityOfPrecipitation: rain,
            windSpeed,
            shortForecast,
          }): HourForecast => ({
            start: Date.parse(startTime),
            end: Date.parse(endTime),
            chanceOfRain: percentOf(rain?.value ?? null),
            isThunder: /thunder/i.test(shortForecast ?? ''),
            windMph: windOf(windSpeed ?? ''),
          }),
        )
      } catch (error) {
        throw new WeatherUnavailable(error)
      }
    },
  }
}

/** `10 mph` or `5 to 10 mph`: the higher one. */
const windOf = (words: string): number => Math.max(0, ...(words.match(/\d+/g) ?? []).map(Number))
