import type { ReactNode } from 'react'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** Placeholder while a clip is loading. */
export function ClipSkeleton(): ReactNode {
  return (
    <div aria-busy="true">
      <Skeleton className="h-9 w-64" />
      <div className="mt-5 grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Skeleton className="h-[60svh] w-full rounded-card" />
        <Skeleton className="h-80 w-full rounded-card" />
      </div>
    </div>
  )
}

/** Shown for a clip that does not exist or could not be loaded. */
export function ClipMissing({ isGone, onRetry }: { isGone: boolean; onRetry: () => void }) {
  return (
    <div>
      <h1 className="text-[1.75rem]">Clip</h1>
      {isGone ? (
        <Alert className="mt-5" title="There is no such clip">
          It was deleted, or it is not shared with you.
        </Alert>
      ) : (
        <Alert
          tone="error"
          className="mt-5"
          title="This clip could not be loaded"
          action={
            <Button size="sm" onClick={onRetry}>
              Try again
            </Button>
          }
        >
          Nothing about it was changed.
        </Alert>
      )}
    </div>
  )
}
