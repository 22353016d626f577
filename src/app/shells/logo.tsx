import { Link } from '@tanstack/react-router'
import { cn } from '#ui/class-names.ts'

/** The same mark as the page's icon: a flag on a green. */
function LogoMark() {
  return <img src="/favicon.svg" alt="" width={32} height={32} className="size-8" />
}

/** Mark and name, leading home. */
export function Wordmark({ className }: { className?: string }) {
  return (
    <Link to="/" className={cn('inline-flex items-center gap-2.5 rounded-control text-ink', className)}>
      <LogoMark />
      <span className="font-display text-[1.375rem] leading-none font-[600] tracking-tight">Greenside</span>
    </Link>
  )
}
