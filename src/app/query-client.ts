import { ORPCError } from '@orpc/client'
import { QueryClient } from '@tanstack/react-query'
import { MINUTE } from '#platform/duration.ts'

/**
 * What has been read is good for five minutes and kept for ten; a look away asks for nothing, a failure is tried once more.
 * An answer that refuses (4xx) would refuse again, and is shown at once.
 */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * MINUTE,
        gcTime: 10 * MINUTE,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 1 && !isRefusal(error),
      },
    },
  })

const isRefusal = (error: unknown) => error instanceof ORPCError && error.status >= 400 && error.status < 500
