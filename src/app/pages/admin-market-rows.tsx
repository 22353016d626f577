import { createFileRoute, notFound } from '@tanstack/react-router'
import { unlistedHead } from '#app/title-head.ts'
import { isMarketRows } from '#features/analytics/market/links.ts'
import { MarketRows } from '#features/analytics/market/market-rows.tsx'
import { viewParams } from '#features/back-office/view.ts'

/** The rows that a figure about the market is made of. */
export const Route = createFileRoute('/_shell/_admin/admin/market/$rows')({
  validateSearch: viewParams,
  head: unlistedHead('Market figures'),
  beforeLoad: ({ params }) => {
    if (!isMarketRows(params.rows)) throw notFound()
  },
  component: Rows,
})

function Rows() {
  const { rows } = Route.useParams()
  return isMarketRows(rows) ? <MarketRows key={rows} rows={rows} /> : null
}
