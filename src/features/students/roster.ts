/** Filters, sorting and URL parameters of a coach's list of students. Pure. */

export const STUDENTS_PER_PAGE = 25
/** A student without an upcoming lesson counts as away this many days after the last one. */
export const AWAY_AFTER_DAYS = 60
/** The number of days for which a student counts as new. */
export const NEW_FOR_DAYS = 30
/** The displayed name of a deleted account. */
export const FORMER_STUDENT = 'Former student'

export const rosterFilters = ['all', 'active', 'away', 'new', 'credits', 'invited'] as const
export type RosterFilter = (typeof rosterFilters)[number]

export const filterLabels: Readonly<Record<RosterFilter, string>> = {
  all: 'All',
  active: 'Active',
  away: `Not seen for ${AWAY_AFTER_DAYS} days`,
  new: 'New',
  credits: 'With credits',
  invited: 'Invited',
}

export const rosterSorts = ['recent', 'name', 'lessons', 'last', 'next', 'spent', 'credits', 'word'] as const
export type RosterSort = (typeof rosterSorts)[number]

export const rosterSortLabels: Readonly<Record<RosterSort, string>> = {
  recent: 'Recent activity',
  name: 'Name',
  lessons: 'Lessons had',
  last: 'Last lesson',
  next: 'Next lesson',
  spent: 'Spent',
  credits: 'Credits left',
  word: 'Last message',
}

export type RosterOrder = 'asc' | 'desc'

/** A column's initial sort order: ascending for names and the next lesson, descending for others. */
export const firstOrder = (sort: RosterSort): RosterOrder =>
  sort === 'name' || sort === 'next' ? 'asc' : 'desc'

/** A view of the list. */
export interface RosterView {
  query: string
  filter: RosterFilter
  sort: RosterSort
  order: RosterOrder
}

/** The URL parameters; defaults are omitted. */
export interface RosterAddress {
  q?: string | undefined
  who?: RosterFilter | undefined
  by?: RosterSort | undefined
  order?: RosterOrder | undefined
  page?: number | undefined
}

export function rosterView({ q = '', who = 'all', by = 'recent', order }: RosterAddress): RosterView {
  return { query: q, filter: who, sort: by, order: order ?? firstOrder(by) }
}

/** The URL of a view, without default values. */
export function rosterHref(address: RosterAddress): string {
  const { q, who, by, order, page } = address
  const query = new URLSearchParams()
  if (q?.trim()) query.set('q', q.trim())
  if (who && who !== 'all') query.set('who', who)
  if (by && by !== 'recent') query.set('by', by)
  if (order && order !== firstOrder(by ?? 'recent')) query.set('order', order)
  if (page && page > 1) query.set('page', String(page))
  return query.size > 0 ? `/your-students?${query}` : '/your-students'
}
