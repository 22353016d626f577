import { TriangleAlert } from 'lucide-react'
import { Button } from '#ui/button.tsx'

/** A conflict with changes saved in another window, and the two ways to resolve it. */
export interface SavedElsewhere {
  /** What the other window changed. */
  title: string
  /** The changes in this window. */
  kept: string
  /** Discards the edit and shows the saved version. */
  onLatest: () => void
  /** Applies the edit on top of the saved version, or overwrites it. */
  onKeep: () => void
  keepLabel: string
}

/**
 * Shows that there are unsaved changes. Stays visible at the bottom of the window until they are saved or
 * discarded.
 */
export function SaveBar(props: {
  isChanged: boolean
  busy: boolean
  label: string
  /** The effect of saving for students. */
  effect: string | null
  /** Why the changes cannot be saved. */
  fault?: string | null
  /** When set, this choice replaces the Save button, so that it is visible at any scroll position. */
  elsewhere?: SavedElsewhere | null
  onSave: () => void
  onDiscard: () => void
}) {
  if (!props.isChanged) return null
  return (
    <div
      data-pinned-bar
      className="sticky bottom-3 z-10 mt-6 flex flex-wrap items-center justify-between gap-3 rounded-card border bg-surface-raised px-4 py-3 shadow-float"
    >
      {props.elsewhere ? (
        <Conflict {...props.elsewhere} busy={props.busy} />
      ) : (
        <>
          <p role="status" className="tabular text-sm font-medium">
            {props.fault ?? props.effect ?? 'Not saved yet'}
          </p>
          <div className="flex gap-2">
            <Button size="sm" onClick={props.onDiscard}>
              Discard
            </Button>
            <Button size="sm" variant="brand" loading={props.busy} onClick={props.onSave}>
              {props.label}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

function Conflict({ title, kept, onLatest, onKeep, keepLabel, busy }: SavedElsewhere & { busy: boolean }) {
  return (
    <>
      <div role="status" className="flex min-w-0 flex-1 basis-72 items-start gap-2.5 text-sm">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-yellow" />
        <div className="min-w-0">
          <p className="font-semibold">{title}</p>
          <p className="text-muted">{kept}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={onLatest}>
          Show the latest
        </Button>
        <Button size="sm" variant="brand" loading={busy} onClick={onKeep}>
          {keepLabel}
        </Button>
      </div>
    </>
  )
}
