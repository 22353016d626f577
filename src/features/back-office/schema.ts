import { z } from 'zod'
import { MOST_ACTED_ON } from '#platform/admin-list.ts'
import { writtenLine } from '#platform/written-text.ts'

const listName = z.string().min(1).max(60)

/** What a list is narrowed down to; its address says the same. */
const viewShape = {
  q: z.string().max(100).default(''),
  /** By column: `open,closed`, `2026-11-01..2026-11-22` (days in New York), `10..50`, `yes`, or a part of a text. */
  filters: z.record(z.string().max(60), z.string().min(1).max(400)).default({}),
}

export const listPageInput = z.object({
  list: listName,
  ...viewShape,
  sort: z.string().max(61).optional(),
  after: z.string().max(2_000).optional(),
  before: z.string().max(2_000).optional(),
})
export type ListPageInput = z.infer<typeof listPageInput>

const columnSchema = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(['text', 'choice', 'instant', 'money', 'number', 'yes-no']),
  options: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
  sort: z.boolean(),
  filter: z.boolean(),
  hidden: z.boolean(),
  minor: z.boolean(),
  isLong: z.boolean(),
})
export type ColumnShown = z.infer<typeof columnSchema>

const rowSchema = z.object({
  id: z.string(),
  cells: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type RowShown = z.infer<typeof rowSchema>

const actShown = z.object({
  name: z.string(),
  label: z.string(),
  confirm: z.string().optional(),
  tone: z.enum(['danger', 'brand']),
  needsReason: z.boolean(),
  done: z.string(),
  /** It can be undone for an hour. */
  canUndo: z.boolean(),
})
export type ActShown = z.infer<typeof actShown>

export const listPageSchema = z.object({
  noun: z.tuple([z.string(), z.string()]),
  /** What the search field looks through; null where there is none. */
  search: z.string().nullable(),
  sort: z.string(),
  columns: z.array(columnSchema),
  acts: z.array(actShown),
  rows: z.array(rowSchema),
  previous: z.string().nullable(),
  next: z.string().nullable(),
  count: z.int(),
  /** When the page was read: instants of the same year are shown without it. */
  now: z.iso.datetime(),
  /** There are more than `count`. */
  isMore: z.boolean(),
})
export type ListPage = z.infer<typeof listPageSchema>

export const actInput = z.object({
  list: listName,
  act: z.string().min(1).max(60),
  ...viewShape,
  /** Some of the rows of the view; all of them when left out. */
  ids: z.array(z.string().min(1).max(60)).min(1).max(MOST_ACTED_ON).optional(),
  /** How many the screen said there are: nothing is done to another number of rows. */
  shown: z.int().min(1).max(MOST_ACTED_ON),
  reason: writtenLine().trim().max(500, 'Please keep it under 500 characters').optional(),
})
export type ActInput = z.infer<typeof actInput>

export const actOutcome = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    changed: z.array(z.string()),
    /** Names what was done, for undoing it; missing when nothing changed or it cannot be undone. */
    actId: z.uuid().optional(),
  }),
  z.object({ ok: z.literal(false), reason: z.literal('count_differs'), count: z.int() }),
])
export type ActOutcome = z.infer<typeof actOutcome>

export const undoInput = z.object({ list: listName, act: z.string().min(1).max(60), actId: z.uuid() })
/** `skipped`: rows that were changed again since, and stay as they are. */
export const undoOutcome = z.object({ restored: z.int(), skipped: z.int() })

export const viewNameSchema = z.object({
  name: writtenLine().trim().min(1, 'Please give it a name').max(60, 'Please keep it under 60 characters'),
})
export const saveViewInput = viewNameSchema.extend({ list: listName, view: z.string().max(2_000) })
export const savedViewSchema = z.object({ id: z.uuid(), name: z.string(), view: z.string() })
export const viewsInput = z.object({ list: listName })
