import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { UserRoundPlus } from 'lucide-react'
import { titleHead } from '#app/title-head.ts'
import { membersClient } from '#features/members/client.ts'
import { ownProfileClient } from '#features/own-profile/client.ts'
import { ownProfileQuery } from '#features/own-profile/components/own-profile-queries.ts'
import { readProblem } from '#platform/api-problem.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FormError } from '#ui/form-error.tsx'
import { PageHeader } from '#ui/page-header.tsx'

/** For a coach without a profile: begins one, hidden, and leads to where it is edited. */
export const Route = createFileRoute('/_shell/_coach/create-instructor-profile')({
  loader: async ({ context: { queryClient } }) => {
    const hasProfile = await queryClient.fetchQuery(ownProfileQuery).then(
      () => true,
      (error: unknown) => {
        if (readProblem(error).code === 'no_such_profile') return false
        throw error
      },
    )
    if (hasProfile) throw redirect({ to: '/profile-edit' })
  },
  head: titleHead('Create your profile'),
  component: CreateProfilePage,
})

function CreateProfilePage() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { busy, failure, attempt } = useAttempt()
  const create = () =>
    attempt(async () => {
      queryClient.setQueryData(ownProfileQuery.queryKey, await ownProfileClient.create.call())
      void queryClient.invalidateQueries({ queryKey: membersClient.key() })
      await router.navigate({ to: '/profile-edit' })
    })
  return (
    <main className="wrap max-w-5xl py-8 sm:py-10">
      <PageHeader
        title="Create Profile"
        lead="A profile is what students find. It takes about ten minutes."
      />
      {failure ? <FormError title="Profile not created">{failure}</FormError> : null}
      <EmptyState
        icon={UserRoundPlus}
        title="You have no profile yet"
        action={
          <Button variant="primary" size="lg" loading={busy} onClick={() => void create()}>
            Create profile
          </Button>
        }
        className="mt-8"
      >
        Tell students who you are, what you teach, where you teach and what it costs. You can preview your
        page. It stays hidden until you make it visible.
      </EmptyState>
    </main>
  )
}
