import { Link } from '@tanstack/react-router'
import { cn } from '#ui/class-names.ts'

/** A flag on a green seen from above: the cup's shadow makes it a letter. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={cn('size-8', className)}>
      <circle cx="16" cy="16" r="16" fill="#1f5a43" />
      <path
        d="M24.6 17.5a9 9 0 1 1-3.1-7.4"
        fill="none"
        stroke="#fbf8f2"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
      <path d="M16.2 20.6V8.2" stroke="#fbf8f2" strokeWidth="1.8" strokeLinecap="round" />
      <path d="M17 8.1l6.4 2.5-6.4 2.7z" fill="#f0785c" />
      <ellipse cx="16.2" cy="20.9" rx="2.6" ry="1" fill="#10291f" />
    </svg>
  )
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
