import { z } from 'zod'
import type { Turns } from '#platform/turns.ts'
import { type GeocodingPort, GeocodingUnavailable, type PlaceToLocate } from './geocoding.ts'

export interface NominatimSettings {
  /** A server with a Nominatim-compatible `/search` endpoint. */
  url: string
  /** Identifies us with a contact address, as the usage policy of OpenStreetMap's own server requires. */
  userAgent: string
  /** Limits requests to one per second across all processes, as required by the same policy. */
  takeTurn: Turns
  /** The timeout of one request, in milliseconds. */
  timeoutMs?: number
}

/** More than a single result takes in any language. */
const MOST_BYTES = 64 * 1024

const degrees = (most: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .trim()
        .regex(/^-?\d{1,3}(\.\d+)?$/),
    ])
    .transform(Number)
    .pipe(z.number().min(-most).max(most))
const answerSchema = z.array(z.object({ lat: degrees(90), lon: degrees(180) }))

/** Geocodes an address with a Nominatim-compatible server, as a structured query. */
export function nominatimGeocoding(settings: NominatimSettings): GeocodingPort {
  const { url, userAgent, takeTurn, timeoutMs = 5_000 } = settings
  const base = url.replace(/\/$/, '')
  return {
    name: 'nominatim',
    async locate(place) {
      try {
        const found = await takeTurn(() => ask(`${base}/search?${queryOf(place)}`, userAgent, timeoutMs))
        return found && { ...found, by: place.address ? 'address' : 'area' }
      } catch (error) {
        throw new GeocodingUnavailable(error)
      }
    },
  }
}

function queryOf({ address, city, state, zip }: PlaceToLocate): URLSearchParams {
  const parts = { street: address, city, state, postalcode: zip, countrycodes: 'us,ca' }
  const query = new URLSearchParams({ format: 'jsonv2', limit: '1' })
  for (const [name, value] of Object.entries(parts)) if (value) query.set(name, value)
  return query
}

async function ask(address: string, userAgent: string, timeoutMs: number) {
  const answer = await fetch(address, {
    headers: { 'user-agent': userAgent, accept: 'application/json', 'accept-language': 'en' },
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  })
  if (!answer.ok) {
    await answer.body?.cancel()
    throw new Error(`the geocoding server answered ${answer.status}`)
  }
  const [first] = answerSchema.parse(JSON.parse(await readText(answer)))
  return first ? { lat: first.lat, lng: first.lon } : null
}

/** @throws Error for a body that is too large */
async function readText(answer: Response): Promise<string> {
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MOST_BYTES) throw new Error('the geocoding server answered at too great length')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
