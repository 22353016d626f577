import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '#app/title-head.ts'
import { BoughtGiftCards } from '#features/gift-cards/components/bought-gift-cards.tsx'
import { uuidParam } from '#platform/search-params.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'

/** The gift cards a person bought. The checkout leads here. */
export const Route = createFileRoute('/_shell/_signed-in/gift-cards/yours')({
  validateSearch: (raw: Record<string, unknown>): { card?: string | undefined } => ({
    card: uuidParam(raw.card),
  }),
  head: titleHead('Gift cards you bought'),
  component: BoughtGiftCardsPage,
})

function BoughtGiftCardsPage() {
  const { card } = Route.useSearch()
  return (
    <main className="wrap max-w-3xl py-8 sm:py-12">
      <PageHeader
        title="Gift cards you bought"
        lead="Their codes, and where they were sent."
        className="mb-8"
        actions={<LinkButton href="/gift-cards">Buy another one</LinkButton>}
      />
      <BoughtGiftCards justPaid={card} />
    </main>
  )
}
