import { daysOfMonth } from './months.ts'

/** The kinds of rows that figures are made of, as in URLs. */
const marketRows = ['money', 'lessons', 'searches', 'zips', 'days', 'coaches'] as const
export type MarketRowKind = (typeof marketRows)[number]

export const isMarketRows = (text: string): text is MarketRowKind =>
  (marketRows as readonly string[]).includes(text)

/**
 * The URL of the rows that a figure is made of.
 * @param month such as `2026-03`; all months when null
 * @param filters further filters of the list
 */
export function rowsHref(
  rows: MarketRowKind,
  { month, area }: { month: string | null; area: string | null },
  filters: Readonly<Record<string, string>> = {},
): string {
  const params = new URLSearchParams()
  if (month) {
    const { from, to } = daysOfMonth(month)
    params.set('at', `${from}..${to}`)
  }
  if (area) params.set('area', area)
  for (const [name, value] of Object.entries(filters)) params.set(name, value)
  return `/admin/market/${rows}?${params}`
}

/** The URL of the figures of one area or one month. */
export function marketHref({ month, area }: { month: string | null; area: string | null }): string {
  const params = new URLSearchParams()
  if (area) params.set('area', area)
  if (month) params.set('month', month)
  const query = params.toString()
  return query ? `/admin/market?${query}` : '/admin/market'
}
