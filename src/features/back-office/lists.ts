import { randomUUID } from 'node:crypto'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import { type ListAct, MOST_ACTED_ON, ROWS_A_PAGE, type RowChanged } from '#platform/admin-list.ts'
import type { Audit } from '#platform/audit-log.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { countRows, isIdOf, readIds, readPage } from '#platform/list-page.ts'
import { auditLog } from '#platform/tables.ts'
import { toIso } from '#platform/time.ts'
import type { AdminList, Services, TransactionServices } from '#ports/services.ts'
import type { ActInput, ListPage, ListPageInput } from './schema.ts'
import { savedViews } from './tables.ts'

const MOST_SAVED_VIEWS = 50

/** @throws AppError no_such_list */
export function findList(services: Pick<Services, 'adminLists'>, name: string): AdminList {
  const list = services.adminLists.find((one) => one.name === name)
  if (!list) throw new AppError('not_found', 'no_such_list', 'There is no such list.')
  return list
}

/**
 * Reads a page of a list with everything the browser needs to render it.
 * @throws AppError no_such_list, bad_view
 */
export async function readListPage(
  services: Services,
  audit: Audit,
  input: ListPageInput,
): Promise<ListPage> {
  const list = findList(services, input.list)
  const [page, counted] = await Promise.all([
    readPage(services.db, list, input, ROWS_A_PAGE),
    countRows(services.db, list, input),
  ])
  if (list.isPrivate)
    await audit.record(services.db, { after: { read: list.name, rows: page.rows.length, q: input.q } })
  return {
    now: toIso(services.clock.now()),
    noun: [...list.noun],
    search: list.search?.label ?? null,
    sort: input.sort ?? list.sortedBy,
    columns: Object.entries(list.columns).map(([name, { label, kind, options, ...column }]) => ({
      name,
      label,
      kind,
      ...(options ? { options: [...options] } : {}),
      sort: column.sort ?? false,
      filter: column.filter ?? false,
      hidden: column.hidden === true || column.fileOnly === true,
      minor: column.minor ?? false,
      isLong: column.isLong ?? false,
    })),
    acts: Object.entries(list.acts ?? {}).map(([name, act]) => ({
      name,
      label: act.label,
      ...(act.confirm ? { confirm: act.confirm } : {}),
      tone: act.tone ?? 'brand',
      needsReason: act.needsReason ?? false,
      done: act.done,
      canUndo: canUndo(act),
    })),
    ...page,
    // Totals are omitted when counting took too long.
    ...(counted ?? {
      count: page.rows.length,
      isMore: page.next !== null || page.previous !== null,
    }),
  }
}

/**
 * Applies an action to exactly the rows that were shown, all or none. Each row gets an entry in the audit
 * log.
 * @returns the ids that were changed; or, with nothing changed, that the number of rows differs from what was
 * shown
 * @throws AppError no_such_list, no_such_act, bad_view, reason_missing
 */
export async function actOnList(
  services: Services,
  by: { actor: Actor; audit: Audit },
  input: ActInput,
): Promise<
  { ok: true; changed: string[]; actId?: string } | { ok: false; reason: 'count_differs'; count: number }
> {
  const list = findList(services, input.list)
  const act = findAct(list, input.act)
  const reason = input.reason || null
  if (act.needsReason && !reason) throw new AppError('bad_input', 'reason_missing', 'Please say why.')
  if (input.ids?.some((id) => !isIdOf(list, id)))
    throw new AppError('bad_input', 'bad_view', 'These rows are of another list.')
  const done = await services.db.transaction(async (tx) => {
    const ids = await readIds(tx, list, input, MOST_ACTED_ON + 1, input.ids)
    if (ids.length !== input.shown)
      return { ok: false as const, reason: 'count_differs' as const, count: ids.length }
    const changes = await act.run(services, tx, ids, { actor: by.actor, reason })
    const actId = randomUUID()
    await by.audit.record(
      tx,
      ...changes.map(({ id, ...change }) => ({
        ...change,
        ids: { [input.list]: id, actId, ...change.ids },
        after: { act: input.act, ...change.after },
        reason,
      })),
    )
    const changed = changes.map(({ id }) => id)
    return { ok: true as const, changed, ...(changed.length > 0 && canUndo(act) ? { actId } : {}) }
  })
  // Permissions may have changed: clears the cached sessions of this process without waiting for the
  // notification.
  if (done.ok) for (const id of done.changed) services.sessions.forget(id)
  return done
}

/** How long an action can be undone. */
const UNDO_MS = 3_600_000

