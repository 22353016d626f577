import pg from 'pg'

/** Everything we announce goes through one PostgreSQL channel; the payload is the topic. */
const CHANNEL = 'greenside'

/** `''` tells a listener that announcements may have been missed and what it knows may be stale. */
export type TopicListener = (topic: string) => void

export interface Realtime {
  /** Calls back for every announcement of the topics that start with the prefix. @returns unsubscribe */
  subscribe(prefix: string, listener: TopicListener): () => void
  /** False while the connection is away: what depends on announcements must not trust its memory then. */
  isLive(): boolean
  close(): Promise<void>
}

/** One LISTEN connection for the whole process; it comes back by itself when the database was away. */
export function openRealtime(url: string, onError: (error: unknown) => void): Realtime {
  const listeners = new Map<string, Set<TopicListener>>()
  let client: pg.Client | null = null
  let live = false
  let closed = false
  let retry: NodeJS.Timeout | undefined

  function tell(topic: string) {
    for (const [prefix, set] of listeners) {
      if (topic !== '' && !topic.startsWith(prefix)) continue
      for (const listener of set) {
        try {
          listener(topic)
        } catch (error) {
          onError(error)
        }
      }
    }
  }

  async function connect() {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'greenside-realtime',
      keepAlive: true,
    })
    const lost = (error?: Error) => {
      if (client !== next || closed) return
      if (error) onError(error)
      client = null
      live = false
      tell('')
      retry = setTimeout(connect, 500)
    }
    next.on('notification', (message) => message.payload && tell(message.payload))
    next.on('error', lost)
    next.on('end', () => lost())
    client = next
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
      live = true
      tell('')
    } catch (error) {
      next.end().catch(() => undefined)
      lost(error instanceof Error ? error : new Error(String(error)))
    }
  }
  void connect()

  return {
    subscribe(prefix, listener) {
      const set = listeners.get(prefix) ?? new Set()
      listeners.set(prefix, set.add(listener))
      return () => {
        set.delete(listener)
        if (set.size === 0) listeners.delete(prefix)
      }
    },
    isLive: () => live,
    async close() {
      closed = true
      clearTimeout(retry)
      await client?.end().catch(() => undefined)
    },
  }
}
