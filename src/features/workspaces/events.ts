import { requireReach } from '#features/messages/may-reach.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import type { Workspace } from './access.ts'
import { gatherNews } from './news.ts'
import { workspaceEvents } from './tables.ts'
import type { EventKind, FieldChange } from './workspace.ts'

/**
 * Records an event of a workspace and queues the other member's notification where the event has one, in the
 * transaction that raised it.
 * @throws AppError not_taking_messages, conversation_suspended
 */
export async function record(
  services: Pick<Services, 'clock' | 'jobs' | 'answers'>,
  tx: Queryable,
  { workspace, actor }: { workspace: Workspace & { id: string }; actor: Pick<Actor, 'userId'> },
  event: { kind: EventKind; title: string; aboutId?: string | undefined; changes?: FieldChange[] },
): Promise<void> {
  await requireReach(tx, workspace)
  const at = services.clock.now()
  await tx.insert(workspaceEvents).values({
    workspaceId: workspace.id,
    actorId: actor.userId,
    kind: event.kind,
    aboutId: event.aboutId ?? null,
    title: event.title.slice(0, 200),
    changes: event.changes ?? null,
    at,
  })
  await gatherNews(services, tx, { workspaceId: workspace.id, by: workspace.as, kind: event.kind, at })
}
