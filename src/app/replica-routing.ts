import { readCookie, setCookie } from '#platform/cookies.ts'
import { constraintOf, isDatabaseDown } from '#platform/db.ts'
import type { Copy } from '#platform/procedures.ts'
import type { Replica } from '#platform/replica.ts'
import type { Services } from '#ports/services.ts'

const WROTE = 'greenside_wrote'

/** Answers what may be a second old from a replica, but not to people who wrote something that it may not show yet. */
export function routeToReplica(replica: Replica, services: Services): Copy<Services> {
  const { appUrl, REPLICA_LAG_MS } = services.env
  // A replica that is read from is never further behind than the limit.
  const seconds = Math.ceil(REPLICA_LAG_MS / 1_000) + 2
  return {
    services,
    lagMs: replica.lagMs,
    // A program that comes with a token keeps no cookies.
    mayAnswer: (headers) =>
      replica.isFresh() && headers.get('authorization') === null && readCookie(headers, WROTE) === undefined,
    noteWrite: (answer) => setCookie(appUrl, answer, { name: WROTE, value: '1', seconds }),
    isItsFault(error) {
      // What it replays may take away rows that a statement still reads.
      const isIts = isDatabaseDown(error) || constraintOf(error)?.kind === 'serialization'
      if (isIts) replica.distrust()
      return isIts
    },
  }
}
