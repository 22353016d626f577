import { CircleCheck } from 'lucide-react'
import { UnconfirmedEmail } from '#features/accounts/components/unconfirmed-email.tsx'
import { LinkButton } from '#ui/link-button.tsx'

/** The end of the way: a coach who can be booked. */
export function LiveNow({ userId, firstName }: { userId: string; firstName: string }) {
  return (
    <div className="mx-auto max-w-2xl py-6 text-center sm:py-14">
      <CircleCheck aria-hidden className="mx-auto size-12 text-green" strokeWidth={1.5} />
      <h1 className="mt-5 text-headline">Your profile is live, {firstName}</h1>
      <p className="mx-auto mt-3 max-w-[52ch] text-lead text-muted">
        Students near you can find and book you now. We will email you about every booking. Next: add a
        portrait, which most students look for first, and connect a bank account, so that your share of a
        lesson can be paid out.
      </p>
      <UnconfirmedEmail className="mt-6 text-left" />
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <LinkButton href="/profile-edit" variant="primary" size="lg">
          Add a portrait
        </LinkButton>
        <LinkButton href="/payment-settings" size="lg">
          Connect a bank account
        </LinkButton>
        <LinkButton href={`/instructor/${userId}`} size="lg">
          See your profile
        </LinkButton>
        <LinkButton href="/instructor" size="lg">
          Go to your dashboard
        </LinkButton>
      </div>
    </div>
  )
}
