import { createFileRoute, Outlet } from '@tanstack/react-router'

/** Around what a student shares with coaches: theirs alone, kept out of search engines and print headers. */
export const Route = createFileRoute('/_shell/_student/_student-area')({
  head: () => ({ meta: [{ name: 'robots', content: 'noindex' }] }),
  component: StudentArea,
})

function StudentArea() {
  return (
    <div data-area="student">
      <Outlet />
    </div>
  )
}
