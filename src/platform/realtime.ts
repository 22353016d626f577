import { keepConnection } from './kept-connection.ts'

/**
 * Everything we announce goes through one PostgreSQL channel; the payload is the topic, such as `booking:{id}`, and where there
 * is more to say, a blank and JSON after it.
 */
const CHANNEL = 'greenside'

/** Any number, the same for every process: one at a time sends what was announced, so that it goes out in order. */
const SENDER_LOCK = 331_870_442
/** What is announced meanwhile goes out together. */
const SEND_EVERY_MS = 10
/** What other processes announced and could not send any more is found this often. */
const LOOK_EVERY_MS = 100
const SENT_AT_ONCE = 500

/** How long it is known what was announced, and of how many topics: longer than a page takes from its reading to its connection. */
const KNOWN_FOR_MS = 60_000
const TOPICS_KNOWN = 20_000

/** `''` tells a listener that announcements may have been missed and what it knows may be stale. */
export type TopicListener = (announced: string) => void

export interface Realtime {
  /** Calls back for every announcement of a topic, or of all topics of a kind (`booking:`). @returns unsubscribe */
  subscribe(topic: string, listener: TopicListener): () => void
  /** False while the connection is away: what depends on announcements must not trust its memory then. */
  isLive(): boolean
  /**
   * Whether a topic was announced in the last so many milliseconds, or may have been: then the connection was away, or it is too
   * long ago to know.
   */
  mayHaveChanged(topic: string, ms: number): boolean
  /** Sends what transactions have announced: to be called when one may have been committed. Often is no burden. */
  send(): void
  close(): Promise<void>
}

/**
 * Takes announcements out of their table and notifies all processes of them, in the order in which they were written down.
 */
const sendStatement = `
  with turn as materialized (select pg_advisory_xact_lock(${SENDER_LOCK}) is not null as has_come),
  taken as (
    delete from announcements
    where id in (select id from announcements where (select has_come from turn) order by id limit ${SENT_AT_ONCE})
    returning id, announcement
  )
  select pg_notify('${CHANNEL}', announcement) from (select * from taken order by id offset 0) as in_order`

/**
 * One connection for the whole process, to hear announcements and to send those that were written down; it comes back by itself
 * when the database was away.
 * @param now milliseconds of a clock that only goes on
 */
export function openRealtime(
  url: string,
  onError: (error: unknown) => void,
  now = () => performance.now(),
): Realtime {
  const listeners = new Map<string, Set<TopicListener>>()
  /** When each topic was announced last, the one least recently announced first. */
  const announcedAt = new Map<string, number>()
  /** Nothing is known of what was announced before. */
  let knownFrom = now()
  let live = false
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let sentAt = Number.NEGATIVE_INFINITY
  let isSending = false
  /** Something was announced while we were sending. */
  let isWanted = false

  function tell(announced: string) {
    if (announced === '') {
      knownFrom = now()
      for (const set of listeners.values()) tellThese(set, announced)
      return
    }
    // Looked up and not searched for: a process may have thousands of listeners.
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
    // What is sent is in nobody's interest after a crash, so that no commit of it waits for the disk.
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
