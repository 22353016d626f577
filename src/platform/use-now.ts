import { useEffect, useState } from 'react'
import { systemClock } from './clock.ts'

/**
 * The current time, for countdowns. Null during server rendering and hydration, so that both render the same.
 * @param everyMs update interval; restarts when the tab becomes visible
 * @returns milliseconds since 1970, UTC
 */
export function useNow(everyMs = 1_000): number | null {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    const tick = () => setNow(systemClock.now())
    tick()
    const timer = setInterval(tick, everyMs)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [everyMs])
  return now
}
