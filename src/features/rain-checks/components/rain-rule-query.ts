import type { QueryClient } from '@tanstack/react-query'
import type { RainRule } from '#features/coaches/coach.ts'
import { rainChecksClient } from '../client.ts'

export const rainRuleQuery = rainChecksClient.rule.queryOptions()

/** Applies a saved rule to the cache; the public profile, which shows it, queries it again. */
export function applyRainRule(queryClient: QueryClient, saved: { rule: RainRule }): void {
  queryClient.setQueryData(rainRuleQuery.queryKey, saved)
  void queryClient.invalidateQueries({ queryKey: rainChecksClient.ofCoach.key() })
}
