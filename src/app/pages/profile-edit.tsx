import { createFileRoute, redirect } from '@tanstack/react-router'
import { titleHead } from '#app/title-head.ts'
import { ClinicsLink } from '#features/clinics/components/clinics-link.tsx'
import { ownProfileQuery } from '#features/own-profile/components/own-profile-queries.ts'
import { OwnProfileView } from '#features/own-profile/components/own-profile-view.tsx'
import { PackageOffersSection } from '#features/proposals/components/package-offers-section.tsx'
import { ReviewOfferSection } from '#features/video-reviews/components/review-offer-section.tsx'
import { readProblem } from '#platform/api-problem.ts'
import { PageHeader } from '#ui/page-header.tsx'

/** What students read about a coach before they book. */
export const Route = createFileRoute('/_shell/_coach/profile-edit')({
  loader: async ({ context: { queryClient } }) => {
    await queryClient.fetchQuery(ownProfileQuery).catch((error: unknown) => {
      if (readProblem(error).code === 'no_such_profile') throw redirect({ to: '/create-instructor-profile' })
    })
  },
  head: titleHead('Edit profile'),
  component: ProfileEditPage,
})

function ProfileEditPage() {
  return (
    <main className="wrap max-w-7xl py-8 sm:py-10">
      <PageHeader title="Edit Profile" lead="What students read about you before they book." />
      <OwnProfileView
        packages={({ id, rates }) => (
          <>
            <PackageOffersSection coachId={id} rates={rates} />
            <ClinicsLink />
            <ReviewOfferSection />
          </>
        )}
      />
    </main>
  )
}
