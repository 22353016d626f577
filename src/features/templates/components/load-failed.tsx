import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'

/** Something could not be loaded, and can be tried again. */
export function LoadFailed({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <Alert tone="error" title={title} action={<Button onClick={onRetry}>Try again</Button>}>
      Nothing was changed.
    </Alert>
  )
}
