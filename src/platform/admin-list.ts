import type { SQL } from 'drizzle-orm'
import type { Actor } from './actor.ts'
import type { Change, Facts } from './audit-log.ts'
import type { Queryable } from './db.ts'

/**
 * How a feature declares a list of the back office. Paging by key, sorting, filters, search, count, the file for spreadsheets and
 * acts on many rows follow from it; `platform/list-page.ts` reads it.
 */

/** `money` is integer cents, `instant` a `timestamptz` shown in New York time, `choice` one of the column's options. */
export type ColumnKind = 'text' | 'choice' | 'instant' | 'money' | 'number' | 'yes-no'

export interface ListColumn {
  label: string
  kind: ColumnKind
  /** The column, or an expression over the tables of `from`. */
  value: SQL
  /** Of a choice: what there is, in the order of its lifecycle. */
  options?: readonly { value: string; label: string }[]
  /** May be sorted by. With the list's id it needs an index, or a million rows are sorted. */
  sort?: boolean
  /** Empty for some: sorted by, those come last; of a yes or no, that is a no. */
  nullable?: boolean
  /** May be filtered by: choices by any of some, instants by days, figures by bounds, texts by a part. */
  filter?: boolean
  /** Of a choice that is computed: what a row of a value is, in conditions that an index answers. */
  is?: Readonly<Record<string, SQL>>
  /** Of a text: it stands in the `words` of the search, so that their index answers its filter, too. */
  inWords?: boolean
  /** Comes with a row for links and buttons; it is no column of screen and file. */
  hidden?: boolean
  /** A column of the file, and on screen a part of another column. */
  fileOnly?: boolean
  /** Shown on request in a wide table, and left out on a phone. */
  minor?: boolean
  /** Sentences, such as a message: it gets more of the width than names do. */
  isLong?: boolean
}

/** One row that an act changed, for the audit log. */
export type ActedOn = Change & { id: string }

/** A row as an act found it and left it, read from the audit log. */
export interface RowChanged {
  id: string
  before: Facts
  after: Facts
}

/** Something that is done to many rows at once. */
export interface ListAct<S> {
  /** A verb and what it is done to: "Close tickets". */
  label: string
  /** What is asked before, where it can't be undone. */
  confirm?: string
  tone?: 'danger' | 'brand'
  /** A reason must be given; it goes to the audit log. */
  needsReason?: boolean
  /** What is said afterwards: "Ticket status has been updated successfully". */
  done: string
  /** The act of this list that reverses it, where an act only changes rows of one state and so all of them were alike before. */
  undo?: string
  /**
   * Gives rows back what they were before, for an act that changes rows of different states.
   * @param rows what the act changed; one that was changed again since is left as it is
   * @returns the rows that were restored
   */
  restore?(services: S, tx: Queryable, rows: readonly RowChanged[], by: { actor: Actor }): Promise<ActedOn[]>
  /** @returns the rows that were changed; one that was as wanted already is left out */
  run(
    services: S,
    tx: Queryable,
    ids: string[],
    by: { actor: Actor; reason: string | null },
  ): Promise<ActedOn[]>
}

export interface ListDeclaration<S> {
  /** In addresses and file names: `support-tickets`. */
  name: string
  /** What one row and many rows are called. */
  noun: readonly [one: string, many: string]
  /** Tables and joins, as after the word `from`. */
  from: SQL
  /** What is always left out. */
  where?: SQL
  /** Tells rows apart, and orders those that are alike. */
  id: SQL
  idKind: 'uuid' | 'number'
  columns: Readonly<Record<string, ListColumn>>
  /** `createdAt`, or `-createdAt` for the greatest first. */
  sortedBy: string
  search?: {
    label: string
    /** The text of a row that the search field looks through; an index of trigrams has the very same. */
    words?: SQL
    /** Instead of a part of `words`. */
    matches?: (words: string) => SQL
  }
  acts?: Readonly<Record<string, ListAct<S>>>
  /** What two people wrote to each other: reading a page of it leaves a row in the audit log. */
  isPrivate?: boolean
}

/** A list as it is looked at; the address of the page says the same. */
export interface ListView {
  q: string
  filters: Readonly<Record<string, string>>
}

/** How many rows a page has. */
export const ROWS_A_PAGE = 50
/** Beyond it a list says "more than". */
export const MOST_COUNTED = 10_000
/** More are not acted on at once. */
export const MOST_ACTED_ON = 5_000
