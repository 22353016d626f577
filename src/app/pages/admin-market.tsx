import { createFileRoute } from '@tanstack/react-router'
import { unlistedHead } from '#app/title-head.ts'
import { MarketView } from '#features/analytics/market/market-view.tsx'
import { viewParams } from '#features/back-office/view.ts'

/** Whether the market works: searches, sales, first lessons and returning students. */
export const Route = createFileRoute('/_shell/_admin/admin/market')({
  validateSearch: viewParams,
  head: unlistedHead('Market'),
  component: MarketView,
})
