import { ImageOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { cn } from '#ui/class-names.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useImageFailed } from '#ui/use-image-failed.ts'
import type { Attachment } from '../schema.ts'

const SHOWN_WIDTH = 640

/** Pictures and videos of a message. Their space is reserved to avoid layout shifts. */
export function MessageAttachments({
  attachments,
  who,
}: {
  attachments: readonly Attachment[]
  who: string
}) {
  if (attachments.length === 0) return null
  return (
    <ul className={cn('grid gap-1.5', attachments.length > 1 && 'grid-cols-2')}>
      {attachments.map((attachment, index) => (
        <li
          key={attachment.id}
          className={cn(attachments.length % 2 === 1 && index === 0 && 'col-span-full')}
        >
          {attachment.kind === 'video' ? (
            <VideoAttachment attachment={attachment} who={who} />
          ) : (
            <PictureAttachment attachment={attachment} who={who} isAlone={attachments.length === 1} />
          )}
        </li>
      ))}
    </ul>
  )
}

function VideoAttachment({ attachment, who }: { attachment: Attachment; who: string }) {
  const file = attachment.files[0]
  if (!file) return null
  return (
    // biome-ignore lint/a11y/useMediaCaption: videos of golf swings by users have no captions.
    <video
      controls
      playsInline
      preload="metadata"
      aria-label={`Video from ${who}`}
      width={attachment.width}
      height={attachment.height}
      src={file.url}
      className="h-auto max-h-96 w-full rounded-control bg-pine"
    />
  )
}

const isOffline = () => typeof navigator !== 'undefined' && navigator.onLine === false

type PictureProps = { attachment: Attachment; who: string; isAlone: boolean }

/** A photo that failed to load is reloaded when the connection returns or when the user asks for it. */
function PictureAttachment(props: PictureProps) {
  const [tries, setTries] = useState(0)
  return <PictureTry key={tries} {...props} onAgain={() => setTries((count) => count + 1)} />
}

function PictureTry({ attachment, who, isAlone, onAgain }: PictureProps & { onAgain: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const shown = attachment.files.find(({ width }) => width >= SHOWN_WIDTH) ?? attachment.files.at(-1)
  const largest = attachment.files.at(-1)
  const image = useImageFailed(shown?.url)
  const { failed } = image
  const [beganOffline] = useState(isOffline)
  useEffect(() => {
    if (!failed) return
    // If the connection returned before the failure was detected, there will be no further `online` event.
    if (beganOffline && !isOffline()) return onAgain()
    window.addEventListener('online', onAgain)
    return () => window.removeEventListener('online', onAgain)
  }, [failed, beganOffline, onAgain])
  if (!shown || !largest) return null
  if (failed)
    return (
      <p className="flex min-h-24 w-full flex-wrap items-center justify-center gap-x-3 gap-y-1 rounded-control bg-surface-sunken px-4 py-3 text-sm text-muted">
        <span className="flex items-center gap-2">
          <ImageOff aria-hidden className="size-4" />
          The photo can't be shown
        </span>
        <button
          type="button"
          onClick={onAgain}
          className="min-h-6 font-semibold text-ink underline underline-offset-2"
        >
          Try again
        </button>
      </p>
    )
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="block w-full overflow-hidden rounded-control bg-surface-sunken focus-visible:outline-offset-0"
      >
        <img
          ref={image.ref}
          src={shown.url}
          alt={`From ${who}`}
          width={attachment.width}
          height={attachment.height}
          loading="lazy"
          decoding="async"
          onError={image.onError}
          className={cn('w-full object-cover', isAlone ? 'h-auto max-h-96' : 'aspect-square')}
        />
        <span className="sr-only">, open larger</span>
      </button>
      <Dialog open={isOpen} onOpenChange={setOpen} size="lg" title={`Photo from ${who}`}>
        <img
          src={largest.url}
          alt={`From ${who}`}
          width={attachment.width}
          height={attachment.height}
          className="mx-auto h-auto max-h-[72dvh] w-auto max-w-full rounded-control"
        />
      </Dialog>
    </>
  )
}
