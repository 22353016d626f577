import { proposalsClient } from '../client.ts'

/** The user's packages. @param withId only packages with this other person */
export const packageListQuery = (withId?: string) =>
  proposalsClient.packages.queryOptions({ input: withId ? { with: withId } : {}, staleTime: 15_000 })
