import { Button } from '#ui/button.tsx'

/** What was changed and isn't saved yet: in sight until it is saved or dropped. */
export function SaveBar(props: {
  isChanged: boolean
  busy: boolean
  label: string
  /** What saving changes for students. */
  effect: string | null
  /** Why it can't be saved as it is. */
  fault?: string | null
  disabled?: boolean
  onSave: () => void
  onDiscard: () => void
}) {
  if (!props.isChanged) return null
  return (
    <div
      data-pinned-bar
      className="sticky bottom-3 z-10 mt-6 flex flex-wrap items-center justify-between gap-3 rounded-card border bg-surface-raised px-4 py-3 shadow-float"
    >
      <p role="status" className="tabular text-sm font-medium">
        {props.fault ?? props.effect ?? 'Not saved yet'}
      </p>
      <div className="flex gap-2">
        <Button size="sm" onClick={props.onDiscard}>
          Discard
        </Button>
        <Button
          size="sm"
          variant="brand"
          loading={props.busy}
          disabled={props.disabled}
          onClick={props.onSave}
        >
          {props.label}
        </Button>
      </div>
    </div>
  )
}
