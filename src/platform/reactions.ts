import type { Queryable } from './db.ts'

/** What features say has happened, by name, with what there is to know about it. Each feature adds its own (`events.ts`). */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it
export interface Events {}

/** Does one thing that follows from an event, in the transaction that caused it. */
type Handler<Services, Name extends keyof Events> = (
  services: Services,
  tx: Queryable,
  event: Events[Name],
) => Promise<unknown>

/** What follows from what, in the order written; `app/reactions.ts` is the table. */
export type Reactions<Services> = { readonly [Name in keyof Events]: readonly Handler<Services, Name>[] }

/**
 * Runs what the table lists for an event, one after the other and in the transaction of whoever says that it happened: when
 * one fails, nothing of it happened.
 * @returns whether a handler answered that it changed something
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
