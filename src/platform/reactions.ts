import type { Queryable } from './db.ts'

/** Domain events by name, with their data. Each feature adds its own (`events.ts`). */
// biome-ignore lint/suspicious/noEmptyInterface: features extend it by declaration merging
export interface Events {}

/** Handles an event, in the transaction that caused it. */
type Handler<Services, Name extends keyof Events> = (
  services: Services,
  tx: Queryable,
  event: Events[Name],
) => Promise<unknown>

/** The handlers of each event in execution order; `app/reactions.ts` has the table. */
export type Reactions<Services> = { readonly [Name in keyof Events]: readonly Handler<Services, Name>[] }

/**
 * Runs an event's handlers sequentially in the publisher's transaction: if one fails, the whole transaction
 * is rolled back.
 * @returns whether a handler reported that it changed something
 */
export async function publish<Services extends { reactions: Reactions<Services> }, Name extends keyof Events>(
  services: Services,
  tx: Queryable,
  name: Name,
  event: Events[Name],
): Promise<boolean> {
  let changed = false
  for (const handler of services.reactions[name])
    if ((await handler(services, tx, event)) === true) changed = true
  return changed
}
