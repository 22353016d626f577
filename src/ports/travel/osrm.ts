import { z } from 'zod'
import { type TravelPort, TravelUnavailable } from './travel.ts'

export interface RoutingSettings {
  /** A server with an OSRM-compatible `/route/v1/driving` endpoint. */
  url: string
  /** The timeout of one request, in milliseconds. */
  timeoutMs?: number
}

const routeSchema = z.object({
  code: z.string(),
  routes: z.array(z.object({ duration: z.number().min(0) })).optional(),
})

/** Gets driving times from a routing server. */
export function routedTravel({ url, timeoutMs = 5_000 }: RoutingSettings): TravelPort {
  const base = url.replace(/\/$/, '')
  return {
    name: 'routing',
    async driveMinutes(from, to) {
      const way = [from, to].map(({ lat, lng }) => `${lng.toFixed(6)},${lat.toFixed(6)}`).join(';')
      try {
        const answer = await fetch(`${base}/route/v1/driving/${way}?overview=false`, {
          signal: AbortSignal.timeout(timeoutMs),
          redirect: 'error',
        })
        const { code, routes } = routeSchema.parse(await answer.json())
        if (code === 'NoRoute') return null
        const [route] = routes ?? []
        if (code !== 'Ok' || !route) throw new Error(`the routing server answered ${answer.status} ${code}`)
        return Math.ceil(route.duration / 60)
      } catch (error) {
        throw new TravelUnavailable(error)
      }
    },
  }
}
