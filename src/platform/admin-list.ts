import type { SQL } from 'drizzle-orm'
import type { Actor } from './actor.ts'
import type { AuditedChange, Facts } from './audit-log.ts'
import type { Queryable } from './db.ts'

/**
 * The types with which a feature declares an admin list. Keyset pagination, sorting, filters, search, counts,
 * CSV export and bulk actions are derived from the declaration by `platform/list-page.ts`.
 */

/**
 * `money` is integer cents, `instant` a `timestamptz` shown in New York time, `choice` one of the column's
 * options.
 */
export type ColumnKind = 'text' | 'choice' | 'instant' | 'money' | 'number' | 'yes-no'

export interface ListColumn {
  label: string
  kind: ColumnKind
  /** The column, or an expression over the tables in `from`. */
  value: SQL
  /** For `choice` columns: the options in lifecycle order. */
  options?: readonly { value: string; label: string }[]
  /**
   * Whether the list can be sorted by this column. Requires an index on the column and the list's id; without
   * one every row is sorted.
   */
  sort?: boolean
  /** Whether the value can be null. Nulls sort last; a null `yes-no` value counts as "no". */
  nullable?: boolean
  /**
   * Whether the column can be filtered: choices by a set, instants by a date range, figures by bounds, texts
   * by a substring.
   */
  filter?: boolean
  /** For computed choices: the condition for each value, written so that an index can be used. */
  is?: Readonly<Record<string, SQL>>
  /**
   * For text columns: the value is part of the search field's `words`, so its filter can use the same index.
   */
  inWords?: boolean
  /** Returned with each row for links and buttons, but not shown as a column on screen or in the file. */
  hidden?: boolean
  /** A column in the exported file only; on screen it is part of another column. */
  fileOnly?: boolean
  /** Hidden by default in wide tables, and always on phones. */
  minor?: boolean
  /** Long text, such as a message; the column is wider than one for names. */
  isLong?: boolean
}

/** One row that a bulk action changed, for the audit log. */
export type ActedOn = AuditedChange & { id: string }

/** A row before and after a bulk action, read from the audit log. */
export interface RowChanged {
  id: string
  before: Facts
  after: Facts
}

/** A bulk action: an operation on many rows at once. */
export interface ListAct<S> {
  /** The label, a verb and its object: "Close tickets". */
  label: string
  /** The confirmation question, for actions that cannot be undone. */
  confirm?: string
  tone?: 'danger' | 'brand'
  /** A reason is required; it is stored in the audit log. */
  needsReason?: boolean
  /** The confirmation message: "Ticket status has been updated successfully". */
  done: string
  /** The name of this list's inverse action. Only for actions whose rows all had the same state before. */
  undo?: string
  /**
   * Restores the previous values, for actions whose rows may have had different states.
   * @param rows the rows that the action changed; rows that have changed since are skipped
   * @returns the rows that were restored
   */
  restore?(services: S, tx: Queryable, rows: readonly RowChanged[], by: { actor: Actor }): Promise<ActedOn[]>
  /** @returns the rows that were changed; rows that already had the desired value are omitted */
  run(
    services: S,
    tx: Queryable,
    ids: string[],
    by: { actor: Actor; reason: string | null },
  ): Promise<ActedOn[]>
}

export interface ListDeclaration<S> {
  /** The list's name in URLs and file names: `support-tickets`. */
  name: string
  /** The singular and plural nouns for a row. */
  noun: readonly [one: string, many: string]
  /** Tables and joins, without the `from` keyword. */
  from: SQL
  /** A condition that always applies. */
  where?: SQL
  /** Replaces `where` for acts on chosen ids, when pages outside of the list can act on more rows than it has. */
  whereChosen?: SQL
  /** A unique id, used as the tie-breaker when sorting. */
  id: SQL
  idKind: 'uuid' | 'number'
  columns: Readonly<Record<string, ListColumn>>
  /** The default order: `createdAt`, or `-createdAt` for descending. */
  sortedBy: string
  search?: {
    label: string
    /**
     * The expression that the search field matches; it must be identical to the expression of a trigram
     * index.
     */
    words?: SQL
    /** A custom search condition, used instead of a substring match on `words`. */
    matches?: (words: string) => SQL
  }
  acts?: Readonly<Record<string, ListAct<S>>>
  /** The rows contain private messages between two people: viewing a page is recorded in the audit log. */
  isPrivate?: boolean
}

/** The state of a list view; it mirrors the page's URL. */
export interface ListView {
  q: string
  filters: Readonly<Record<string, string>>
}

/** Page size. */
export const ROWS_A_PAGE = 50
/** Above this number the list shows "more than" instead of an exact count. */
export const MOST_COUNTED = 10_000
/** The maximum number of rows for one bulk action. */
export const MOST_ACTED_ON = 5_000
