import type { Message } from '../schema.ts'
import { type Stretch, withNewer, withOlder } from '../timeline.ts'

/** If more pages than this are missing, it is faster to reload the newest page. */
const PAGES_TO_CATCH_UP = 4

/** What is being loaded: older or newer messages, the surroundings of a message, or the newest page. */
export type Reading = 'older' | 'newer' | 'jump' | 'newest'

/** The requested page; the newest one if no field is set. */
export interface PageRequest {
  before?: number
  after?: number
  around?: number
}

export interface TimelineKeeper {
  /** The loaded stretch; undefined before the first page. */
  read(): Stretch<Message> | undefined
  write(next: Stretch<Message>): void
  ask(asked: PageRequest): Promise<Stretch<Message>>
  /** Reports what is being loaded and what failed. */
  tell(state: { busy: Reading | null; failed: Reading | null }): void
}

/**
 * Loads parts of a conversation. Responses may arrive in any order: a response for a stretch that has been
 * replaced in the meantime is dropped, so that the stretch stays contiguous and the view does not jump.
 */
export function timelinePages({ read, write, ask, tell }: TimelineKeeper) {
  let running: { what: Reading; isDone: Promise<void> } | null = null

  /**
   * Runs one operation at a time. A jump waits for its turn; a request at an edge is dropped, because it is
   * repeated while the edge is visible.
   */
  async function alone(what: Reading, work: () => Promise<void>): Promise<void> {
    while (running) {
      if (what === 'older' || what === 'newer') return
      await running.isDone
    }
    tell({ busy: what, failed: null })
    const isDone = work().then(
      () => null,
      () => what,
    )
    running = { what, isDone: isDone.then(() => undefined) }
    const failed = await isDone
    running = null
    tell({ busy: null, failed })
  }

  const firstPosition = () => read()?.messages[0]?.position
  const lastPosition = () => read()?.messages.at(-1)?.position

  const loadOlder = () =>
    alone('older', async () => {
      const before = firstPosition()
      if (before === undefined || !read()?.hasOlder) return
      const page = await ask({ before })
      const now = read()
      if (now && firstPosition() === before) write(withOlder(now, page.messages, page.hasOlder))
    })

  const loadNewer = () =>
    alone('newer', async () => {
      const after = lastPosition()
      if (after === undefined || !read()?.hasNewer) return
      const page = await ask({ after })
      const now = read()
      if (now && lastPosition() === after) write(withNewer(now, page.messages, page.hasNewer))
    })

  /**
   * Loads messages sent since the last loaded one; does nothing if the reader is not at the end.
   * @throws if there is no response
   */
  async function catchUp(): Promise<void> {
    for (let pages = 0; pages < PAGES_TO_CATCH_UP; pages += 1) {
      if (!isAtEnd() || running?.what === 'newer') return
      const after = lastPosition() ?? 0
      const page = await ask({ after })
      const now = read()
      // A jump replaced the stretch in the meantime.
      if (!now || !isAtEnd() || (lastPosition() ?? 0) < after) return
      write(withNewer(now, page.messages, false))
      if (!page.hasNewer) return
    }
    const newest = await ask({})
    if (isAtEnd()) write(newest)
  }

  const isAtEnd = () => read()?.hasNewer === false

  /** Appends a message that was just sent. If messages before it are missing, loads them instead. */
  function append(message: Message) {
    const known = read()
    if (!known || known.hasNewer) return
    const last = lastPosition() ?? 0
    if (message.position === last + 1) write(withNewer(known, [message], false))
    else if (message.position > last) void catchUp().catch(() => undefined)
  }

  const jumpTo = (position: number) =>
    alone('jump', async () => {
      const isHere = read()?.messages.some((message) => message.position === position)
      if (!isHere) write(await ask({ around: position }))
    })

  const jumpToNewest = () =>
    alone('newest', async () => {
      if (read()?.hasNewer) write(await ask({}))
    })

  return { loadOlder, loadNewer, catchUp, append, jumpTo, jumpToNewest }
}
