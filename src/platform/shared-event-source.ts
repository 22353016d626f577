const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 30_000
/** What is shown was asked for before anybody listened to its topics, which may stand in the answer. */
const ASKED_BEFORE_MS = 15_000

/** Who wants to hear of something. */
export interface LiveListener {
  /** Such as `booking:{id}`. */
  topics: readonly string[]
  /** One of the topics changed; what it is now has to be asked for. */
  onChange?: (topic: string) => void
  /** Something happened, and this is it: JSON, of any topic that anybody on the page listens to. */
  onNotice?: (notice: string) => void
  /** The connection is up. What happened before was not heard; `isFirst` tells the beginning from a connection that was lost. */
  onReady?: (isFirst: boolean) => void
}

/** What a page needs of an EventSource. */
export interface LiveSource {
  readonly readyState: number
  addEventListener(type: string, listener: (event: { data?: unknown }) => void): void
  close(): void
}

export interface SharedEventSource {
  /** @returns stop */
  listen(listener: LiveListener): () => void
  /** A hidden page lets its connection go: browsers allow only a few to one server. */
  setHidden(isHidden: boolean): void
}

const CLOSED = 2

/**
 * The page's one connection to `/events`, shared by everybody on it. When the topics change, the new connection is up before the old one is
 * let go, so that nobody misses anything meanwhile. The server is told how old at most is what new listeners show, and tells what has
 * changed since: a page that takes long to begin, or begins in the background, would otherwise show what was.
 * @param open opens a stream of server-sent events
 * @param now milliseconds since the page began to load
 */
export function sharedEventSource(
  open: (address: string) => LiveSource,
  now = () => performance.now(),
): SharedEventSource {
  /** `since`: when what the listener shows was read at the earliest. */
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
    if (current && !coming && [...topics].every((topic) => current?.topics.has(topic))) return
    coming?.close()
    const asked = [...topics].map((topic) => `topic=${encodeURIComponent(topic)}`)
    const ages = [...listeners.values()].flatMap(({ hasHeard, since }) => (hasHeard ? [] : [now() - since]))
    if (ages.length > 0) asked.push(`age=${Math.ceil(Math.max(...ages))}`)
    const source = open(`/events?${asked.join('&')}`)
    coming = source
    source.addEventListener('ready', () => takeOver(source, topics))
    source.addEventListener('change', ({ data }) => tellChange(String(data)))
    source.addEventListener('notice', ({ data }) => {
      for (const listener of [...listeners.keys()]) listener.onNotice?.(String(data))
    })
    source.addEventListener('error', () => {
      if (current?.source === source) current.isUp = false
      // The browser reconnects by itself unless the server refused; then we ask again, ever more slowly.
      if (source.readyState !== CLOSED || (source !== coming && source !== current?.source)) return
      if (source === coming) coming = null
      else current = null
      clearTimeout(retry)
      retry = setTimeout(renew, wait)
      wait = Math.min(wait * 2, LONGEST_RETRY_MS)
    })
  }

  function takeOver(source: LiveSource, topics: Set<string>) {
    if (source !== coming && source !== current?.source) return
    wait = FIRST_RETRY_MS
    wasUp = true
    const before = source === coming && current?.isUp ? current : null
    if (source === coming) {
      current?.source.close()
      coming = null
    }
    current = { source, topics, isUp: true }
    for (const [listener, known] of [...listeners]) {
      const wasHeld = known.hasHeard && before && listener.topics.every((topic) => before.topics.has(topic))
      if (!wasHeld) listener.onReady?.(!known.hasHeard)
      known.hasHeard = true
    }
  }

  function tellChange(topic: string) {
    // Without a name it may have been anything.
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
      // The first are those the page came with.
      listeners.set(listener, { hasHeard: false, since: wasUp ? Math.max(0, now() - ASKED_BEFORE_MS) : 0 })
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
