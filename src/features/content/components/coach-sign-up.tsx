import { LinkButton } from '#ui/link-button.tsx'

const setUp = '/instructor-onboarding'

/** The door for coaches: an account, then straight to their profile; or a look round first. */
export function CoachSignUp() {
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <LinkButton
          href={`/auth?mode=student&redirect=${encodeURIComponent(setUp)}`}
          variant="primary"
          size="lg"
        >
          Start teaching here
        </LinkButton>
        <LinkButton href="/prospect-signup" size="lg" className="bg-transparent">
          Look around first
        </LinkButton>
      </div>
      <p className="mt-4 max-w-[46ch] text-sm text-muted">
        Every account starts as a golfer’s. Five short steps turn yours into a coach’s; what you typed is kept
        if you stop for lunch. We are new: in some towns you will be the first name on the list.
      </p>
    </>
  )
}
