import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { readProblem } from '#platform/api-problem.ts'
import { Alert } from '#ui/alert.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { paymentsClient } from '../client.ts'
import type { SavedCardView } from '../saved-cards/schema.ts'

/** A student's saved cards at the payment processor, each with a button to remove it. */
export function SavedCards() {
  const query = useQuery({
    ...paymentsClient.savedCards.queryOptions({ staleTime: 0 }),
    retry: (count, error) => count < 2 && readProblem(error).code === 'offline',
  })
  if (query.isPending) return <Skeleton className="h-19 w-full" />
  if (query.isError) {
    const { code, message } = readProblem(query.error)
    if (code === 'impersonating')
      return <Alert tone="info">Only the owner of the account can see saved cards.</Alert>
    return (
      <Alert
        tone="warning"
        title="Your saved cards can’t be shown right now"
        action={
          <Button size="sm" loading={query.isFetching} onClick={() => void query.refetch()}>
            Try again
          </Button>
        }
      >
        {message ?? 'We could not reach the server.'} You can still book and pay with a card that you type.
      </Alert>
    )
  }
  const { cards } = query.data
  if (cards.length === 0)
    return (
      <EmptyState icon={CreditCard} title="No saved cards" className="py-8">
        When you pay for a lesson, you can choose to keep the card for next time.
      </EmptyState>
    )
  return (
    <ul className="divide-y rounded-card border bg-surface-raised">
      {cards.map((card) => (
        <CardRow key={card.id} card={card} />
      ))}
    </ul>
  )
}

function CardRow({ card }: { card: SavedCardView }) {
  const queryClient = useQueryClient()
  const { id, brand, last4, expiry, isExpired } = card
  const name = `${brand} ending in ${last4}`

  async function remove() {
    try {
      await paymentsClient.removeCard.call({ cardId: id })
      toast.success('Card removed', `${name} is no longer offered when you pay.`)
    } catch (error) {
      const { code, message } = readProblem(error)
      // Removed in another tab, or with a second click.
      if (code === 'no_such_card') toast.success('Card removed', `${name} was removed before.`)
      else
        toast.error('The card is still saved', message ?? 'We could not reach the server. Please try again.')
    }
    await queryClient.invalidateQueries({ queryKey: paymentsClient.savedCards.key() })
  }

  return (
    <li className="flex items-center gap-4 px-4 py-3.5">
      <CreditCard aria-hidden className="size-6 shrink-0 text-muted max-sm:hidden" strokeWidth={1.5} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          <span>
            {brand} <span className="sr-only">ending in </span>
            <span aria-hidden>•••• </span>
            <span className="tabular">{last4}</span>
          </span>
          {isExpired ? <Badge tone="red">Expired</Badge> : null}
        </p>
        <p className="tabular text-sm text-muted">
          {isExpired ? 'Expired' : 'Expires'} {expiry}
        </p>
      </div>
      <ConfirmDialog
        trigger={
          <Button size="sm" aria-label={`Remove ${name}`}>
            Remove
          </Button>
        }
        title={`Remove ${name}?`}
        description="It is deleted at the payment processor and no longer offered when you pay. Lessons that you have paid for, and refunds to this card, are not affected."
        confirmLabel="Remove card"
        onConfirm={remove}
      />
    </li>
  )
}
