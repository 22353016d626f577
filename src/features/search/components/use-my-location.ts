import { useRef, useState } from 'react'

/**
 * Determines the ZIP code nearest to the user's location. The browser's permission prompt appears only when
 * `locate` is called, and failures are reported as text. The position is sent to our server once and is not
 * stored. The code is loaded when it is used.
 */
export function useMyLocation(onFound: (zip: string) => void) {
  const [isLooking, setLooking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const latest = useRef(onFound)
  latest.current = onFound

  async function locate() {
    if (isLooking) return
    setLooking(true)
    setProblem(null)
    try {
      const { findZip } = await import('./late-zip-box.ts')
      const found = await findZip()
      if (found.zip !== null) latest.current(found.zip)
      else setProblem(found.problem)
    } catch {
      setProblem('We could not look up your zip code. Please try again, or enter it.')
    }
    setLooking(false)
  }
  return { locate, isLooking, problem, forget: () => setProblem(null) }
}
