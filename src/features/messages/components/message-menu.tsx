import { Copy, Ellipsis, Flag } from 'lucide-react'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { toast } from '#ui/toast.tsx'
import type { ShownMessage } from './shown-message.ts'

/**
 * Actions on a message of the other participant, next to it: visible on hover, and always on touch screens.
 */
export function MessageMenu({
  message,
  who,
  onReport,
}: {
  message: ShownMessage
  who: string
  onReport: (message: ShownMessage) => void
}) {
  const button = (
    <button
      type="button"
      aria-label={`More about this message from ${who}`}
      className="grid size-8 shrink-0 place-items-center self-center rounded-full group-data-card/message:max-sm:self-start text-muted opacity-0 transition-opacity group-focus-within/message:opacity-100 group-hover/message:opacity-100 hover:bg-surface-hover hover:text-ink focus-visible:opacity-100 data-[state=open]:opacity-100 pointer-coarse:opacity-100"
    >
      <Ellipsis aria-hidden className="size-4" />
    </button>
  )
  return (
    <Menu trigger={button} align="start">
      {message.content ? (
        <MenuItem onSelect={() => void copy(message.content)}>
          <Copy aria-hidden />
          Copy text
        </MenuItem>
      ) : null}
      <MenuItem onSelect={() => onReport(message)}>
        <Flag aria-hidden />
        Report this message
      </MenuItem>
    </Menu>
  )
}

async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text)
    toast.success('Copied')
  } catch {
    toast.error('Could not copy', 'Your browser does not allow copying. Select the text instead.')
  }
}
