import { useEffect, useRef } from 'react'
import { type LiveListener, type SharedEventSource, sharedEventSource } from './shared-event-source.ts'

let connection: SharedEventSource | undefined

/** The page's connection; hidden pages have none. */
function pageConnection(): SharedEventSource {
  if (connection) return connection
  const opened = sharedEventSource((address) => new EventSource(address))
  const follow = () => opened.setHidden(document.visibilityState === 'hidden')
  document.addEventListener('visibilitychange', follow)
  follow()
  connection = opened
  return opened
}

/**
 * Calls back whenever one of the topics may have changed: on an announcement, and after every time without a
 * connection (network loss, a tab in the background). The new state must be loaded.
 * @param topics such as `coach-slots:{id}` or `booking:{id}`, at most twenty a page; with none, nothing is
 *   subscribed
 */
export function useLive(topics: readonly string[], onChange: () => void): void {
  useEventSource(topics, { onChange, onReady: (isFirst) => isFirst || onChange() })
}

/**
 * Subscribes to notices including their content.
 * @param topics such as `conversation:{id}`
 * @param heard the callbacks: `onNotice` gets the JSON of every notice that the page receives; `onReady` is
 *   called when the connection is open: earlier notices were missed
 */
export function useNotices(
  topics: readonly string[],
  heard: Required<Pick<LiveListener, 'onNotice' | 'onReady'>>,
): void {
  const { onNotice, onReady } = heard
  // The server missed announcements for a while, or reports a change from before the subscription.
  useEventSource(topics, { onNotice, onReady, onChange: () => onReady(false) })
}

function useEventSource(topics: readonly string[], heard: Omit<LiveListener, 'topics'>) {
  const latest = useRef(heard)
  useEffect(() => {
    latest.current = heard
  })
  const key = topics.join(' ')
  useEffect(() => {
    if (!key) return
    return pageConnection().listen({
      topics: key.split(' '),
      onChange: (topic) => latest.current.onChange?.(topic),
      onNotice: (notice) => latest.current.onNotice?.(notice),
      onReady: (isFirst) => latest.current.onReady?.(isFirst),
    })
  }, [key])
}
