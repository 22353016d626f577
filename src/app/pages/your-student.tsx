import { createFileRoute, notFound } from '@tanstack/react-router'
import { packageListQuery } from '#features/proposals/components/package-list-query.ts'
import { studentQuery } from '#features/students/components/roster-query.ts'
import { StudentOverview } from '#features/students/components/student-overview.tsx'
import { studentWorkspacesQuery } from '#features/workspaces/components/workspace-queries.ts'
import { readProblem } from '#platform/api-problem.ts'
import { siteName } from '#platform/site-name.ts'
import { LinkButton } from '#ui/link-button.tsx'

/** One student of a coach. */
export const Route = createFileRoute('/_shell/_coach/your-students/$studentId')({
  loader: async ({ context: { queryClient }, params: { studentId } }) => {
    // Loaded with the page, because they are above the note: it would move while the coach writes it.
    const besides = Promise.all([
      queryClient.prefetchQuery({ ...packageListQuery(studentId), retry: false }),
      queryClient.prefetchQuery({ ...studentWorkspacesQuery(studentId), retry: false }),
    ])
    const student = await queryClient
      .fetchQuery({ ...studentQuery(studentId), retry: false })
      .catch((error) => {
        if (['no_such_student', 'bad_input'].includes(readProblem(error).code)) throw notFound()
        throw error
      })
    await besides
    return student
  },
  head: ({ loaderData }) => ({
    meta: [{ title: `${loaderData?.name ?? 'Student not found'} · ${siteName}` }],
  }),
  notFoundComponent: NoSuchStudent,
  component: YourStudentPage,
})

function YourStudentPage() {
  const { me } = Route.useRouteContext()
  const student = Route.useLoaderData()
  return (
    <main className="wrap max-w-7xl py-8 sm:py-10">
      {me ? <StudentOverview key={student.studentId} initial={student} coachId={me.userId} /> : null}
    </main>
  )
}

function NoSuchStudent() {
  return (
    <main className="wrap-text py-24 text-center">
      <p className="text-sm text-muted">404</p>
      <h1 className="mt-2 text-headline">Student not found</h1>
      <p className="mt-4 text-lead text-muted">
        No student with this address has booked with you, messaged you or accepted your invitation.
      </p>
      <LinkButton href="/your-students" variant="primary" size="lg" className="mt-8">
        See your students
      </LinkButton>
    </main>
  )
}
