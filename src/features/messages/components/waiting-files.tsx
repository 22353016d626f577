import { cn } from '#ui/class-names.ts'
import type { QueuedFile } from '../outbox.ts'
import { FilePreview } from './file-preview.tsx'
import { useFileProgress } from './use-files.ts'

/** Photos and videos of a queued message, in their final layout, with their upload progress. */
export function WaitingFiles({ me, files }: { me: string; files: readonly QueuedFile[] }) {
  const progress = useFileProgress(me)
  return (
    <ul className={cn('grid w-full gap-1.5', files.length > 1 && 'grid-cols-2')}>
      {files.map((file, index) => {
        const { part = 0, isWaiting = false, attachment = null } = progress.get(file.id) ?? {}
        const isUnderWay = part > 0 && !attachment && !isWaiting
        return (
          <li
            key={file.id}
            className={cn(
              'relative grid min-h-24 place-items-center overflow-hidden rounded-control bg-surface-sunken',
              files.length > 1 && 'aspect-square',
              files.length % 2 === 1 && index === 0 && 'col-span-full aspect-auto',
            )}
          >
            <FilePreview
              me={me}
              file={file}
              className={cn('w-full object-cover opacity-60', files.length > 1 ? 'size-full' : 'max-h-96')}
            />
            <span className="sr-only">
              {file.kind === 'video' ? 'Video' : 'Photo'}: {file.name}
            </span>
            {isUnderWay ? (
              <progress
                max={100}
                value={Math.round(part * 100)}
                aria-label={`Sending ${file.name}`}
                className="absolute inset-x-3 bottom-3 h-1.5 w-[calc(100%-1.5rem)] overflow-hidden rounded-full accent-brand"
              />
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}
