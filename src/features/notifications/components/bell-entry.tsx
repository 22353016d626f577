import { cn } from '#ui/class-names.ts'
import type { Notification } from '../schema.ts'
import { KindIcon } from './kind-icon.tsx'
import { RelativeTime } from './relative-time.tsx'

/** A notification in three lines. Unread ones have a dot, with a text for screen readers. */
export function BellEntry({ notification }: { notification: Notification }) {
  const { icon, isAlert, title, body, isRead, at } = notification
  return (
    <>
      <KindIcon icon={icon} isAlert={isAlert} />
      <span className="min-w-0 flex-1">
        <span className={cn('line-clamp-2 leading-snug break-words', !isRead && 'font-semibold')}>
          {title}
        </span>
        {body ? <span className="mt-0.5 line-clamp-2 text-sm text-muted break-words">{body}</span> : null}
        <RelativeTime at={at} className="mt-0.5 block text-sm text-muted" />
      </span>
      {isRead ? null : (
        <span className="mt-2 size-2.5 shrink-0 rounded-full bg-accent">
          <span className="sr-only">unread</span>
        </span>
      )}
    </>
  )
}
