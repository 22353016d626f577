import { CloudOff, RotateCw, X } from 'lucide-react'
import { cn } from '#ui/class-names.ts'
import { ATTACHMENTS_A_MESSAGE } from '../message.ts'
import { FilePreview } from './file-preview.tsx'
import type { Upload, Uploads } from './use-uploads.ts'

/** The files of a draft, each with its progress and a button to remove it. */
export function UploadTray({ me, uploads }: { me: string; uploads: Uploads }) {
  if (uploads.uploads.length === 0) return null
  return (
    <div className="border-b px-3 pt-3 pb-2.5">
      <ul aria-label="Files of this message" className="flex flex-wrap gap-2.5">
        {uploads.uploads.map((one) => (
          <li key={one.id}>
            <UploadTile me={me} upload={one} uploads={uploads} />
          </li>
        ))}
      </ul>
      <div role="status" className="flex flex-col gap-1 text-sm [&>p]:mt-2">
        {uploads.tooMany ? (
          <p className="text-danger">A message may have {ATTACHMENTS_A_MESSAGE} files.</p>
        ) : null}
        {uploads.isWaiting ? (
          <p className="flex items-center gap-1.5 text-muted">
            <CloudOff aria-hidden className="size-4 shrink-0" />
            You are offline. Your message will be sent when you are back online.
          </p>
        ) : null}
        {uploads.isOnPageOnly ? (
          <p className="text-muted">
            Your browser has no storage left. Keep this page open until the files are sent.
          </p>
        ) : null}
      </div>
    </div>
  )
}

function UploadTile({ me, upload, uploads }: { me: string; upload: Upload; uploads: Uploads }) {
  const { id, name, progress, error, isThere, isWaiting, mayRetry } = upload
  return (
    <div
      className={cn(
        'relative flex items-stretch rounded-control border bg-surface-sunken',
        error ? 'min-h-20 w-72 max-w-full border-danger' : 'size-20',
      )}
    >
      <span className="relative grid w-20 shrink-0 place-items-center overflow-hidden rounded-l-control last:rounded-r-control">
        <FilePreview
          me={me}
          file={upload}
          className={cn('size-full object-cover', !isThere && 'opacity-60')}
        />
      </span>
      <span className="sr-only">{name}</span>
      {error ? (
        <span className="flex min-w-0 flex-1 flex-col justify-center gap-1 py-1.5 pr-9 pl-2.5">
          <span role="alert" className="text-xs leading-snug text-danger">
            {error}
          </span>
          {mayRetry ? (
            <button
              type="button"
              onClick={() => uploads.retry(id)}
              className="flex items-center gap-1 self-start text-xs font-semibold underline underline-offset-2"
            >
              <RotateCw aria-hidden className="size-3" />
              Try again
            </button>
          ) : null}
        </span>
      ) : isThere || isWaiting ? null : (
        <progress
          max={100}
          value={Math.round(progress * 100)}
          aria-label={`Sending ${name}`}
          className="absolute inset-x-2 bottom-2 h-1.5 w-16 overflow-hidden rounded-full accent-brand"
        />
      )}
      <button
        type="button"
        aria-label={isThere || error || isWaiting ? `Take out ${name}` : `Cancel ${name}`}
        onClick={() => uploads.remove(id)}
        className="absolute -top-2 -right-2 grid size-7 place-items-center rounded-full border border-line-strong bg-surface-raised shadow-float hover:bg-surface-hover"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  )
}
