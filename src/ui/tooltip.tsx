import { Tooltip as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

/** How long the pointer must rest before a tooltip appears, in milliseconds. */
export const tooltipDelay = 700

/**
 * A tooltip that appears next to a control after 700 ms of hovering, or immediately on focus. Never the only
 * place for information.
 */
export function Tooltip({
  content,
  side = 'top',
  disabled,
  children,
}: {
  content: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  disabled?: boolean
  /** A single focusable element. */
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
