import { TriangleAlert } from 'lucide-react'
import { Button } from '#ui/button.tsx'

/** What was saved in another window since an edit began, and the two ways on. */
export interface SavedElsewhere {
  /** What was changed there. */
  title: string
  /** What is still here. */
  kept: string
  /** Drops the edit and shows what is saved. */
  onLatest: () => void
  /** Puts the edit on top of what is saved, or saves it in its place. */
  onKeep: () => void
  keepLabel: string
}

/** What was changed and isn't saved yet: always visible at the bottom of the window until it is saved or dropped. */
export function SaveBar(props: {
  isChanged: boolean
  busy: boolean
  label: string
  /** What saving changes for students. */
  effect: string | null
  /** Why it can't be saved as it is. */
  fault?: string | null
  /** The choice between both takes the place of Save: it must be visible wherever the page is scrolled to. */
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
