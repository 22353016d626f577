import { searchClient } from '../client.ts'

const PATIENCE_MS = 10_000
/** The maximum age of a cached position. The ZIP code matters only to within the search radius. */
const OLD_ENOUGH_MS = 300_000

const texts = {
  denied: 'Location is off. Enter a zip code.',
  unknown: 'We could not find your location. Enter a zip code.',
  abroad: 'There is no US zip code where you are. Enter one to search there.',
}

/**
 * Determines the ZIP code nearest to the user's location, or the reason why there is none.
 * @throws if the server could not be asked
 */
export async function findZip(): Promise<{ zip: string } | { zip: null; problem: string }> {
  const fail = (problem: string) => ({ zip: null, problem })
  if (!('geolocation' in navigator)) return fail(texts.unknown)
  let position: GeolocationPosition
  try {
    position = await new Promise((resolve, reject) =>
      navigator.geolocation.getCurrentPosition(resolve, reject, {
        timeout: PATIENCE_MS,
        maximumAge: OLD_ENOUGH_MS,
      }),
    )
  } catch (error) {
    const isDenied = typeof error === 'object' && error !== null && Reflect.get(error, 'code') === 1
    return fail(isDenied ? texts.denied : texts.unknown)
  }
  const { latitude: lat, longitude: lng } = position.coords
  const place = await searchClient.nearestZip.call({ lat, lng })
  return place ? { zip: place.zip } : fail(texts.abroad)
}
