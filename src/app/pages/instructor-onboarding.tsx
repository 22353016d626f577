import { createFileRoute } from '@tanstack/react-router'
import { unlistedHead } from '#app/title-head.ts'
import { onboardingClient } from '#features/onboarding/client.ts'
import { LiveNow } from '#features/onboarding/components/live-now.tsx'
import { OnboardingWizard } from '#features/onboarding/components/onboarding-wizard.tsx'
import { firstOpenStep, fullDraft } from '#features/onboarding/schema.ts'
import { steps } from '#features/onboarding/steps.ts'
import { PortraitSection } from '#features/own-profile/components/portrait-section.tsx'
import { choiceParam } from '#platform/search-params.ts'
import { LinkButton } from '#ui/link-button.tsx'

/** The steps by which a student or a prospect becomes a coach. The URL contains the current step. */
export const Route = createFileRoute('/_shell/_signed-in/instructor-onboarding')({
  validateSearch: (raw: Record<string, unknown>): { step?: (typeof steps)[number] | undefined } => ({
    step: choiceParam(steps, raw.step),
  }),
  loader: ({ context }) =>
    context.queryClient.fetchQuery({ ...onboardingClient.draft.queryOptions(), staleTime: 0, gcTime: 0 }),
  // A new step must not reload the draft: the form may have unsaved changes. Every entry loads it: one kept from an
  // earlier visit, or from hovering over a link, may lack what was saved since.
  shouldReload: false,
  gcTime: 0,
  preload: false,
  head: unlistedHead('Become a coach'),
  component: OnboardingPage,
})

function OnboardingPage() {
  const { me } = Route.useRouteContext()
  const { eligibility, draft } = Route.useLoaderData()
  // Based on the draft as it was when the page opened, so that the step does not change during input.
  const { step = firstOpenStep(fullDraft(draft)) } = Route.useSearch()
  return (
    <main className="wrap max-w-5xl py-8 sm:py-12">
      {me?.role === 'coach' && !me.prospect ? (
        <LiveNow
          userId={me.userId}
          firstName={me.fullName.split(' ')[0] ?? ''}
          portrait={<PortraitSection userId={me.userId} name={me.fullName} />}
        />
      ) : me?.role === 'admin' || eligibility === 'admin' ? (
        <AdminsDoNotTeach />
      ) : (
        <OnboardingWizard initial={draft} step={step} isStudent={me?.role === 'student'} />
      )}
    </main>
  )
}

function AdminsDoNotTeach() {
  return (
    <div className="mx-auto max-w-2xl py-6 sm:py-14">
      <h1 className="text-headline">Admins cannot teach</h1>
      <p className="mt-3 text-lead text-muted">
        To coach here, sign in with another account and come back to this page.
      </p>
      <LinkButton href="/" variant="brand" size="lg" className="mt-8">
        Back to the first tee
      </LinkButton>
    </div>
  )
}
