/**
 * Reads and writes the view of a back-office list in the query string:
 * `?q=maya&role=coach&sort=-createdAt&after=…`. Pure.
 */

export interface ViewAddress {
  q: string
  filters: Record<string, string>
  sort?: string
  after?: string
  before?: string
}

/** The tab of the home page, or the period of the figures, that contains a list. */
export interface PlaceAddress {
  tab?: string | null
  period?: string | null
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

/** @param search the query string without the question mark */
export function readView(search: string): ViewAddress {
  const params = new URLSearchParams(search)
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

/**
 * Writes the query string of a view, including the question mark.
 * @param place other parameters of the page to keep
 */
export function writeView(
  { q, filters, sort, after, before }: ViewAddress,
  place: PlaceAddress = {},
): string {
  const params = new URLSearchParams()
  const all = { ...place, q, ...filters, sort, after, before }
  for (const [name, value] of Object.entries(all)) if (value) params.set(name, value)
  const text = params.toString()
  return text ? `?${text}` : ''
}
