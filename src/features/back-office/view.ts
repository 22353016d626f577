/**
 * Reads and writes the view of a back-office list in the query string:
 * `?q=maya&role=coach&sort=-createdAt&after=…`. The parameters of a second list on a page start with a prefix and a
 * dot: `?items.sort=-createdAt`. Pure.
 */

export interface ViewAddress {
  q: string
  filters: Record<string, string>
  sort?: string
  after?: string
  before?: string
}

/** Query parameters that are not filters. */
const reserved = ['tab', 'period', 'q', 'sort', 'after', 'before', 'notice']
const MOST_PARTS = 24

/**
 * The query parameters a back-office page accepts; values that are too long and surplus parameters are
 * dropped. For `validateSearch`.
 */
export function viewParams(raw: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(raw).flatMap(([name, value]) =>
    (typeof value === 'string' || typeof value === 'number') &&
    name.length <= 60 &&
    String(value).length <= 2_000
      ? [[name, String(value)] as const]
      : [],
  )
  return Object.fromEntries(entries.slice(0, MOST_PARTS))
}

/**
 * @param search the query string without the question mark
 * @param prefix the prefix of the list; empty for the first list of a page
 */
export function readView(search: string, prefix = ''): ViewAddress {
  const params = ownParams(search, prefix)
  const filters: Record<string, string> = {}
  for (const [name, value] of params) if (!reserved.includes(name) && value) filters[name] = value
  const part = (name: 'sort' | 'after' | 'before') => {
    const value = params.get(name)
    return value ? { [name]: value } : {}
  }
  return {
    q: params.get('q')?.slice(0, 100) ?? '',
    filters,
    ...part('sort'),
    ...part('after'),
    ...part('before'),
  }
}

/** The parameters of a list, without its prefix. */
function ownParams(search: string, prefix: string): URLSearchParams {
  const own = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(search))
    if (isOf(name, prefix)) own.set(prefix ? name.slice(prefix.length + 1) : name, value)
  return own
}

const isOf = (name: string, prefix: string) => (prefix ? name.startsWith(`${prefix}.`) : !name.includes('.'))

/**
 * The parameters that stay when the view of a list changes: the tab of the home page, the period of the figures, and
 * the views of the other lists of the page.
 */
export function otherParams(search: string, prefix = ''): Record<string, string> {
  const kept = [...new URLSearchParams(search)].filter(([name]) =>
    name === 'tab' || name === 'period' ? true : name !== 'notice' && !isOf(name, prefix),
  )
  return Object.fromEntries(kept)
}

/**
 * Why a page of a list has no rows: nothing matches the view, the list has no rows at all, or the rows of a later page are gone,
 * as after an act on all of them.
 */
export function whyNoRows({ q, filters, after, before }: ViewAddress): 'page' | 'view' | 'list' {
  if (after || before) return 'page'
  return q || Object.keys(filters).length > 0 ? 'view' : 'list'
}

/**
 * Writes the query string of a view, including the question mark.
 * @param others other parameters of the page to keep
 * @param prefix the prefix of the list; empty for the first list of a page
 */
export function writeView(
  { q, filters, sort, after, before }: ViewAddress,
  others: Record<string, string> = {},
  prefix = '',
): string {
  const params = new URLSearchParams(others)
  const own = { q, ...filters, sort, after, before }
  for (const [name, value] of Object.entries(own))
    if (value) params.set(prefix ? `${prefix}.${name}` : name, value)
  const text = params.toString()
  return text ? `?${text}` : ''
}
