import { LinkButton } from '#ui/link-button.tsx'

const setUp = '/instructor-onboarding'

/** Links for coaches: create an account and set up a profile, or look around first. */
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
        Create an account, then set up your coaching profile in five short steps. You can stop anytime; your
        entries are saved. We are new: in some towns you will be the first coach on the list.
      </p>
    </>
  )
}
