import { readProblem } from '#platform/api-problem.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { PageHeader } from '#ui/page-header.tsx'

/** What the server answers to a link that is cut off or not ours. */
const wrongLinkCodes = ['no_such_link', 'bad_input']

/** In place of what a link of an email leads to: the link is incomplete, or the server did not answer and the link may be right. */
export function LinkProblem(props: {
  title: string
  /** What the person can do in place of an incomplete link. */
  hint: string
  /** What reading the link failed with; none for an address without a token. */
  error?: unknown
  onRetry?: () => void
}) {
  const { title, hint, error, onRetry } = props
  const isWrong = error === undefined || wrongLinkCodes.includes(readProblem(error).code)
  return (
    <>
      <PageHeader title={title} />
      {isWrong ? (
        <Alert tone="info" title="This link is incomplete" className="mt-6">
          {hint}
        </Alert>
      ) : (
        <Alert
          tone="error"
          title="We could not read this link."
          className="mt-6"
          action={
            <Button size="sm" onClick={onRetry}>
              Try again
            </Button>
          }
        >
          Nothing was changed.
        </Alert>
      )}
    </>
  )
}
