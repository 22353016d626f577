import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from './class-names.ts'

const tones = {
  info: { icon: Info, look: 'bg-blue-soft text-blue' },
  success: { icon: CircleCheck, look: 'bg-green-soft text-green' },
  warning: { icon: TriangleAlert, look: 'bg-yellow-soft text-yellow' },
  error: { icon: CircleAlert, look: 'bg-red-soft text-red' },
}

export type AlertProps = Omit<ComponentProps<'div'>, 'title'> & {
  tone?: keyof typeof tones
  title?: ReactNode
  action?: ReactNode
}

/** A persistent message. Errors interrupt screen readers; other messages are announced politely. */
export function Alert({ tone = 'info', title, action, className, children, ...props }: AlertProps) {
  const { icon: Icon, look } = tones[tone]
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      {...props}
      className={cn(
        'flex items-start gap-3 rounded-control border border-current/15 px-4 py-3.5 text-[0.9375rem]',
        look,
        className,
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      {/* On narrow screens the action is below the text, which keeps the full width. */}
      <div className="flex min-w-0 flex-1 flex-col items-start gap-x-3 gap-y-3 sm:flex-row">
        <div className="min-w-0 sm:flex-1">
          {title ? <p className="font-semibold">{title}</p> : null}
          {children ? <div className="text-ink">{children}</div> : null}
        </div>
        {action ? <div className="shrink-0">{action}</div> : null}
      </div>
    </div>
  )
}
