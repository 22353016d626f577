import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { backOfficeClient } from '../client.ts'
import type { ViewAddress } from '../view.ts'

export const listQuery = (list: string, { q, filters, ...rest }: ViewAddress) =>
  backOfficeClient.list.queryOptions({
    input: { list, q, filters, ...rest },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Reads the lists on the screen again: after something was changed. */
export function useRefreshLists() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: backOfficeClient.list.key() })
}
