import type { IncomingHttpHeaders } from 'node:http'
import { startLocalServer } from './local-server.ts'

type Send = (status: number, body: string) => void

/**
 * A Nominatim double on 127.0.0.1: https://nominatim.org/release-docs/latest/api/Search/. It knows the addresses in `points`, by street or,
 * in requests without one, by town; `mood` overrides its responses.
 */
export async function startNominatimDouble() {
  const points = new Map<string, { lat: number; lng: number }>()
  const asked: { url: URL; headers: IncomingHttpHeaders }[] = []
  const moods = new Map<string, (send: Send) => void>()
  let usual: ((send: Send) => void) | null = null
  const server = await startLocalServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://double')
    asked.push({ url, headers: request.headers })
    const send: Send = (status, body) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    if (url.pathname === '/moved/search') return response.writeHead(302, { location: '/search' }).end()
    const street = url.searchParams.get('street')
    const mood = usual ?? moods.get(street ?? '')
    if (mood) return mood(send)
    const point = points.get((street ?? url.searchParams.get('city') ?? '').toLowerCase())
    send(
      200,
      JSON.stringify(point ? [{ lat: String(point.lat), lon: String(point.lng), type: 'house' }] : []),
    )
  })
  return {
    ...server,
    /** All requests so far. */
    asked,
    streets: () => asked.map(({ url }) => url.searchParams.get('street')),
    /** Coordinates by street, or by town without a street, in lower case. */
    points,
    /** Overrides the response for a street. */
    moods,
    /** Overrides all later responses; null restores normal operation. */
    misbehave(mood: ((send: Send) => void) | null) {
      usual = mood
    },
  }
}
