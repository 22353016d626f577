import { rainChecksClient } from '../client.ts'

export const rainRuleQuery = rainChecksClient.rule.queryOptions()
