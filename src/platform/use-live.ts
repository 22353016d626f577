import { useEffect, useRef } from 'react'

const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 30_000

/**
 * Calls back whenever one of the topics may have changed: on the server's word, and after every time in which we could not
 * hear it (a lost connection, a tab in the background). What it is now has to be asked for. Hidden tabs let their connection
 * go: browsers allow only a few to one server.
 * @param topics such as `coach-slots:{id}` or `booking:{id}`, at most ten; none: nothing is listened to
 */
export function useLive(topics: readonly string[], onChange: () => void): void {
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  const address = topics.map((topic) => `topic=${encodeURIComponent(topic)}`).join('&')

  useEffect(() => {
    if (!address) return
    let source: EventSource | null = null
    let retry: number | undefined
    let wait = FIRST_RETRY_MS
    let heardBefore = false

    function listen() {
      window.clearTimeout(retry)
      if (source || document.visibilityState === 'hidden') return
      const opened = new EventSource(`/events?${address}`)
      source = opened
      opened.addEventListener('ready', () => {
        wait = FIRST_RETRY_MS
        if (heardBefore) latest.current()
        heardBefore = true
      })
      opened.addEventListener('change', () => latest.current())
      opened.addEventListener('error', () => {
        // The browser reconnects by itself unless the server refused; then we ask again, ever more slowly.
        if (opened.readyState !== EventSource.CLOSED || source !== opened) return
        source = null
        retry = window.setTimeout(listen, wait)
        wait = Math.min(wait * 2, LONGEST_RETRY_MS)
      })
    }

    function rest() {
      window.clearTimeout(retry)
      source?.close()
      source = null
    }

    const followVisibility = () => (document.visibilityState === 'hidden' ? rest() : listen())
    document.addEventListener('visibilitychange', followVisibility)
    listen()
    return () => {
      document.removeEventListener('visibilitychange', followVisibility)
      rest()
    }
  }, [address])
}
