import { Film, RotateCw, X } from 'lucide-react'
import { cn } from '#ui/class-names.ts'
import { ATTACHMENTS_A_MESSAGE } from '../message.ts'
import type { Upload, Uploads } from './use-uploads.ts'

/** The files of the message that is being written, each with how far it is, and a way to take it out. */
export function UploadTray({ uploads }: { uploads: Uploads }) {
  if (uploads.uploads.length === 0) return null
  return (
    <div className="border-b px-3 pt-3 pb-2.5">
      <ul aria-label="Files of this message" className="flex flex-wrap gap-2.5">
        {uploads.uploads.map((one) => (
          <li key={one.id}>
            <UploadTile upload={one} uploads={uploads} />
          </li>
        ))}
      </ul>
      {uploads.tooMany ? (
        <p role="status" className="mt-2 text-sm text-danger">
          A message may have {ATTACHMENTS_A_MESSAGE} files.
        </p>
      ) : null}
    </div>
  )
}

function UploadTile({ upload, uploads }: { upload: Upload; uploads: Uploads }) {
  const { file, previewUrl, progress, error, attachment } = upload
  const percent = Math.round(progress * 100)
  return (
    <div
      className={cn(
        'relative flex h-20 items-stretch rounded-control border bg-surface-sunken',
        error ? 'w-64 border-danger' : 'w-20',
      )}
    >
      <span className="relative grid w-20 shrink-0 place-items-center overflow-hidden rounded-l-control">
        {previewUrl ? (
          <img
            src={previewUrl}
            alt=""
            className={cn('size-full object-cover', !attachment && 'opacity-60')}
          />
        ) : (
          <Film aria-hidden className="size-7 text-muted" />
        )}
      </span>
      <span className="sr-only">{file.name}</span>
      {error ? (
        <span className="flex min-w-0 flex-1 flex-col justify-center gap-1 py-1 pr-9 pl-2.5">
          <span role="alert" className="line-clamp-3 text-xs leading-snug text-danger">
            {error}
          </span>
          <button
            type="button"
            onClick={() => uploads.retry(upload)}
            className="flex items-center gap-1 self-start text-xs font-semibold underline underline-offset-2"
          >
            <RotateCw aria-hidden className="size-3" />
            Try again
          </button>
        </span>
      ) : attachment ? null : (
        <progress
          max={100}
          value={percent}
          aria-label={`Sending ${file.name}`}
          className="absolute inset-x-2 bottom-2 h-1.5 w-16 overflow-hidden rounded-full accent-brand"
        />
      )}
      <button
        type="button"
        aria-label={attachment || error ? `Take out ${file.name}` : `Cancel ${file.name}`}
        onClick={() => uploads.remove(upload.id)}
        className="absolute -top-2 -right-2 grid size-7 place-items-center rounded-full border border-line-strong bg-surface-raised shadow-float hover:bg-surface-hover"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  )
}
