import type { Actor } from './actor.ts'
import type { Clock } from './clock.ts'
import type { Realtime } from './realtime.ts'

const REMEMBER_MS = 30_000
const AT_MOST = 10_000

/** Who is behind which cookie, for half a minute, and never longer than it is true. */
export function rememberedActors(realtime: Realtime, clock: Clock) {
  const remembered = new Map<string, { actor: Actor; until: number }>()
  let changes = 0

  function forgetPerson(userId: string) {
    changes++
    for (const [cookie, entry] of remembered) if (entry.actor.userId === userId) remembered.delete(cookie)
  }
  realtime.subscribe('session:', (topic) => {
    if (topic === '') {
      changes++
      remembered.clear()
    } else forgetPerson(topic.slice('session:'.length))
  })

  return {
    forgetPerson,
    forgetCookie(cookie: string) {
      // Whoever reads it at this moment may still find what ends now.
      changes++
      remembered.delete(cookie)
    },
    /**
     * The actor of a cookie: from memory while announcements arrive, else read, and kept unless something changed meanwhile.
     * @param read also says until when that is true: milliseconds UTC by our clock
     */
    async find(
      cookie: string,
      read: () => Promise<{ actor: Actor; until: number } | null>,
    ): Promise<Actor | null> {
      const known = remembered.get(cookie)
      if (known && known.until > clock.now() && realtime.isLive()) return known.actor
      const changesBefore = changes
      const found = await read()
      // Only cookies that were really ours are remembered, so that junk cannot fill the memory.
      if (found && changes === changesBefore) {
        const oldest = remembered.size >= AT_MOST ? remembered.keys().next().value : undefined
        if (oldest !== undefined) remembered.delete(oldest)
        const until = Math.min(found.until, clock.now() + REMEMBER_MS)
        remembered.set(cookie, { actor: found.actor, until })
      }
      return found?.actor ?? null
    },
  }
}
