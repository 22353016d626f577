import type { Message } from '../schema.ts'
import { type Stretch, withNewer, withOlder } from '../timeline.ts'

/** After so many pages in a row it is quicker to begin anew at the end. */
const PAGES_TO_CATCH_UP = 4

/** What is being read: more of it above or below, a message that is looked for, the end. */
export type Reading = 'older' | 'newer' | 'jump' | 'newest'

/** Which page: the newest one without any of these. */
export interface Asked {
  before?: number
  after?: number
  around?: number
}

export interface TimelineKeeper {
  /** The stretch that is on the page; undefined before there is one. */
  read(): Stretch<Message> | undefined
  write(next: Stretch<Message>): void
  ask(asked: Asked): Promise<Stretch<Message>>
  /** What is being read now, and what could not be read. */
  tell(state: { busy: Reading | null; failed: Reading | null }): void
}

/**
 * Moves the stretch of a conversation that is on the page. Answers come in any order: one that was asked for another stretch than
 * the one that is here by then is dropped, so that nothing is torn apart and nobody is taken away from what they were looking for.
 */
export function timelinePages({ read, write, ask, tell }: TimelineKeeper) {
  let running: { what: Reading; isDone: Promise<void> } | null = null

  /** One thing at a time. A jump waits for its turn; what is asked for at an edge is asked for again while the edge is in sight. */
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

  /** Asks for what was said since; nothing while the reader is far back. @throws when there is no answer */
  async function catchUp(): Promise<void> {
    for (let pages = 0; pages < PAGES_TO_CATCH_UP; pages += 1) {
      if (!isAtEnd() || running?.what === 'newer') return
      const after = lastPosition() ?? 0
      const page = await ask({ after })
      const now = read()
      // A jump took the reader elsewhere meanwhile.
      if (!now || !isAtEnd() || (lastPosition() ?? 0) < after) return
      write(withNewer(now, page.messages, false))
      if (!page.hasNewer) return
    }
    const newest = await ask({})
    if (isAtEnd()) write(newest)
  }

  const isAtEnd = () => read()?.hasNewer === false

  /** A message that was just said: put at the end when nothing is missing before it. */
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
