import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { FormError } from './form-error.tsx'
import { Skeleton } from './skeleton.tsx'

/**
 * The content of a dialog whose data is loaded when it opens: a placeholder, an error with a retry button, or
 * the content.
 */
export function WhenLoaded<Data>({
  reading,
  failure,
  children,
}: {
  reading: { data: Data | undefined; isError: boolean; refetch: () => unknown }
  /** The error message: "We could not load what ends with your account". */
  failure: string
  children: (data: Data) => ReactNode
}) {
  if (reading.data !== undefined) return children(reading.data)
  if (reading.isError)
    return (
      <FormError title={failure}>
        <Button size="sm" onClick={() => void reading.refetch()}>
          Try again
        </Button>
      </FormError>
    )
  return (
    <div className="grid gap-3 pb-4">
      <p role="status" className="sr-only">
        Loading…
      </p>
      <Skeleton className="h-24 w-full" />
    </div>
  )
}
