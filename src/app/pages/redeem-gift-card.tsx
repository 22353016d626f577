import { createFileRoute, useRouter } from '@tanstack/react-router'
import { titleHead } from '#app/title-head.ts'
import { RedeemGiftCard } from '#features/gift-cards/components/redeem-gift-card.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeader } from '#ui/page-header.tsx'

/** A code is added to the account here, and what is left of it is shown. */
export const Route = createFileRoute('/_shell/gift-cards/redeem')({
  head: titleHead('Redeem a gift card'),
  component: RedeemPage,
})

function RedeemPage() {
  const { me } = Route.useRouteContext()
  const router = useRouter()
  // The code in the fragment comes back after signing in.
  const signIn = () => {
    const back = `/gift-cards/redeem${window.location.hash}`
    void router.navigate({ href: `/auth?redirect=${encodeURIComponent(back)}` })
  }
  return (
    <main className="wrap max-w-5xl py-8 sm:py-12">
      <PageHeader
        title="Your gift cards"
        lead="A gift card pays for lessons with any coach. What is left stays on it."
        className="mb-8"
      />
      {me?.role === 'student' ? (
        <RedeemGiftCard />
      ) : me ? (
        <EmptyState title="Gift cards are for students">
          Lessons are booked with a student’s account. Sign in with one to add the card.
        </EmptyState>
      ) : (
        <EmptyState
          title="Sign in to add your gift card"
          action={
            <Button variant="primary" onClick={signIn}>
              Sign in or create an account
            </Button>
          }
        >
          The code is kept. With an account, you book lessons and see what is left on the card.
        </EmptyState>
      )}
    </main>
  )
}
