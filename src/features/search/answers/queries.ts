import { type AnnouncedCache, cachedUntilAnnounced } from '#platform/cached-until-announced.ts'
import type { Services } from '#ports/services.ts'
import { searchCoaches, searchValues } from '../queries.ts'
import type { SearchInput, SearchResult } from '../schema.ts'

const MB = 1024 * 1024
/** However quiet it is: an announcement may be lost with its connection before anybody notices. */
const A_MINUTE = 60_000

const caches = new WeakMap<Services['realtime'], AnnouncedCache<SearchResult>>()

/**
 * The answer to anybody's search but an admin's. Kept until a coach, a place or a name changes, which the
 * database announces; so no request sees what another has changed later than the announcement travels, a millisecond or two.
 */
export async function findSearchAnswer(
  services: Pick<Services, 'db' | 'realtime' | 'env'>,
  input: SearchInput,
): Promise<SearchResult> {
  return await cacheOf(services).find(JSON.stringify([input.sort, searchValues(input, false)]), () =>
    searchCoaches(services.db, input, false),
  )
}

function cacheOf({ realtime, env }: Pick<Services, 'realtime' | 'env'>): AnnouncedCache<SearchResult> {
  let cache = caches.get(realtime)
  if (!cache) {
    const maxBytes = env.SEARCH_MEMORY_MB * MB
    cache = cachedUntilAnnounced({
      realtime,
      topics: ['coaches:'],
      weigh: (result) => JSON.stringify(result).length,
      maxBytes,
      keepMs: A_MINUTE,
    })
    caches.set(realtime, cache)
  }
  return cache
}
