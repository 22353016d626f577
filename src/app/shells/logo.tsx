import { Link } from '@tanstack/react-router'
import { siteName } from '#platform/site-name.ts'
import { cn } from '#ui/class-names.ts'

/** The site icon: a flag on a green. */
function LogoMark() {
  return <img src="/favicon.svg" alt="" width={32} height={32} className="size-8" />
}

/**
 * The logo and name, linked to the home page. In crowded headers on phones, the name is only for screen
 * readers.
 */
export function Wordmark({ className, isShort }: { className?: string; isShort?: boolean }) {
  return (
    <Link to="/" className={cn('inline-flex items-center gap-2.5 rounded-control text-ink', className)}>
      <LogoMark />
      <span
        className={cn(
          'font-display text-[1.375rem] leading-none font-[600] tracking-tight',
          isShort && 'max-sm:sr-only',
        )}
      >
        {siteName}
      </span>
    </Link>
  )
}
