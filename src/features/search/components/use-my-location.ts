import { useState } from 'react'
import { searchClient } from '../client.ts'

const PATIENCE_MS = 10_000
/** The maximum age of a cached position. The ZIP code matters only to within the search radius. */
const OLD_ENOUGH_MS = 300_000

const texts = {
  denied: 'Location is off. Enter a zip code.',
  unknown: 'We could not find your location. Enter a zip code.',
  abroad: 'There is no US zip code where you are. Enter one to search there.',
  offline: 'We could not look up your zip code. Please try again, or enter it.',
}

/**
 * Determines the ZIP code nearest to the user's location. The browser's permission prompt appears only when
 * `locate` is called, and failures are reported as text. The position is sent to our server once and is not
 * stored.
 */
export function useMyLocation(onFound: (zip: string) => void) {
  const [isLooking, setLooking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function locate() {
    if (isLooking) return
    setLooking(true)
    setProblem(null)
    const found = await findZip()
    setLooking(false)
    if (found.zip !== null) onFound(found.zip)
    else setProblem(found.problem)
  }
  return { locate, isLooking, problem, forget: () => setProblem(null) }
}

async function findZip(): Promise<{ zip: string } | { zip: null; problem: string }> {
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
  try {
    const { latitude: lat, longitude: lng } = position.coords
    const place = await searchClient.nearestZip.call({ lat, lng })
    return place ? { zip: place.zip } : fail(texts.abroad)
  } catch {
    return fail(texts.offline)
  }
}
