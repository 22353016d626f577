import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { UnconfirmedEmail } from '#features/accounts/components/unconfirmed-email.tsx'
import { LinkButton } from '#ui/link-button.tsx'

/** The last step: the coach can be booked, and adds a portrait or skips it. @param portrait where the portrait is uploaded */
export function LiveNow(props: { userId: string; firstName: string; portrait: ReactNode }) {
  return (
    <div className="mx-auto max-w-2xl py-6 sm:py-10">
      <div className="text-center">
        <CircleCheck aria-hidden className="mx-auto size-12 text-green" strokeWidth={1.5} />
        <h1 className="mt-5 text-headline">Your profile is live, {props.firstName}</h1>
        <p className="mx-auto mt-3 max-w-[52ch] text-lead text-muted">
          Students near you can find and book you now. We will email you about every booking.
        </p>
      </div>
      <UnconfirmedEmail className="mt-6" />
      <div className="mt-8">{props.portrait}</div>
      <p className="mt-8 text-center text-muted">
        You can change your portrait at any time under Edit Profile. Connect a bank account to have your share
        of each lesson paid out.
      </p>
      <div className="mt-5 flex flex-wrap justify-center gap-3">
        <LinkButton href="/payment-settings" variant="primary">
          Connect a bank account
        </LinkButton>
        <LinkButton href={`/instructor/${props.userId}`}>See your profile</LinkButton>
        <LinkButton href="/instructor">Go to your dashboard</LinkButton>
      </div>
    </div>
  )
}
