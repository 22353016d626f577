import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { AccountDialog } from '#features/accounts/components/account-dialog.tsx'
import { useOnSignedIn } from '#features/accounts/components/use-on-signed-in.ts'
import type { Me } from '#features/accounts/schema.ts'
import { packageTermsText } from '#features/bookings/cancellation/cancellation.ts'
import type { CancellationPolicy } from '#features/coaches/coach.ts'
import { giftCardsClient } from '#features/gift-cards/client.ts'
import { UseGiftCard } from '#features/gift-cards/components/use-gift-card.tsx'
import { proposalsClient } from '#features/proposals/client.ts'
import type { PackageOffer } from '#features/proposals/packages/offers/schema.ts'
import { pushToDataLayer } from '#platform/data-layer.ts'
import { formatMoney } from '#platform/money.ts'
import { formatDuration } from '#platform/time.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { uuidV4 } from '#platform/uuid.ts'
import { Button } from '#ui/button.tsx'
import { navigateAway } from '#ui/history-listener.ts'
import { toast } from '#ui/toast.tsx'

const OFFLINE = 'We could not reach the server. Please try again: you never pay twice.'

/** Buys the chosen package without its first lesson: the times are chosen later. */
export function BuyPackage({
  coach,
  me,
  offer,
  policy,
  hasTimes = true,
  onChanged,
  onWithoutTime,
}: {
  coach: { id: string; label: string }
  me: Me | null
  offer: PackageOffer
  /** The cancellation policy that the page shows. */
  policy: CancellationPolicy
  /** Whether the first lesson can be booked below, where its terms are shown. Otherwise the refund terms are shown here. */
  hasTimes?: boolean
  /** Reloads the packages and their terms after the coach changed them. */
  onChanged: () => Promise<unknown>
  /** Removes the chosen time of the first lesson; null when none is chosen. With a time, the package is bought below. */
  onWithoutTime: (() => void) | null
}) {
  const [isAsked, setAsked] = useState(false)
  const [giftCents, setGiftCents] = useState(0)
  /** Kept only after a lost answer: the repeated request is the same purchase. */
  const key = useRef<string | null>(null)
  const { busy, failure, attempt } = useAttempt(OFFLINE)
  const onSignedIn = useOnSignedIn()
  const queryClient = useQueryClient()
  const price = formatMoney(offer.priceCents)
  const buy = () =>
    attempt(
      async () => {
        key.current ??= uuidV4()
        const { checkoutUrl } = await proposalsClient.buyPackage.call({
          instructorId: coach.id,
          offerId: offer.id,
          version: offer.version,
          expectedPolicy: policy,
          ...(giftCents > 0 ? { giftCents } : {}),
          idempotencyKey: key.current,
        })
        key.current = null
        navigateAway(checkoutUrl)
      },
      ({ code, message }) => {
        if (code !== 'offline') key.current = null
        // Signing in re-renders the page and unmounts this component.
        if (!me) toast.error('The package was not bought', message ?? OFFLINE)
        if (code === 'gift_changed') void queryClient.invalidateQueries({ queryKey: giftCardsClient.key() })
        if (['offer_changed', 'policy_changed', 'not_sold'].includes(code)) void onChanged()
        return false
      },
    )

  async function goOnAs(person: Me, account: { isNew: boolean }) {
    if (account.isNew)
      pushToDataLayer({ event: 'student_signup', user_type: 'student', signup_method: 'instant_book' })
    if (person.role === 'student') await buy()
    // The dialog stays until the page knows the person: another press would ask for an account again.
    await onSignedIn(person)
    setAsked(false)
  }

  if (onWithoutTime)
    return (
      <p className="mt-3 text-[0.9375rem] text-muted">
        You buy the package with its first lesson below.{' '}
        <button type="button" className="text-link" onClick={onWithoutTime}>
          Choose all times later
        </button>
      </p>
    )
  return (
    <div className="mt-3 flex flex-col gap-2">
      <p className="text-[0.9375rem] text-muted">
        {hasTimes
          ? 'Choose the time of your first lesson below, or buy the package now and choose all times later.'
          : 'Buy the package now and choose all times later.'}
      </p>
      {hasTimes ? null : <p className="text-sm text-muted">{packageTermsText(policy)}</p>}
      {me?.role === 'student' ? (
        <UseGiftCard priceCents={offer.priceCents} what="the package" onPart={setGiftCents} />
      ) : null}
      <Button
        variant="secondary"
        loading={busy}
        className="w-full"
        onClick={() => (me ? void buy() : setAsked(true))}
      >
        {giftCents === offer.priceCents
          ? 'Buy with your gift card, choose times later'
          : `Buy for ${formatMoney(offer.priceCents - giftCents)}, choose times later`}
      </Button>
      {failure ? (
        <p role="alert" className="text-[0.9375rem] text-danger">
          {failure}
        </p>
      ) : null}
      {me ? null : (
        <AccountDialog
          open={isAsked}
          onOpenChange={setAsked}
          title="Buy this package"
          description="One account for all your lessons, then the payment."
          summary={
            <>
              <p className="font-semibold">
                {offer.title} with {coach.label}
              </p>
              <p className="tabular text-[0.9375rem] text-muted">
                {offer.lessons} × {formatDuration(offer.durationMinutes)}, {price}. Valid for{' '}
                {offer.validDays} days.
              </p>
            </>
          }
          submitLabel="Continue to Payment"
          continuingLabel="Opening the checkout..."
          signInLabel="Sign in and continue"
          created={{ title: 'Account created!', text: 'Opening the checkout...' }}
          keptText="the package you chose stays chosen"
          onEntered={goOnAs}
        />
      )}
    </div>
  )
}
