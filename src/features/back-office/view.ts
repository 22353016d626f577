/** How a list of the back office stands in the address of its page: `?q=maya&role=coach&sort=-createdAt&after=…`. Pure. */

export interface ViewAddress {
  q: string
  filters: Record<string, string>
  sort?: string
  after?: string
  before?: string
}

/** The tab of the home page, or the period of figures, that a list stands in. */
export interface PlaceAddress {
  tab?: string | null
  period?: string | null
}

/** Parts of an address that are no filters. */
const reserved = ['tab', 'period', 'q', 'sort', 'after', 'before', 'notice']
const MOST_PARTS = 24

/** What the address of a back-office page may carry; what is too long or too much is left out. For `validateSearch`. */
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

/** @param search the part after the question mark */
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

/** The address of a view, from the question mark on. @param place what else the page is told by its address */
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
