import { useEffect, useRef } from 'react'
import { type LiveListener, type SharedEventSource, sharedEventSource } from './shared-event-source.ts'

let connection: SharedEventSource | undefined

/** The connection of this page; hidden pages have none. */
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
 * Calls back whenever one of the topics may have changed: on the server's word, and after every time in which we could not
 * hear it (a lost connection, a tab in the background). What it is now has to be asked for.
 * @param topics such as `coach-slots:{id}` or `booking:{id}`, at most twenty a page; none: nothing is listened to
 */
export function useLive(topics: readonly string[], onChange: () => void): void {
  useEventSource(topics, { onChange, onReady: (isFirst) => isFirst || onChange() })
}

/**
 * Hears what happens, word for word.
 * @param topics such as `conversation:{id}`
 * @param heard `onNotice` gets the JSON of every notice the page hears, `onReady` is called when the connection is up: what happened
 *   before was not heard
 */
export function useNotices(
  topics: readonly string[],
  heard: Required<Pick<LiveListener, 'onNotice' | 'onReady'>>,
): void {
  const { onNotice, onReady } = heard
  // The server was deaf for a while, or says that something happened before it was heard.
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
