import { ArrowDown } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { CountBadge } from '#ui/count-badge.tsx'

/** A button to scroll to the newest message, with the number of new messages. */
export function JumpToNewest({
  isShown,
  count,
  onJump,
}: {
  isShown: boolean
  count: number
  onJump: () => void
}) {
  return (
    <div
      className={cn(
        'pointer-events-none absolute inset-x-0 bottom-3 z-10 flex justify-center transition-[opacity,translate,visibility] duration-200',
        !isShown && 'invisible translate-y-2 opacity-0',
      )}
    >
      <Button size="sm" onClick={onJump} className="pointer-events-auto rounded-full shadow-float">
        <ArrowDown aria-hidden />
        {count > 0 ? 'New messages' : 'Newest'}
        <CountBadge count={count} label="new" />
      </Button>
    </div>
  )
}
