import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '#app/title-head.ts'
import { BuyGiftCard } from '#features/gift-cards/components/buy-gift-card.tsx'
import { siteName } from '#platform/site-name.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'

/** Gift cards for golf lessons: what they are, and buying one. */
export const Route = createFileRoute('/_shell/gift-cards')({
  validateSearch: (raw: Record<string, unknown>): { checkout?: 'cancelled' } =>
    raw.checkout === 'cancelled' ? { checkout: 'cancelled' } : {},
  head: titleHead('Gift cards for golf lessons'),
  component: GiftCardsPage,
})

function GiftCardsPage() {
  const { me } = Route.useRouteContext()
  const { checkout } = Route.useSearch()
  return (
    <main className="wrap max-w-5xl py-8 sm:py-12">
      <PageHeader
        title="Give golf lessons"
        lead={`A gift card pays for lessons with any coach on ${siteName}.`}
        className="mb-8"
        actions={
          <>
            {me ? <LinkButton href="/gift-cards/yours">Your gift cards</LinkButton> : null}
            <LinkButton href="/gift-cards/redeem">Redeem a code</LinkButton>
          </>
        }
      />
      <BuyGiftCard me={me} wasCancelled={checkout === 'cancelled'} />
    </main>
  )
}
