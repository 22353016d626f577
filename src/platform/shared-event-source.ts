const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 30_000
/**
 * Added to the age of a subscriber's data. The data may have been requested this long before subscribing, because
 * the topics can be part of the response; and the server counts the age back from when it answers, which is later
 * than when the age was computed.
 */
const MARGIN_MS = 15_000

/** A subscriber to live updates. */
export interface LiveListener {
  /** Topics such as `booking:{id}`. */
  topics: readonly string[]
  /** Called when one of the topics changed; the new state must be loaded. */
  onChange?: (topic: string) => void
  /** Called with the JSON of a notice, for any topic that is subscribed on the page. */
  onNotice?: (notice: string) => void
  /**
   * Called when the connection is open. Earlier events were missed; `isFirst` is false after a reconnection, and
   * when the first connection was ready too late for the server to name all changes since the data was read.
   */
  onReady?: (isFirst: boolean) => void
}

/** The part of EventSource that is used. */
export interface LiveSource {
  readonly readyState: number
  addEventListener(type: string, listener: (event: { data?: unknown }) => void): void
  close(): void
}

export interface SharedEventSource {
  /** @returns a function to unsubscribe */
  listen(listener: LiveListener): () => void
  /** Hidden pages close their connection, because browsers allow only a few per server. */
  setHidden(isHidden: boolean): void
}

const CLOSED = 2

/**
 * The page's single connection to `/events`, shared by all subscribers. When the topics change, the new
 * connection is opened before the old one is closed, so that no event is missed. The server receives the
 * maximum age of new subscribers' data and sends the changes since then; otherwise a page that starts slowly
 * or in the background would show stale data.
 * @param open opens a stream of server-sent events
 * @param now milliseconds since the page began to load
 */
export function sharedEventSource(
  open: (address: string) => LiveSource,
  now = () => performance.now(),
): SharedEventSource {
  /** `since`: the earliest time at which the subscriber's data may have been read. */
  const listeners = new Map<LiveListener, { hasHeard: boolean; since: number }>()
  let wasUp = false
  let current: { source: LiveSource; topics: Set<string>; isUp: boolean } | null = null
  let coming: LiveSource | null = null
  let isHidden = false
  let isPlanned = false
  let retry: ReturnType<typeof setTimeout> | undefined
  let wait = FIRST_RETRY_MS

  function plan() {
    if (isPlanned) return
    isPlanned = true
    queueMicrotask(() => {
      isPlanned = false
      renew()
    })
  }

  function renew() {
    clearTimeout(retry)
    const topics = new Set([...listeners.keys()].flatMap((listener) => listener.topics))
    if (isHidden || topics.size === 0) return hangUp()
    if (current && !coming && [...topics].every((topic) => current?.topics.has(topic))) {
      // Without listeners, the other topics end here: a listener that returns to one needs a new stream.
      current.topics = topics
      return
    }
    coming?.close()
    const asked = [...topics].map((topic) => `topic=${encodeURIComponent(topic)}`)
    const ages = [...listeners.values()].flatMap(({ hasHeard, since }) => (hasHeard ? [] : [now() - since]))
    if (ages.length > 0) asked.push(`age=${Math.ceil(Math.max(...ages))}`)
    const askedAt = now()
    const source = open(`/events?${asked.join('&')}`)
    coming = source
    source.addEventListener('ready', () => takeOver(source, topics, now() - askedAt))
    source.addEventListener('change', ({ data }) => tellChange(String(data)))
    source.addEventListener('notice', ({ data }) => {
      for (const listener of [...listeners.keys()]) listener.onNotice?.(String(data))
    })
    source.addEventListener('error', () => {
      if (current?.source === source) current.isUp = false
      // The browser reconnects automatically unless the server rejected the connection; then we retry with
      // increasing delays.
      if (source.readyState !== CLOSED || (source !== coming && source !== current?.source)) return
      if (source === coming) coming = null
      else current = null
      clearTimeout(retry)
      retry = setTimeout(renew, wait)
      wait = Math.min(wait * 2, LONGEST_RETRY_MS)
    })
  }

  /** @param took milliseconds from the request until the stream was ready */
  function takeOver(source: LiveSource, topics: Set<string>, took: number) {
    if (source !== coming && source !== current?.source) return
    wait = FIRST_RETRY_MS
    wasUp = true
    const before = source === coming && current?.isUp ? current : null
    if (source === coming) {
      current?.source.close()
      coming = null
      current = { source, topics, isUp: true }
    } else if (current) current.isUp = true
    for (const [listener, known] of [...listeners]) {
      const wasHeld = known.hasHeard && before && listener.topics.every((topic) => before.topics.has(topic))
      const isCovered = !known.hasHeard && took <= MARGIN_MS
      if (!wasHeld) listener.onReady?.(isCovered)
      known.hasHeard = true
    }
  }

  function tellChange(topic: string) {
    // An announcement without a topic may concern any topic.
    for (const listener of [...listeners.keys()])
      if (listener.topics.includes(topic) || !topic.includes(':')) listener.onChange?.(topic)
  }

  function hangUp() {
    coming?.close()
    current?.source.close()
    coming = null
    current = null
  }

  return {
    listen(listener) {
      // Before the first connection: subscribers whose data came with the page.
      listeners.set(listener, { hasHeard: false, since: (wasUp ? now() : 0) - MARGIN_MS })
      plan()
      return () => {
        listeners.delete(listener)
        plan()
      }
    },
    setHidden(hidden) {
      isHidden = hidden
      plan()
    },
  }
}
