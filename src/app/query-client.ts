import { QueryClient } from '@tanstack/react-query'

const MINUTE = 60_000

/** What has been read is good for five minutes and kept for ten; a look away asks for nothing, a failure is tried once more. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 5 * MINUTE, gcTime: 10 * MINUTE, refetchOnWindowFocus: false, retry: 1 },
    },
  })
