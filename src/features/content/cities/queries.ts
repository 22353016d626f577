import { cachedFor } from '#platform/cached-for.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db.ts'
import { MINUTE } from '#platform/duration.ts'
import type { CityFigures, CityLink, CityPage } from '../schema.ts'
import { type City, citiesAround, cityQuestions, type Gazetteer, makeGazetteer } from './city.ts'
import { cityFiguresStatement, gazetteerStatement, taughtCitiesStatement } from './statement.ts'

interface TaughtCity extends Omit<CityLink, 'slug'> {
  lat: number
  lng: number
}

interface FiguresRow extends Omit<CityFigures, 'prices' | 'rating'> {
  low: number | null
  median: number | null
  high: number | null
  reviews: number
  average: number | null
}

/**
 * Finds a city page by its slug; null if there is no such city. The data is cached for up to five minutes.
 * @param slug any form of the slug, such as `portland-or`
 */
export async function findCityPage(db: Database, clock: Clock, slug: string): Promise<CityPage | null> {
  const gazetteer = await readGazetteer(db, clock, 'all')
  const found = gazetteer.find(slug)
  if (!found) return null
  const { city, state, zip } = found.city
  const [figures, taught] = await Promise.all([
    readFigures(db, clock, zip),
    readTaughtCities(db, clock, 'all'),
  ])
  const nearby = linksOf(citiesAround(found.city, taught, { within: 130, atMost: 8 }), gazetteer)
  return {
    slug: found.slug,
    city,
    state,
    zip,
    figures,
    questions: cityQuestions(city, figures),
    nearby,
  }
}

/**
 * Cities with enough coaches, sorted by the number of coaches. Cached for up to twenty minutes, or ten if
 * requested often.
 */
export async function listCities(db: Database, clock: Clock): Promise<CityLink[]> {
  const [gazetteer, cities] = await Promise.all([
    readGazetteer(db, clock, 'all'),
    readTaughtCities(db, clock, 'all'),
  ])
  return linksOf(cities, gazetteer)
}

function linksOf(cities: readonly TaughtCity[], gazetteer: Gazetteer): CityLink[] {
  return cities.flatMap(({ city, state, coaches }) => {
    const slug = gazetteer.slugOf(city, state)
    return slug ? [{ slug, city, state, coaches }] : []
  })
}

const readGazetteer = cachedFor(
  { forMs: 60 * MINUTE, atMost: 1, renew: true },
  async (db: Database, _: 'all'): Promise<Gazetteer> => {
    const found = await db.$client.query<City>(gazetteerStatement)
    return makeGazetteer(found.rows)
  },
)

const readTaughtCities = cachedFor(
  { forMs: 10 * MINUTE, atMost: 1, renew: true },
  async (db: Database, _: 'all'): Promise<TaughtCity[]> => {
    const found = await db.$client.query<TaughtCity>(taughtCitiesStatement)
    return found.rows
  },
)

const readFigures = cachedFor(
  { forMs: 5 * MINUTE, atMost: 500 },
  async (db: Database, zip: string): Promise<CityFigures> => {
    const found = await db.$client.query<FiguresRow>({ ...cityFiguresStatement, values: [zip] })
    const row = found.rows[0]
    if (!row) throw new Error('an aggregate always has a row')
    const { low, median, high, reviews, average, ...rest } = row
    return {
      ...rest,
      prices: low === null || median === null || high === null ? null : { low, median, high },
      rating: average === null ? null : { average, reviews },
    }
  },
)
