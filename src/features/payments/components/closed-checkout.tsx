import { CircleCheck, TimerOff } from 'lucide-react'
import { LinkButton } from '#ui/link-button.tsx'
import { pathWithin } from '../card.ts'
import type { TestCheckout } from '../schema.ts'

/** A checkout that takes no money any more: paid, or run out. */
export function ClosedCheckout({ checkout }: { checkout: TestCheckout }) {
  const isPaid = checkout.status === 'paid'
  const Icon = isPaid ? CircleCheck : TimerOff
  return (
    <section aria-live="polite" className="flex flex-col items-start">
      <Icon aria-hidden strokeWidth={1.5} className={isPaid ? 'size-10 text-green' : 'size-10 text-yellow'} />
      <h2 className="mt-4 font-sans text-2xl font-semibold">
        {isPaid ? 'This lesson is paid' : 'This checkout has ended'}
      </h2>
      <p className="mt-2 text-muted">
        {isPaid
          ? 'The payment went through, and nothing will be charged again.'
          : 'You left the checkout, or the 15 minutes to pay have passed. The time is open again, and you were not charged.'}
      </p>
      <LinkButton
        href={pathWithin(isPaid ? checkout.successUrl : checkout.cancelUrl)}
        variant="brand"
        className="mt-6 bg-[#17384b] [a&]:hover:bg-[#0f2836]"
      >
        {isPaid ? 'See your lesson' : 'Choose a time again'}
      </LinkButton>
    </section>
  )
}
