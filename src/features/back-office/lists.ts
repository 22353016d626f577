import { asc, eq, sql } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import { MOST_ACTED_ON, ROWS_A_PAGE } from '#platform/admin-list.ts'
import type { Audit } from '#platform/audit-log.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { countRows, readIds, readPage } from '#platform/list-page.ts'
import type { AdminList, Services } from '#ports/services.ts'
import type { ActInput, ListPage, ListPageInput } from './schema.ts'
import { savedViews } from './tables.ts'

const MOST_SAVED_VIEWS = 50

/** @throws AppError no_such_list */
export function findList(services: Pick<Services, 'adminLists'>, name: string): AdminList {
  const list = services.adminLists.find((one) => one.name === name)
  if (!list) throw new AppError('not_found', 'no_such_list', 'There is no such list.')
  return list
}

/** A page of a list, with all a browser needs to draw it. @throws AppError no_such_list, bad_view */
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
    })),
    acts: Object.entries(list.acts ?? {}).map(([name, act]) => ({
      name,
      label: act.label,
      ...(act.confirm ? { confirm: act.confirm } : {}),
      tone: act.tone ?? 'brand',
      needsReason: act.needsReason ?? false,
      done: act.done,
      ...(act.undo ? { undo: act.undo } : {}),
    })),
    ...page,
    // Where counting took too long, the page is all that is known.
    ...(counted ?? {
      count: page.rows.length,
      isMore: page.next !== null || page.previous !== null,
    }),
  }
}

/**
 * Does something to exactly the rows that were shown, all or none; each leaves its row in the audit log.
 * @returns the ids that were changed; or that there are by now more or fewer rows than were shown, when nothing is done
 * @throws AppError no_such_list, no_such_act, bad_view, reason_missing
 */
export async function actOnList(
  services: Services,
  by: { actor: Actor; audit: Audit },
  input: ActInput,
): Promise<{ ok: true; changed: string[] } | { ok: false; reason: 'count_differs'; count: number }> {
  const list = findList(services, input.list)
  const act = Object.hasOwn(list.acts ?? {}, input.act) ? list.acts?.[input.act] : undefined
  if (!act) throw new AppError('not_found', 'no_such_act', 'This list has no such action.')
  const reason = input.reason || null
  if (act.needsReason && !reason) throw new AppError('bad_input', 'reason_missing', 'Please say why.')
  const shape = list.idKind === 'uuid' ? /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i : /^\d{1,18}$/
  if (input.ids?.some((id) => !shape.test(id)))
    throw new AppError('bad_input', 'bad_view', 'These rows are of another list.')
  return await services.db.transaction(async (tx) => {
    const ids = await readIds(tx, list, input, MOST_ACTED_ON + 1, input.ids)
    if (ids.length !== input.shown) return { ok: false, reason: 'count_differs', count: ids.length }
    const changes = await act.run(services, tx, ids, { actor: by.actor, reason })
    await by.audit.record(
      tx,
      ...changes.map(({ id, ...change }) => ({
        ...change,
        ids: { [input.list]: id, ...change.ids },
        after: { act: input.act, ...change.after },
        reason,
      })),
    )
    return { ok: true, changed: changes.map(({ id }) => id) }
  })
}

export const readSavedViews = (db: Queryable, list: string) =>
  db
    .select({ id: savedViews.id, name: savedViews.name, view: savedViews.view })
    .from(savedViews)
    .where(eq(savedViews.list, list))
    .orderBy(asc(sql`lower(${savedViews.name})`))

/** Keeps a view under a name; one of that name is replaced. @throws AppError no_such_list, too_many_views */
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

/** Forgets a view. @throws AppError no_such_view */
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
