import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Wallet } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatMoney } from '#platform/money.ts'
import { formatDay, OFFICE_ZONE } from '#platform/time.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Alert } from '#ui/alert.tsx'
import { Anchor } from '#ui/anchor.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { giftCardsClient } from '../client.ts'
import type { GiftUse } from '../gift-card.ts'
import { redeemSchema } from '../schema.ts'

export const giftBalanceQuery = giftCardsClient.balance.queryOptions({ staleTime: 15_000 })

/** The code of a letter's link, which is in the fragment of the address. Empty while rendering on the server. */
function useLinkedCode(): string {
  const [code, setCode] = useState('')
  useEffect(() => setCode(decodeURIComponent(window.location.hash.slice(1)).slice(0, 60)), [])
  return code
}

/** A code becomes money on the account, and what is left of it. */
export function RedeemGiftCard() {
  const queryClient = useQueryClient()
  const linked = useLinkedCode()
  const [added, setAdded] = useState<{ amountCents: number; fromName: string } | null>(null)
  const balance = useQuery(giftBalanceQuery)
  const form = useCheckedForm(redeemSchema)
  const sends = form.sends(async ({ code }) => {
    setAdded(null)
    setAdded(await giftCardsClient.redeem.call({ code }))
    await queryClient.invalidateQueries({ queryKey: giftCardsClient.key() })
  })
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <Card>
        <CardHeader
          title="Add a gift card"
          description="The code is in the letter, or on the printed card."
        />
        <form {...sends} className="mt-4 flex flex-col gap-4">
          {added ? (
            <Alert tone="success" title={`${formatMoney(added.amountCents)} added`}>
              A gift from {added.fromName}. Choose a coach and a time, and it pays.
            </Alert>
          ) : null}
          <FormError title={form.failure ? 'Nothing was added' : null}>{form.failure}</FormError>
          <Field label="Code" hint="16 letters and digits." error={form.errors.code}>
            <Input
              key={linked}
              name="code"
              defaultValue={linked}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              placeholder="XXXX-XXXX-XXXX-XXXX"
              className="tabular uppercase"
            />
          </Field>
          <Button type="submit" variant="brand" loading={form.busy} className="self-start">
            Add gift card
          </Button>
        </form>
      </Card>
      <section aria-label="Your gift cards" className="flex flex-col gap-4">
        {balance.isPending ? <Skeleton className="h-48 w-full rounded-card" /> : null}
        {balance.isError ? (
          <Alert
            tone="error"
            title="Your balance could not be loaded."
            action={
              <Button size="sm" onClick={() => void balance.refetch()}>
                Try again
              </Button>
            }
          >
            Nothing is lost; only this part of the page is missing.
          </Alert>
        ) : null}
        {balance.data?.cards.length === 0 ? (
          <EmptyState icon={Wallet} title="No gift cards yet">
            Add one with its code. It then pays for your lessons.
          </EmptyState>
        ) : null}
        {balance.data && balance.data.cards.length > 0 ? <Balance balance={balance.data} /> : null}
      </section>
    </div>
  )
}

/** Where purchases without a booking are shown. */
const pages: Record<GiftUse, string> = {
  lesson: '/lessons',
  lesson_package: '/lessons',
  video_review: '/video-reviews',
}

type BalanceShown = NonNullable<
  ReturnType<typeof useQuery<Awaited<ReturnType<typeof giftCardsClient.balance.call>>>>['data']
>

function Balance({ balance }: { balance: BalanceShown }) {
  const { balanceCents, cards, uses } = balance
  return (
    <Card>
      <p className="text-muted">Left on your gift cards</p>
      <p className="tabular font-display text-4xl font-[560]">{formatMoney(balanceCents)}</p>
      {balanceCents > 0 ? (
        <LinkButton href="/" variant="primary" className="mt-4">
          Find a coach
        </LinkButton>
      ) : null}
      <h3 className="mt-6 mb-1 font-semibold">Cards</h3>
      <ul className="divide-y divide-line text-[0.9375rem]">
        {cards.map((card) => (
          <li key={card.id} className="flex items-baseline justify-between gap-4 py-2.5">
            <span className="min-w-0">
              From <bdi>{card.fromName}</bdi>, added {formatDay(card.redeemedAt, OFFICE_ZONE, { year: true })}{' '}
              {card.isBlocked ? <Badge tone="yellow">On hold</Badge> : null}
            </span>
            <span className="tabular shrink-0 text-right">
              {formatMoney(card.leftCents)}{' '}
              <span className="text-muted">of {formatMoney(card.amountCents)}</span>
            </span>
          </li>
        ))}
      </ul>
      {uses.length > 0 ? (
        <>
          <h3 className="mt-6 mb-1 font-semibold">Paid with them</h3>
          <ul className="divide-y divide-line text-[0.9375rem]">
            {uses.map((use) => (
              <li key={use.paymentId} className="flex items-baseline justify-between gap-4 py-2.5">
                <Anchor
                  href={use.bookingId ? `/lessons?lesson=${use.bookingId}` : pages[use.kind]}
                  className="text-link min-w-0"
                >
                  {use.title}, {use.bookingId ? 'booked' : 'bought'}{' '}
                  {formatDay(use.at, OFFICE_ZONE, { year: true })}
                </Anchor>
                <span className="tabular shrink-0 text-right">
                  {formatMoney(-use.amountCents)}
                  {use.returnedCents > 0 ? (
                    <span className="block text-sm text-muted">{formatMoney(use.returnedCents)} back</span>
                  ) : null}
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Card>
  )
}
