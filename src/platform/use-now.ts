import { useEffect, useState } from 'react'
import { systemClock } from './clock.ts'

/**
 * The present, for countdowns. Null on the server and until the page has come to life, so that both draw the same.
 * @param everyMs how often it moves on; counted anew when the tab comes back to the front
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
