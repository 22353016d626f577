import { RotateCw, X } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import type { PictureUpload } from './use-picture-uploads.ts'

/** Uploads in progress with their progress or error. */
export function UploadList(props: {
  uploads: readonly PictureUpload[]
  onRetry: (id: string) => void
  onRemove: (id: string) => void
}) {
  if (props.uploads.length === 0) return null
  return (
    <ul aria-label="Pictures on their way" className="mt-4 divide-y rounded-card border bg-surface-raised">
      {props.uploads.map(({ id, name, progress, error, mayRetry }) => (
        <li key={id} className="flex items-center gap-3 py-2 pr-2 pl-4">
          <div className="min-w-0 flex-1">
            <p className="truncate text-sm font-medium">{name}</p>
            {error ? (
              <p role="alert" className="text-sm text-danger">
                {error}
              </p>
            ) : (
              <progress
                max={100}
                value={Math.round(progress * 100)}
                aria-label={`Adding ${name}`}
                className="mt-1 h-1.5 w-full overflow-hidden rounded-full accent-brand"
              />
            )}
          </div>
          {mayRetry && error ? (
            <Button size="sm" onClick={() => props.onRetry(id)}>
              <RotateCw aria-hidden />
              Try again
            </Button>
          ) : null}
          <Button
            size="icon-sm"
            variant="ghost"
            aria-label={error ? `Dismiss ${name}` : `Cancel ${name}`}
            onClick={() => props.onRemove(id)}
          >
            <X aria-hidden />
          </Button>
        </li>
      ))}
    </ul>
  )
}
