import { type AnnouncedMemory, announcedMemory } from '#platform/announced-memory.ts'
import type { Services } from '#ports/services.ts'
import { searchCoaches, searchValues } from '../queries.ts'
import type { SearchInput, SearchResult } from '../schema.ts'

const MB = 1024 * 1024
/** However quiet it is: an announcement may be lost with its connection before anybody notices. */
const A_MINUTE = 60_000

const memories = new WeakMap<Services['realtime'], AnnouncedMemory<SearchResult>>()

/**
 * The answer to anybody's search but an admin's. Kept until a coach, a place or a name changes, which the
 * database announces; so no request sees what another has changed later than the announcement travels, a millisecond or two.
 */
export async function findSearchAnswer(
  services: Pick<Services, 'db' | 'realtime' | 'env'>,
  input: SearchInput,
): Promise<SearchResult> {
  return await memoryOf(services).find(JSON.stringify([input.sort, searchValues(input, false)]), () =>
    searchCoaches(services.db, input, false),
  )
}

function memoryOf({ realtime, env }: Pick<Services, 'realtime' | 'env'>): AnnouncedMemory<SearchResult> {
  let memory = memories.get(realtime)
  if (!memory) {
    const maxBytes = env.SEARCH_MEMORY_MB * MB
    memory = announcedMemory({
      realtime,
      topics: ['coaches:'],
      weigh: (result) => JSON.stringify(result).length,
      maxBytes,
      keepMs: A_MINUTE,
    })
    memories.set(realtime, memory)
  }
  return memory
}
