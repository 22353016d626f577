import type pg from 'pg'
import { keepConnection } from './kept-connection.ts'

/**
 * All announcements use one PostgreSQL channel. The payload is the topic, such as `booking:{id}`, optionally
 * followed by a space and JSON.
 */
const CHANNEL = 'greenside'

/**
 * An arbitrary number, the same for every process: only one process sends announcements at a time, which
 * keeps them in order.
 */
const SENDER_LOCK = 331_870_442
/** Announcements within this interval are sent together. */
const SEND_EVERY_MS = 10
/** How often to look for announcements of other processes that failed to send them. */
const LOOK_EVERY_MS = 100
const SENT_AT_ONCE = 500

/**
 * How long recent announcements are remembered, and for how many topics: longer than the time between
 * rendering a page and its event connection.
 */
const KNOWN_FOR_MS = 60_000
const TOPICS_KNOWN = 20_000

/** `''` means that announcements may have been missed and cached data may be stale. */
export type TopicListener = (announced: string) => void

export interface Realtime {
  /** Calls back for every announcement of a topic, or of a topic prefix (`booking:`). @returns unsubscribe */
  subscribe(topic: string, listener: TopicListener): () => void
  /** False while the connection is lost: caches that depend on announcements must not be used then. */
  isLive(): boolean
  /**
   * Whether a topic was announced within the last `ms` milliseconds, or may have been because the connection
   * was lost or the period is longer than announcements are remembered.
   */
  mayHaveChanged(topic: string, ms: number): boolean
  /**
   * Sends the announcements of committed transactions; call it when one may have been committed. Frequent
   * calls are cheap.
   */
  send(): void
  close(): Promise<void>
}

/** Removes announcements from their table and notifies all processes, in insertion order. */
const sendStatement = `
  with turn as materialized (
    select pg_advisory_xact_lock(${SENDER_LOCK}) is not null as has_come where exists (select from announcements)
  ),
  taken as (
    delete from announcements
    where id in (select id from announcements where (select has_come from turn) order by id limit ${SENT_AT_ONCE})
    returning id, announcement
  )
  select pg_notify('${CHANNEL}', announcement) from (select * from taken order by id offset 0) as in_order`

/**
 * One connection per process that receives announcements and sends those in the table. Reconnects
 * automatically.
 * @param now milliseconds of a monotonic clock
 */
export function openRealtime(
  url: string,
  onError: (error: unknown) => void,
  now = () => performance.now(),
): Realtime {
  const listeners = new Map<string, Set<TopicListener>>()
  /** The last announcement of each topic, the least recent first. */
  const announcedAt = new Map<string, number>()
  /** The time since which announcements have been received without interruption. */
  let knownFrom = now()
  let live = false
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let sentAt = Number.NEGATIVE_INFINITY
  let isSending = false
  /** More announcements arrived during a send. */
  let isWanted = false

  function tell(announced: string) {
    if (announced === '') {
      knownFrom = now()
      for (const set of listeners.values()) tellThese(set, announced)
      return
    }
    // A map lookup instead of a search: a process may have thousands of listeners.
    const topic = announced.split(' ', 1)[0] ?? ''
    const kind = topic.slice(0, topic.indexOf(':') + 1)
    remember(topic)
    tellThese(listeners.get(kind), announced)
    if (topic !== kind) tellThese(listeners.get(topic), announced)
  }

  function remember(topic: string) {
    announcedAt.delete(topic)
    announcedAt.set(topic, now())
    for (const [oldest, at] of announcedAt) {
      if (announcedAt.size <= TOPICS_KNOWN && at >= now() - KNOWN_FOR_MS) return
      announcedAt.delete(oldest)
      knownFrom = Math.max(knownFrom, at)
    }
  }

  function tellThese(set: ReadonlySet<TopicListener> | undefined, announced: string) {
    for (const listener of set ?? []) {
      try {
        listener(announced)
      } catch (error) {
        onError(error)
      }
    }
  }

  const connection = keepConnection(url, {
    name: 'greenside-realtime',
    // Announcements are worthless after a crash, so commits need not wait for the disk.
    begin: `set synchronous_commit = off; listen ${CHANNEL}`,
    onNotification: (payload) => payload && tell(payload),
    onUp() {
      live = true
      tell('')
    },
    onLost() {
      live = false
      tell('')
    },
    onError,
  })

  function send() {
    if (isSending) isWanted = true
    else if (closed) return
    else timer ??= setTimeout(sendAll, Math.max(0, sentAt + SEND_EVERY_MS - performance.now()))
  }

  async function sendAll() {
    timer = undefined
    isWanted = false
    sentAt = performance.now()
    isSending = true
    try {
      const sent = await connection.client()?.query({ name: 'send-announcements', text: sendStatement })
      if (sent?.rows.length === SENT_AT_ONCE) isWanted = true
    } catch (error) {
      onError(error)
    }
    isSending = false
    if (isWanted) send()
  }
  const looking = setInterval(send, LOOK_EVERY_MS)
  looking.unref()

  return {
    send,
    subscribe(topic, listener) {
      const set = listeners.get(topic) ?? new Set()
      listeners.set(topic, set.add(listener))
      return () => {
        set.delete(listener)
        if (set.size === 0 && listeners.get(topic) === set) listeners.delete(topic)
      }
    },
    isLive: () => live,
    mayHaveChanged(topic, ms) {
      const from = now() - ms
      return !live || from <= knownFrom || (announcedAt.get(topic) ?? Number.NEGATIVE_INFINITY) >= from
    },
    async close() {
      closed = true
      clearTimeout(timer)
      clearInterval(looking)
      await sendAll()
      await connection.close()
    },
  }
}

const changing = /\b(?:insert|update|delete|merge|commit|announce)\b/i

/**
 * Sends announcements when a connection returns to the pool after a statement that may have committed some. What another statement
 * announces, such as a function that writes, is found a tenth of a second later. Call it before the pool's first use.
 */
export function sendAfterChanges(pool: pg.Pool, realtime: Pick<Realtime, 'send'>): void {
  const changed = new WeakSet<pg.ClientBase>()
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((statement: unknown, ...rest: unknown[]) => {
      const text: unknown = statement instanceof Object ? Reflect.get(statement, 'text') : statement
      if (typeof text === 'string' && changing.test(text)) changed.add(client)
      return query(statement, ...rest)
    }) as typeof client.query
  })
  pool.on('release', (_error, client) => {
    if (changed.delete(client)) realtime.send()
  })
}
