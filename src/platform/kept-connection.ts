import pg from 'pg'

const COME_BACK_MS = 500
/** TCP keepalive detects a dead connection. */
const LOOK_WHETHER_ALIVE_MS = 10_000

export interface KeptConnectionOptions {
  /** The application name that the database shows. */
  name: string
  /** A statement to run on each new connection, such as `listen orders`. */
  begin: string
  onNotification(payload: string): void
  /**
   * Called after the first connection and after each reconnection. Notifications sent while disconnected were
   * missed.
   */
  onUp(): void
  onLost?(): void
  onError(error: unknown): void
}

export interface KeptConnection {
  /** Null while disconnected. */
  client(): pg.Client | null
  close(): Promise<void>
}

/**
 * Keeps one connection for features that need their own session, usually LISTEN, and reconnects when the
 * connection is lost. Repeated errors of a dying connection, which poolers send twice, do not end the
 * process.
 */
export function keepConnection(url: string, options: KeptConnectionOptions): KeptConnection {
  let latest: pg.Client | null = null
  let isUp = false
  let closed = false
  let retry: NodeJS.Timeout | undefined

  async function connect() {
    const next = new pg.Client({
      connectionString: url,
      application_name: options.name,
      keepAlive: true,
      keepAliveInitialDelayMillis: LOOK_WHETHER_ALIVE_MS,
    })
    const lost = (error?: Error) => {
      if (latest !== next || closed) return
      latest = null
      isUp = false
      if (error) options.onError(error)
      // Keep its listeners: an unhandled error event would end the process.
      next.end().catch(() => undefined)
      options.onLost?.()
      retry = setTimeout(connect, COME_BACK_MS)
    }
    next.on('notification', ({ payload }) => payload !== undefined && options.onNotification(payload))
    next.on('error', lost)
    next.on('end', () => lost())
    latest = next
    try {
      await next.connect()
      await next.query(options.begin)
    } catch (error) {
      return lost(error instanceof Error ? error : new Error(String(error)))
    }
    if (latest !== next || closed) return
    isUp = true
    options.onUp()
  }
  void connect()

  return {
    client: () => (isUp ? latest : null),
    async close() {
      closed = true
      clearTimeout(retry)
      await latest?.end().catch(() => undefined)
    },
  }
}
