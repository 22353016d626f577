import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatMoney } from '#platform/money.ts'
import { Alert } from '#ui/alert.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { proposalsClient } from '../client.ts'
import { whyNotOpened } from '../packages/sales/sale.ts'

/** How often a payment on its way is asked for, in milliseconds; the live update usually comes first. */
const WAITING_EVERY = 3_000

/** What became of the payment of a package, on the page that the student returns to. Renders nothing for an unknown payment. */
export function BoughtPackage({ paymentId }: { paymentId: string }) {
  const { data: sale, isLoading } = useQuery({
    ...proposalsClient.packageSale.queryOptions({ input: { paymentId }, retry: false }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? WAITING_EVERY : false),
  })
  const queryClient = useQueryClient()
  const isOpened = sale?.status === 'opened'
  useEffect(() => {
    // The packages on the page may have been read before the payment arrived.
    if (isOpened) void queryClient.invalidateQueries({ queryKey: proposalsClient.packages.key() })
  }, [isOpened, queryClient])
  if (isLoading) return <Skeleton className="mt-5 h-20 w-full" />
  if (!sale) return null
  const { status, title, lessons, hasGiftPart, coach, checkoutUrl } = sale
  const price = formatMoney(sale.priceCents)
  const toCoach = (
    <LinkButton href={`/instructor/${coach.id}`} size="sm">
      Back to {coach.label}
    </LinkButton>
  )
  switch (status) {
    case 'pending':
      return (
        <Alert
          className="mt-5"
          title="Waiting for your payment"
          action={
            checkoutUrl ? (
              <LinkButton href={checkoutUrl} size="sm">
                Go on with the payment
              </LinkButton>
            ) : null
          }
        >
          {title} with {coach.label} opens as soon as your payment of {price} arrives, usually within seconds.
        </Alert>
      )
    case 'opened':
      return (
        <Alert tone="success" className="mt-5" title="Your package is paid">
          {lessons} lessons with {coach.label} are ready to book: {title}. Choose the first time now, or
          whenever you like.
        </Alert>
      )
    case 'unpaid':
      return (
        <Alert tone="warning" className="mt-5" title="The checkout has ended" action={toCoach}>
          Nothing was charged, and {title} was not bought.
        </Alert>
      )
    case 'refunded':
      return (
        <Alert tone="warning" className="mt-5" title="Your package could not be opened" action={toCoach}>
          {whyNotOpened(coach.label, hasGiftPart)}.{' '}
          {hasGiftPart
            ? 'What you paid goes back the way it was paid.'
            : `Your ${price} goes back to your original payment method.`}
        </Alert>
      )
  }
}
