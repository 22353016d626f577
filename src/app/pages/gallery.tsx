import { createFileRoute, redirect } from '@tanstack/react-router'
import { titleHead } from '#app/title-head.ts'
import { GalleryEditor } from '#features/own-profile/components/gallery/gallery-editor.tsx'
import { galleryQuery } from '#features/own-profile/components/gallery/gallery-query.ts'
import { readProblem } from '#platform/api-problem.ts'
import { PageHeader } from '#ui/page-header.tsx'

/** The pictures of a coach's profile. */
export const Route = createFileRoute('/_shell/_coach/gallery')({
  loader: async ({ context: { queryClient } }) => {
    await queryClient.fetchQuery(galleryQuery).catch((error: unknown) => {
      if (readProblem(error).code === 'no_such_profile') throw redirect({ to: '/create-instructor-profile' })
    })
  },
  head: titleHead('Gallery'),
  component: GalleryPage,
})

function GalleryPage() {
  const { me } = Route.useRouteContext()
  return (
    <main className="wrap max-w-7xl py-8 sm:py-10">
      <PageHeader
        title="Gallery"
        lead="The pictures on your profile: you, your range, a student’s best finish."
      />
      {me ? <GalleryEditor userId={me.userId} /> : null}
    </main>
  )
}
