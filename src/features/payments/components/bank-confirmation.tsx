import { Landmark } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatMoney } from '#platform/money.ts'
import { siteName } from '#platform/site-name.ts'
import { Button } from '#ui/button.tsx'
import type { TestCheckout } from '../schema.ts'
import type { CardPayment, usePay } from './use-pay.ts'

/** The step in which a bank asks the payer to confirm a payment (3-D Secure), as a test. */
export function BankConfirmation({
  checkout,
  payment,
  pay,
}: {
  checkout: TestCheckout
  payment: CardPayment
  pay: ReturnType<typeof usePay>
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const last4 =
    'cardId' in payment
      ? checkout.cards.find(({ id }) => id === payment.cardId)?.last4
      : payment.number.replaceAll(/\D/g, '').slice(-4)
  const answer = (isConfirmed: boolean) => pay.send({ ...payment, isConfirmed })
  return (
    <section aria-label="Your bank" className="flex flex-col items-start">
      <Landmark aria-hidden strokeWidth={1.5} className="size-10 text-muted" />
      <h2
        ref={heading}
        tabIndex={-1}
        className="mt-4 font-sans text-2xl font-semibold focus-visible:outline-none"
      >
        Your bank asks you to confirm
      </h2>
      <p className="mt-2 text-muted">
        {siteName} wants to charge <strong className="tabular">{formatMoney(checkout.amountCents)}</strong>
        {last4 ? ` to your card ending in ${last4}` : ''}. A real bank would ask for a code or a fingerprint
        here.
      </p>
      <div className="mt-6 flex w-full flex-col gap-2.5">
        <Button
          size="lg"
          variant="brand"
          loading={pay.isPaying && payment.isConfirmed === true}
          aria-disabled={pay.isPaying}
          onClick={() => answer(true)}
          className="w-full border-transparent bg-[#17384b] text-white enabled:hover:bg-[#0f2836]"
        >
          Confirm the payment
        </Button>
        <Button
          variant="ghost"
          aria-disabled={pay.isPaying}
          onClick={() => answer(false)}
          className="w-full text-muted"
        >
          Refuse
        </Button>
      </div>
    </section>
  )
}
