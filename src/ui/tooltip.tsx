import { Tooltip as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

/** How long the pointer rests before words appear, in milliseconds. */
export const tooltipDelay = 700

/** Words that appear beside a control after a rest of 700 ms or at once on focus. Never the only place for a fact. */
export function Tooltip({
  content,
  side = 'top',
  disabled,
  children,
}: {
  content: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  disabled?: boolean
  /** One focusable element. */
  children: ReactNode
}) {
  return (
    <Primitive.Provider delayDuration={tooltipDelay}>
      <Primitive.Root open={disabled ? false : undefined}>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-60 max-w-64 animate-fade-in rounded-lg bg-ink px-2.5 py-1.5 text-sm leading-snug text-surface"
          >
            {content}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  )
}
