import { ReceiptText } from 'lucide-react'
import { LinkButton } from '#ui/link-button.tsx'

/** Shown on payment pages without a session id, or with one that is unknown or belongs to another user. */
export function NoCheckout() {
  return (
    <main className="wrap-text py-16 sm:py-24">
      <ReceiptText aria-hidden strokeWidth={1.5} className="size-10 text-brand" />
      <h1 className="mt-5 text-headline">We can't find that payment</h1>
      <p className="mt-3 text-lead text-muted">
        The address may be cut short, or the payment belongs to another account. Everything you booked, and
        what still has to be paid, is under My Lessons.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <LinkButton href="/lessons" variant="brand">
          My Lessons
        </LinkButton>
        <LinkButton href="/">Find a coach</LinkButton>
      </div>
    </main>
  )
}
