import { CheckCheck, CircleCheck, CircleX, Clock, type LucideIcon, Tag } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from './class-names.ts'

const tones: Record<BadgeTone, { icon: LucideIcon; look: string }> = {
  green: { icon: CircleCheck, look: 'bg-green-soft text-green' },
  yellow: { icon: Clock, look: 'bg-yellow-soft text-yellow' },
  blue: { icon: CheckCheck, look: 'bg-blue-soft text-blue' },
  red: { icon: CircleX, look: 'bg-red-soft text-red' },
  neutral: { icon: Tag, look: 'bg-surface-sunken text-muted' },
}

export type BadgeTone = 'green' | 'yellow' | 'blue' | 'red' | 'neutral'

export type BadgeProps = ComponentProps<'span'> & {
  tone?: BadgeTone
  /** Overrides the tone's icon; `null` for none (neutral labels only). */
  icon?: LucideIcon | null
}

/** A status label with an icon, so that it does not depend on color alone. */
export function Badge({ tone = 'neutral', icon, className, children, ...props }: BadgeProps) {
  const Icon = icon === undefined ? tones[tone].icon : icon
  return (
    <span
      {...props}
      className={cn(
        'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-[0.8125rem] leading-5 font-semibold whitespace-nowrap',
        tones[tone].look,
        className,
      )}
    >
      {Icon ? <Icon aria-hidden strokeWidth={2.25} className="size-3.5 shrink-0" /> : null}
      {children}
    </span>
  )
}
