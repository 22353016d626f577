import pg from 'pg'

const COME_BACK_MS = 500
/** A line that went silent is found by the system and not waited for. */
const LOOK_WHETHER_ALIVE_MS = 10_000

export interface KeptConnectionOptions {
  /** How the database shows it. */
  name: string
  /** A statement that each connection begins with, such as `listen orders`. */
  begin: string
  onNotification(payload: string): void
  /** It is there: for the first time, or again, and then what was announced meanwhile was not heard. */
  onUp(): void
  onLost?(): void
  onError(error: unknown): void
}

export interface KeptConnection {
  /** Null while the connection is away. */
  client(): pg.Client | null
  close(): Promise<void>
}

/**
 * One connection for what needs a session of its own, mostly to listen; it comes back by itself when the database was away. However often
 * a dying connection says so, and poolers do twice, the process does not end of it.
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
      // Its listeners stay: an error that nobody listens to would end the process.
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
