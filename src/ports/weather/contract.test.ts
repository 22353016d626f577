import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { movableClock } from '#platform/clock.ts'
import { HOUR, MINUTE } from '#platform/duration.ts'
import { testDatabase } from '#tests/support/database.ts'
import { keptOpen } from '#tests/support/local-server.ts'
import { localWeather } from './local.ts'
import { openMeteo } from './open-meteo.ts'
import { remembered } from './remembered.ts'
import { FORECAST_HOURS, type WeatherPort, WeatherUnavailable } from './weather.ts'
import { weatherGov } from './weather-gov.ts'

const database = testDatabase()
const now = Date.UTC(2026, 6, 15, 12, 20)
const thisHour = Date.UTC(2026, 6, 15, 12)
const charlotte = { lat: 35.2271, lng: -80.8462 }
const denver = { lat: 39.7392, lng: -104.9903 }
const clock = movableClock(now)
/** Rain from the third to the fifth hour, with thunder in the fourth. */
const rainAt = (nth: number) => nth >= 3 && nth < 6
const hours = Array.from({ length: 96 }, (_, nth) => ({
  start: thisHour + nth * HOUR,
  rain: rainAt(nth) ? 80 : 10,
  thunder: nth === 4,
  wind: rainAt(nth) ? 22 : 6,
}))

/** Both services over HTTP: weather like above in Charlotte, fair in Denver, and trouble by the latitude. */
let asked: { path: string; agent: string | undefined }[] = []
const double = createServer(keptOpen, (request, response) => {
  const url = new URL(request.url ?? '', 'http://double')
  asked.push({ path: url.pathname, agent: request.headers['user-agent'] })
  const lat = Number(
    url.searchParams.get('latitude') ?? /(?:points|grid)\/(-?[\d.]+)/.exec(url.pathname)?.[1],
  )
  const answer = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (lat === 1) return answer(503, { title: 'Service Unavailable' })
  if (lat === 2) return response.end('<html>')
  if (lat === 3) return
  if (lat === 4) return answer(404, { title: 'Data Unavailable For Requested Point' })
  if (lat === 5) return answer(200, { properties: { forecastHourly: 'http://127.0.0.1:9/elsewhere' } })
  const isFair = lat > 39
  if (url.pathname.startsWith('/points/'))
    return answer(200, { properties: { forecastHourly: `http://${request.headers.host}/grid/${lat}` } })
  if (url.pathname.startsWith('/grid/'))
    return answer(200, {
      properties: {
        periods: hours.map(({ start, rain, thunder, wind }) => ({
          startTime: new Date(start).toISOString().replace('.000Z', '+00:00'),
          endTime: new Date(start + HOUR).toISOString().replace('.000Z', '+00:00'),
          probabilityOfPrecipitation: { unitCode: 'wmoUnit:percent', value: isFair ? null : rain },
          windSpeed: isFair ? '5 mph' : `${wind - 2} to ${wind} mph`,
          shortForecast: thunder && !isFair ? 'Chance Showers And Thunderstorms' : 'Mostly Sunny',
        })),
      },
    })
  return answer(200, {
    hourly: {
      time: hours.map(({ start }) => start / 1_000),
      precipitation_probability: hours.map(({ rain }) => (isFair ? 0 : rain)),
      weather_code: hours.map(({ thunder }) => (thunder && !isFair ? 95 : 2)),
      wind_speed_10m: hours.map(({ wind }) => (isFair ? 5 : wind)),
    },
  })
})
let url = ''
beforeAll(async () => {
  await new Promise<void>((done) => double.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(double.address() as AddressInfo).port}/`
  await database.pool.query(
    `insert into local_vendor.weather (lat, lng, begins_at, ends_at, chance_of_rain, is_thunder, wind_mph) values
       ($1, $2, $3, $4, 80, false, 22), ($1, $2, $5, $6, 80, true, 22)`,
    [charlotte.lat, charlotte.lng, ...[3, 6, 4, 5].map((nth) => new Date(thisHour + nth * HOUR))],
  )
})
beforeEach(() => {
  asked = []
})
afterAll(() => {
  double.closeAllConnections()
  double.close()
})

const userAgent = 'Greenside (http://greenside.test, support@greenside.test)'
const subjects: Record<string, (timeoutMs?: number) => WeatherPort> = {
  local: () => localWeather({ pool: database.pool, clock }),
  'weather.gov': (timeoutMs = 15_000) => weatherGov({ url, userAgent, timeoutMs }),
  'Open-Meteo': (timeoutMs = 15_000) => openMeteo({ url, userAgent, timeoutMs }),
}

describe.each(Object.keys(subjects))('forecasts of %s', (name) => {
  const subject = () => subjects[name]?.() ?? localWeather({ pool: database.pool, clock })

  test('cover the hours from now to the day after tomorrow, without gaps', async () => {
    const forecast = await subject().hourly(charlotte)
    expect(forecast[0]?.start).toBeLessThanOrEqual(now)
    expect(forecast.at(-1)?.end).toBeGreaterThanOrEqual(now + FORECAST_HOURS * HOUR)
    for (const [nth, { start, end }] of forecast.entries()) {
      expect(end - start).toBe(HOUR)
      if (nth > 0) expect(start).toBe(forecast[nth - 1]?.end)
    }
  })

  test('name rain, thunder and wind of each hour', async () => {
    const forecast = await subject().hourly(charlotte)
    const at = (nth: number) => forecast.find(({ start }) => start === thisHour + nth * HOUR)
    expect(at(2)?.chanceOfRain).toBeLessThanOrEqual(10)
    expect(at(3)).toMatchObject({ chanceOfRain: 80, isThunder: false, windMph: 22 })
    expect(at(4)).toMatchObject({ chanceOfRain: 80, isThunder: true, windMph: 22 })
    expect(at(6)?.isThunder).toBe(false)
  })

  test('differ from place to place', async () => {
    const forecast = await subject().hourly(denver)
    expect(forecast.every(({ chanceOfRain, isThunder }) => chanceOfRain <= 10 && !isThunder)).toBe(true)
  })
})

describe.each(['weather.gov', 'Open-Meteo'])('the service %s', (name) => {
  const at = (lat: number, timeoutMs?: number) =>
    (subjects[name] ?? subjects['Open-Meteo'])?.(timeoutMs).hourly({ lat, lng: -80 })

  test.each([
    ['has an error', 1],
    ['answers with a page', 2],
    ['never answers', 3],
  ])('is unavailable when it %s', async (_what, lat) => {
    await expect(at(lat, lat === 3 ? 300 : undefined)).rejects.toBeInstanceOf(WeatherUnavailable)
  })

  test('may have no forecast for a place', async () => {
    expect(await at(4)).toEqual([])
  })

  test('learns who asks', async () => {
    await at(35)
    expect(new Set(asked.map(({ agent }) => agent))).toEqual(new Set([userAgent]))
  })

  test('is asked again about a place after ten minutes', async () => {
    const port = remembered(subjects[name]?.() ?? openMeteo({ url, userAgent }), clock)
    await port.hourly(charlotte)
    const first = asked.length
    await port.hourly(charlotte)
    expect(asked).toHaveLength(first)
    clock.advance(10 * MINUTE)
    await port.hourly(charlotte)
    expect(asked.length).toBeGreaterThan(first)
  })
})

test('weather.gov cannot send us to another server', async () => {
  await expect(weatherGov({ url, userAgent }).hourly({ lat: 5, lng: -80 })).rejects.toBeInstanceOf(
    WeatherUnavailable,
  )
  expect(asked).toHaveLength(1)
})