/**
 * Undoes what the same admin did to rows of a list within the last hour: restores each row to the values in
 * the audit log. Rows that were changed again since are left as they are.
 * @throws AppError no_such_list, no_such_act, nothing_to_undo
 */
export async function undoAct(
  services: Services,
  by: { actor: Actor; audit: Audit },
  input: { list: string; act: string; actId: string },
): Promise<{ restored: number; skipped: number }> {
  const list = findList(services, input.list)
  const act = findAct(list, input.act)
  return await services.db.transaction(async (tx) => {
    const done = await tx
      .select({ ids: auditLog.ids, before: auditLog.before, after: auditLog.after })
      .from(auditLog)
      .where(
        and(
          eq(auditLog.actorId, by.actor.userId),
          eq(auditLog.action, 'change'),
          eq(auditLog.target, 'backOffice.act'),
          gt(auditLog.createdAt, services.clock.now() - UNDO_MS),
          sql`jsonb_path_query_array(${auditLog.ids}, '$.*') @> to_jsonb(${input.actId}::text)`,
          sql`${auditLog.after} ->> 'act' = ${input.act}`,
        ),
      )
    const rows = done.flatMap(({ ids, before, after }): RowChanged[] => {
      const id = Object(ids)[input.list]
      return typeof id === 'string' ? [{ id, before: { ...before }, after: { ...after } }] : []
    })
    if (rows.length === 0 || !canUndo(act))
      throw new AppError('conflict', 'nothing_to_undo', 'This can no longer be undone.')
    const changes = await restoreRows(services, tx, { list, act, rows, actor: by.actor })
    await by.audit.record(
      tx,
      ...changes.map(({ id, ...change }) => ({
        ...change,
        ids: { [input.list]: id, actId: input.actId, ...change.ids },
        after: { undid: input.act, ...change.after },
      })),
    )
    return { restored: changes.length, skipped: rows.length - changes.length }
  })
}

const canUndo = (act: ListAct<TransactionServices>) => act.restore !== undefined || act.undo !== undefined

async function restoreRows(
  services: Services,
  tx: Queryable,
  undoing: { list: AdminList; act: ListAct<TransactionServices>; rows: RowChanged[]; actor: Actor },
) {
  const { list, act, rows, actor } = undoing
  if (act.restore) return await act.restore(services, tx, rows, { actor })
  const reverse = findAct(list, act.undo ?? '')
  return await reverse.run(
    services,
    tx,
    rows.map(({ id }) => id),
    { actor, reason: null },
  )
}

/** @throws AppError no_such_act */
function findAct(list: AdminList, name: string): ListAct<TransactionServices> {
  const act = Object.hasOwn(list.acts ?? {}, name) ? list.acts?.[name] : undefined
  if (!act) throw new AppError('not_found', 'no_such_act', 'This list has no such action.')
  return act
}

export const readSavedViews = (db: Queryable, list: string) =>
  db
    .select({ id: savedViews.id, name: savedViews.name, view: savedViews.view })
    .from(savedViews)
    .where(eq(savedViews.list, list))
    .orderBy(asc(sql`lower(${savedViews.name})`))

/**
 * Saves a view under a name, replacing a view of the same name.
 * @throws AppError no_such_list, too_many_views
 */
export async function saveView(
  services: Services,
  audit: Audit,
  input: { list: string; name: string; view: string },
): Promise<void> {
  findList(services, input.list)
  await services.db.transaction(async (tx) => {
    const views = await readSavedViews(tx, input.list)
    const same = views.find(({ name }) => name.toLowerCase() === input.name.toLowerCase())
    if (!same && views.length >= MOST_SAVED_VIEWS)
      throw new AppError('conflict', 'too_many_views', 'This list has enough views. Please delete one first.')
    if (same) await tx.update(savedViews).set({ view: input.view }).where(eq(savedViews.id, same.id))
    else await tx.insert(savedViews).values({ ...input, createdAt: services.clock.now() })
    await audit.record(tx, { before: same ? { view: same.view } : null, after: { ...input } })
  })
}

/**
 * Deletes a saved view.
 * @throws AppError no_such_view
 */
export async function dropView(services: Services, audit: Audit, viewId: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const [dropped] = await tx
      .delete(savedViews)
      .where(eq(savedViews.id, viewId))
      .returning({ list: savedViews.list, name: savedViews.name, view: savedViews.view })
    if (!dropped) throw new AppError('not_found', 'no_such_view', 'This view was deleted already.')
    await audit.record(tx, { before: dropped })
  })
}
