import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Wallet } from 'lucide-react'
import { useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { formatMoney } from '#platform/money.ts'
import { formatDay, formatMoment, OFFICE_ZONE } from '#platform/time.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { useNow } from '#platform/use-now.ts'
import { Alert } from '#ui/alert.tsx'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { giftCardsClient } from '../client.ts'
import { type GiftState, giftStateLabels } from '../gift-card.ts'
import { type BoughtGiftCard, sendGiftCardSchema } from '../schema.ts'
import { GiftCardFace } from './gift-card-face.tsx'

/** While a payment is on its way, the list is read again this often. */
const ASK_AGAIN_MS = 2_000

const tones: Record<GiftState, BadgeTone> = {
  unpaid: 'yellow',
  scheduled: 'blue',
  sent: 'green',
  to_print: 'green',
  redeemed: 'neutral',
  refunded: 'neutral',
}

/** The gift cards that a person bought. @param justPaid the card whose checkout led here */
export function BoughtGiftCards({ justPaid }: { justPaid: string | undefined }) {
  const now = useNow(60_000)
  const reading = useQuery({
    ...giftCardsClient.bought.queryOptions({ staleTime: 0 }),
    refetchInterval: ({ state }) =>
      state.dataUpdateCount < 60 &&
      state.data?.some(({ id, state: is }) => id === justPaid && is === 'unpaid')
        ? ASK_AGAIN_MS
        : false,
  })
  if (reading.isPending) return <Skeleton className="h-64 w-full rounded-card" />
  if (reading.isError)
    return (
      <Alert
        tone="error"
        title="Your gift cards could not be loaded."
        action={
          <Button size="sm" onClick={() => void reading.refetch()}>
            Try again
          </Button>
        }
      >
        Nothing is lost; only this page is missing.
      </Alert>
    )
  const paid = reading.data.find(({ id }) => id === justPaid)
  return (
    <div className="flex flex-col gap-4">
      {paid ? (
        <div aria-live="polite">
          {paid.state === 'unpaid' ? (
            <Alert tone="info" title="Confirming your payment…">
              This usually takes a few seconds. We email you when the gift card is ready.
            </Alert>
          ) : paid.state === 'refunded' || paid.isBlocked ? null : (
            <Alert tone="success" title={`Your gift card for ${paid.recipientName} is ready`}>
              {deliveryText(paid, now)}
            </Alert>
          )}
        </div>
      ) : null}
      {reading.data.length === 0 ? (
        <EmptyState
          icon={Wallet}
          title="No gift cards yet"
          action={<LinkButton href="/gift-cards">Buy a gift card</LinkButton>}
        >
          Gift cards that you buy appear here, with their codes.
        </EmptyState>
      ) : null}
      <ul className="flex flex-col gap-4">
        {reading.data.map((card) => (
          <li key={card.id}>
            <BoughtCard card={card} now={now} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** @param now milliseconds since 1970, UTC; null while it is unknown */
function deliveryText(card: BoughtGiftCard, now: number | null): string {
  if (card.redeemedAt) return `Redeemed on ${formatDay(card.redeemedAt, OFFICE_ZONE, { year: true })}.`
  if (card.isBlocked)
    return `Your bank is deciding about this payment. Until then, the gift card cannot be used${card.recipientEmail && !card.deliveredAt ? ' or sent' : ''}.`
  if (card.deliveredAt)
    return `Sent to ${card.recipientEmail} on ${formatMoment(card.deliveredAt, OFFICE_ZONE)}.`
  if (card.deliverAt && card.state === 'scheduled' && now !== null && Date.parse(card.deliverAt) > now)
    return `We send it to ${card.recipientEmail} on ${formatDay(card.deliverAt, OFFICE_ZONE, { year: true })}.`
  return card.recipientEmail
    ? `We are sending it to ${card.recipientEmail}.`
    : 'Show its code to print it or to pass it on.'
}

function BoughtCard({ card, now }: { card: BoughtGiftCard; now: number | null }) {
  const queryClient = useQueryClient()
  const [open, setOpen] = useState<'code' | 'send' | 'refund' | null>(null)
  const isOpen = card.state === 'scheduled' || card.state === 'sent' || card.state === 'to_print'
  const refresh = () => queryClient.invalidateQueries({ queryKey: giftCardsClient.key() })
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 className="text-lg font-semibold">
            {formatMoney(card.amountCents)} {/* The recipient may have closed the account. */}
            {card.recipientName ? (
              <>
                for <bdi>{card.recipientName}</bdi>
              </>
            ) : (
              'gift card'
            )}
          </h2>
          <p className="text-[0.9375rem] text-muted">
            {card.state === 'unpaid'
              ? card.checkoutUrl
                ? 'The payment has not arrived.'
                : 'The checkout has ended. Nothing was charged.'
              : card.state === 'refunded'
                ? `${formatMoney(card.refundedCents)} goes back to the card you paid with.`
                : deliveryText(card, now)}
          </p>
        </div>
        <Badge tone={tones[card.state]}>{giftStateLabels[card.state]}</Badge>
      </div>
      <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
        {card.state === 'unpaid' && card.checkoutUrl ? (
          <LinkButton href={card.checkoutUrl} variant="brand" size="sm">
            Continue to payment
          </LinkButton>
        ) : null}
        {isOpen ? (
          <>
            <Button size="sm" variant="brand" aria-haspopup="dialog" onClick={() => setOpen('code')}>
              Show the code
            </Button>
            <Button size="sm" aria-haspopup="dialog" onClick={() => setOpen('send')}>
              {card.state === 'scheduled' ? 'Change the address' : 'Send by email'}
            </Button>
          </>
        ) : null}
        {card.mayRefund ? (
          <Button size="sm" variant="ghost" aria-haspopup="dialog" onClick={() => setOpen('refund')}>
            Get a refund
          </Button>
        ) : null}
      </div>
      {open === 'code' ? <CodeDialog card={card} onClose={() => setOpen(null)} /> : null}
      {open === 'send' ? (
        <SendDialog card={card} onClose={() => setOpen(null)} onSent={() => void refresh()} />
      ) : null}
      <ConfirmDialog
        open={open === 'refund'}
        onOpenChange={(isShown) => isShown || setOpen(null)}
        title={`Refund ${formatMoney(card.amountCents)}?`}
        description={`It goes back to the card you paid with, usually within 5 to 10 business days. ${card.recipientName} can no longer redeem the gift card.`}
        confirmLabel="Refund gift card"
        onConfirm={async () => {
          await giftCardsClient.refund.call({ giftCardId: card.id }).then(
            ({ refundCents }) => toast.success(`${formatMoney(refundCents)} is on its way to your card`),
            (error) => {
              const { code, message } = readProblem(error)
              // The refund may have been sent although no response arrived.
              if (code === 'offline')
                toast.error('We could not reach the server', 'Try again: the refund is sent once.')
              else toast.error('The gift card was not refunded', message ?? 'Please try again.')
            },
          )
          await refresh()
        }}
      />
    </Card>
  )
}

function CodeDialog({ card, onClose }: { card: BoughtGiftCard; onClose: () => void }) {
  const { busy, failure, attempt } = useAttempt('The code could not be shown. Please try again.')
  const [shown, setShown] = useState<{ code: string; url: string } | null>(null)
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Gift card for ${card.recipientName}`}
      description="Anybody who has the code can use it."
    >
      <div className="flex flex-col gap-4">
        <GiftCardFace
          amountCents={card.amountCents}
          fromName={card.fromName}
          recipientName={card.recipientName}
          message={card.message ?? ''}
          code={shown?.code}
        />
        {shown ? (
          <>
            <p className="text-[0.9375rem] text-muted">
              It is redeemed at <span className="font-semibold text-ink">{shown.url.split('#')[0]}</span>
            </p>
            <div className="flex flex-wrap gap-2" data-no-print>
              <Button onClick={() => window.print()}>Print</Button>
              <Button
                onClick={() =>
                  void navigator.clipboard.writeText(shown.url).then(() => toast.success('Link copied'))
                }
              >
                Copy link
              </Button>
            </div>
          </>
        ) : (
          <Button
            variant="brand"
            loading={busy}
            className="self-start"
            onClick={() =>
              void attempt(async () => setShown(await giftCardsClient.show.call({ giftCardId: card.id })))
            }
          >
            Show the code
          </Button>
        )}
        {failure ? (
          <p role="alert" className="text-sm text-danger">
            {failure}
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}

const sendForm = sendGiftCardSchema.pick({ recipientEmail: true })

function SendDialog(props: { card: BoughtGiftCard; onClose: () => void; onSent: () => void }) {
  const { card, onClose, onSent } = props
  const form = useCheckedForm(sendForm)
  const sends = form.sends(async ({ recipientEmail }) => {
    await giftCardsClient.send.call({ giftCardId: card.id, recipientEmail })
    toast.success(card.state === 'scheduled' ? 'Address changed' : `Sent to ${recipientEmail}`)
    onSent()
    onClose()
  })
  const isScheduled = card.state === 'scheduled'
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={isScheduled ? 'Change the address' : 'Send the gift card'}
      description={
        isScheduled
          ? 'The letter goes there on the day you chose.'
          : 'The letter is sent now, with the same code.'
      }
    >
      <form {...sends} className="flex flex-col gap-4">
        <FormError title={form.failure ? 'Nothing was sent' : null}>{form.failure}</FormError>
        <Field label="Email of the recipient" error={form.errors.recipientEmail}>
          <Input
            name="recipientEmail"
            type="email"
            autoComplete="off"
            defaultValue={card.recipientEmail ?? undefined}
          />
        </Field>
        <Button type="submit" variant="brand" loading={form.busy} className="self-start">
          {isScheduled ? 'Save address' : 'Send gift card'}
        </Button>
      </form>
    </Dialog>
  )
}
