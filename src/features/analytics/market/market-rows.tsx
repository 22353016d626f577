import { ChartColumn } from 'lucide-react'
import { AdminListView } from '#features/back-office/components/admin-list-view.tsx'
import { formatDay, OFFICE_ZONE } from '#platform/time.ts'
import { Anchor } from '#ui/anchor.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import type { MarketRowKind } from './links.ts'

const words: Record<MarketRowKind, { title: string; lead: string }> = {
  money: {
    title: 'Sales, fees and refunds',
    lead: 'Each row is an entry of the ledger. A gift card counts when it pays for something.',
  },
  lessons: {
    title: 'Lessons booked',
    lead: 'Lessons that students booked on the site and that were not canceled, by the time of booking.',
  },
  searches: { title: 'Searches', lead: 'Every search for a ZIP code, without tests.' },
  zips: {
    title: 'ZIP codes without a result',
    lead: 'Each row is a ZIP code in one month, with the number of searches that found no coach.',
  },
  days: {
    title: 'Offered and booked time',
    lead: 'Each row is an area on one day. Only coaches who can be booked at once are counted. The time is that of the day’s lessons and of the openings that were left when the day began.',
  },
  coaches: {
    title: 'Coaches with an opening',
    lead: 'Every coach who is listed now, with the soonest time that a student can book.',
  },
}

/** The rows that a figure about the market is made of. */
export function MarketRows({ rows }: { rows: MarketRowKind }) {
  const { title, lead } = words[rows]
  return (
    <main className="px-4 py-6 sm:px-6 lg:px-8 lg:py-8">
      <Anchor
        href="/admin/market"
        className="mb-3 inline-block text-sm font-medium text-brand hover:underline"
      >
        Market
      </Anchor>
      <PageHeader title={title} lead={lead} className="mb-5" />
      <AdminListView
        list={`market-${rows}`}
        label={title}
        failure="Failed to load the rows"
        empty={{ icon: ChartColumn, title: 'Nothing yet', text: 'Rows appear here when something happens.' }}
        {...(rows === 'days'
          ? { cells: { at: ({ cells }) => formatDay(String(cells.at), OFFICE_ZONE, { year: true }) } }
          : {})}
        hrefOf={(row) =>
          rows === 'coaches'
            ? `/instructor/${row.id}`
            : rows === 'lessons'
              ? `/admin/lessons/${row.id}`
              : rows === 'money' && row.cells.bookingId
                ? `/admin/lessons/${row.cells.bookingId}`
                : null
        }
      />
    </main>
  )
}
