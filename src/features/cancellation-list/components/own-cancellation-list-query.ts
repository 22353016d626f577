import { cancellationListClient } from '../client.ts'

/** What a student waits for and is offered; asked again each minute, because offers end. */
export const ownListQuery = cancellationListClient.mine.queryOptions({
  staleTime: 0,
  refetchInterval: 60_000,
})
