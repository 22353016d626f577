import type { ReactNode } from 'react'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'

/** What is being edited was saved in another window meanwhile: one takes that, or puts one's own in its place. */
export function ChangedElsewhere({
  title,
  kept,
  onDrop,
  busy,
  onSave,
}: {
  title: string
  /** What is still here. */
  kept: string
  onDrop: () => void
  busy: boolean
  /** Left out in a form, which is sent instead. */
  onSave?: () => void
}): ReactNode {
  return (
    <Alert
      tone="warning"
      title={title}
      className="mt-5"
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={onDrop}>
            Show the latest
          </Button>
          <Button
            size="sm"
            variant="brand"
            type={onSave ? 'button' : 'submit'}
            loading={busy}
            onClick={onSave}
          >
            Save mine instead
          </Button>
        </div>
      }
    >
      {kept}
    </Alert>
  )
}
