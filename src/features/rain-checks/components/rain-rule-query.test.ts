import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { rainChecksClient } from '../client.ts'
import { applyRainRule, rainRuleQuery } from './rain-rule-query.ts'

test('after a change of the weather rule, the public profile queries it again', () => {
  const queryClient = new QueryClient()
  const input = { coachId: '5b0c0a5e-0000-4000-8000-000000000001' }
  const { queryKey } = rainChecksClient.ofCoach.queryOptions({ input })
  queryClient.setQueryData<unknown>(queryKey, { rule: 'off' })
  applyRainRule(queryClient, { rule: 'any_rain' })
  expect(queryClient.getQueryData(rainRuleQuery.queryKey)).toEqual({ rule: 'any_rain' })
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true)
})
