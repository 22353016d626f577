import { DropdownMenu } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from './class-names.ts'

/**
 * A menu of actions under a button: `<Menu trigger={<Button>…</Button>}><MenuItem>…</MenuItem></Menu>`. It
 * has no closing animation: when reopened during one, it would not get the focus.
 */
export function Menu({
  trigger,
  align = 'end',
  className,
  children,
}: {
  trigger: ReactNode
  align?: 'start' | 'center' | 'end'
  className?: string
  children: ReactNode
}) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={6}
          collisionPadding={12}
          className={cn(
            'z-50 min-w-52 rounded-control border bg-surface-raised p-1.5 shadow-float data-[state=open]:animate-rise-in',
            className,
          )}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

/** A menu item; use `asChild` with a link inside for navigation. */
export function MenuItem({
  tone,
  className,
  ...props
}: ComponentProps<typeof DropdownMenu.Item> & { tone?: 'danger' }) {
  return (
    <DropdownMenu.Item
      {...props}
      className={cn(
        'flex min-h-10 cursor-pointer items-center gap-2.5 rounded-lg px-3 py-2 text-[0.9375rem] data-disabled:opacity-50 data-highlighted:bg-surface-hover [&_svg]:size-4 [&_svg]:shrink-0',
        tone === 'danger' && 'text-danger',
        className,
      )}
    />
  )
}

/** A thin line between groups of a menu. */
export function MenuSeparator() {
  return <DropdownMenu.Separator className="mx-1.5 my-1.5 h-px bg-line" />
}

/** A small label at the top of a menu or group. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="px-3 py-2 text-sm text-muted">{children}</DropdownMenu.Label>
}
