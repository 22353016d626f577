import type { Point } from '../travel/travel.ts'

/** The forecast of one hour. */
export interface HourForecast {
  /** Milliseconds since 1970, UTC. */
  start: number
  end: number
  /** Percent. */
  chanceOfRain: number
  isThunder: boolean
  /** Sustained wind, miles per hour. */
  windMph: number
}

/** Forecasts the weather of places, hour by hour. */
export interface WeatherPort {
  readonly name: 'local' | 'weather.gov' | 'open-meteo'
  /**
   * The forecast from the current hour to at least {@link FORECAST_HOURS} hours ahead, in the order of time.
   * @returns an empty list for a place that the service has no forecast for
   * @throws WeatherUnavailable when the service failed
   */
  hourly(at: Point): Promise<HourForecast[]>
}

/** How far a forecast has to reach. */
export const FORECAST_HOURS = 48

/** The weather service could not be reached, or its response could not be read. */
export class WeatherUnavailable extends Error {
  constructor(cause: unknown) {
    super('the weather forecast could not be read', { cause })
    this.name = 'WeatherUnavailable'
  }
}
