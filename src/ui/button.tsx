import type { ComponentProps } from 'react'
import { cn } from './class-names.ts'
import { Spinner } from './spinner.tsx'

const base =
  'relative inline-flex shrink-0 items-center justify-center gap-2 rounded-control border font-semibold whitespace-nowrap ' +
  'select-none transition-colors aria-disabled:not-aria-busy:opacity-60 disabled:opacity-50 [&_svg]:size-[1.15em] [&_svg]:shrink-0'

const variants = {
  primary:
    'border-transparent bg-accent text-on-accent enabled:hover:bg-accent-hover [a&]:hover:bg-accent-hover',
  brand: 'border-transparent bg-brand text-on-brand enabled:hover:bg-brand-hover [a&]:hover:bg-brand-hover',
  secondary:
    'border-line-strong bg-surface-raised text-ink enabled:hover:bg-surface-hover [a&]:hover:bg-surface-hover',
  ghost: 'border-transparent text-ink enabled:hover:bg-surface-hover [a&]:hover:bg-surface-hover',
  danger:
    'border-transparent bg-danger text-on-danger enabled:hover:bg-danger-hover [a&]:hover:bg-danger-hover',
}

const sizes = {
  sm: 'h-9 px-3.5 text-sm',
  md: 'h-11 px-5 text-[0.9375rem]',
  lg: 'h-13 px-7 text-base',
  icon: 'size-11 p-0 [&_svg]:size-5',
  'icon-sm': 'size-9 p-0 [&_svg]:size-[1.125rem]',
}

export type ButtonLook = { variant?: keyof typeof variants; size?: keyof typeof sizes }

/** The classes of a button, for an element that must look like one but cannot be one. */
export function buttonClass(
  { variant = 'secondary', size = 'md' }: ButtonLook = {},
  className?: string,
): string {
  return cn(base, variants[variant], sizes[size], className)
}

export type ButtonProps = ComponentProps<'button'> & ButtonLook & { loading?: boolean }

/**
 * A button. Use `primary` for the main action: at most one in view. `type` defaults to `button`. While
 * `loading` it keeps its width and focus, even if it is also `disabled`, and ignores clicks. For a link that
 * looks like a button, use `buttonClass`.
 */
export function Button({
  variant,
  size,
  loading,
  className,
  type,
  disabled,
  onClick,
  children,
  ...props
}: ButtonProps) {
  return (
    <button
      {...props}
      type={type ?? 'button'}
      disabled={disabled && !loading}
      aria-busy={loading || undefined}
      aria-disabled={loading || props['aria-disabled']}
      onClick={loading ? (event) => event.preventDefault() : onClick}
      className={buttonClass({ variant, size }, className)}
    >
      {loading ? (
        <>
          <span className="inline-flex items-center gap-2 opacity-0">{children}</span>
          <span className="absolute inset-0 grid place-items-center">
            <Spinner />
          </span>
        </>
      ) : (
        children
      )}
    </button>
  )
}
