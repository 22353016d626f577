import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { coachesClient } from '#features/coaches/client.ts'
import { applyPolicy, policyQuery } from './settings-queries.ts'

test('after a change of the policy, the profile is queried again for its terms', () => {
  const queryClient = new QueryClient()
  const input = { instructorId: '5b0c0a5e-0000-4000-8000-000000000001' }
  const { queryKey } = coachesClient.profile.queryOptions({ input })
  queryClient.setQueryData<unknown>(queryKey, { cancellationPolicy: 'standard' })
  applyPolicy(queryClient, { policy: 'strict' })
  expect(queryClient.getQueryData(policyQuery.queryKey)).toEqual({ policy: 'strict' })
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true)
})
