import { Film, Image } from 'lucide-react'
import type { QueuedFile } from '../outbox.ts'
import { useFileUrl } from './use-files.ts'

/** A preview of a local picture; an icon for videos and formats the browser cannot display. */
export function FilePreview({ me, file, className }: { me: string; file: QueuedFile; className: string }) {
  return file.kind === 'image' ? (
    <PicturePreview me={me} id={file.id} className={className} />
  ) : (
    <Film aria-hidden className="size-7 text-muted" />
  )
}

function PicturePreview({ me, id, className }: { me: string; id: string; className: string }) {
  const url = useFileUrl(me, id)
  return url ? (
    <img src={url} alt="" className={className} />
  ) : (
    <Image aria-hidden className="size-7 text-muted" />
  )
}
