import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Command } from 'cmdk'
import {
  CalendarClock,
  CircleDollarSign,
  LifeBuoy,
  List,
  type LucideIcon,
  MessageSquareText,
  UserRound,
} from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useState } from 'react'
import { operationsClient } from '#features/operations/client.ts'
import { overlayClass } from '#ui/dialog.tsx'
import { useReturningFocus } from '#ui/focus.ts'
import { useHistoryStep } from '#ui/history-steps.ts'
import { backOfficeMenu, hrefOfEntry } from './tabs.ts'

const icons: Record<string, LucideIcon> = {
  person: UserRound,
  booking: CalendarClock,
  payment: CircleDollarSign,
  ticket: LifeBuoy,
  message: MessageSquareText,
  row: List,
}
const itemClass =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 text-sm data-[selected=true]:bg-surface-hover [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-muted'
const groupClass =
  'p-2 [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-muted'

/** Ctrl K: finds a person, booking, payment, ticket or message, and goes to any page, by the keyboard alone. */
export function Palette({ onClose }: { onClose: () => void }) {
  const router = useRouter()
  const [typed, setTyped] = useState('')
  const words = typed.trim()
  const { data, isFetching, isError } = useQuery(
    operationsClient.find.queryOptions({
      input: { q: words },
      enabled: words.length >= 2,
      staleTime: 10_000,
      retry: false,
      placeholderData: keepPreviousData,
    }),
  )
  const found = words.length >= 2 ? (data ?? []) : []
  const returning = useReturningFocus(false)
  useHistoryStep(true, onClose)
  const go = (href: string) => {
    onClose()
    void router.navigate({ href })
  }
  const pages = backOfficeMenu
    .flatMap(({ entries }) => entries)
    .filter(({ label }) => label.toLowerCase().includes(words.toLowerCase()))
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClass} />
        <Dialog.Content
          {...returning}
          aria-describedby={undefined}
          className="fixed inset-x-3 top-[10vh] z-50 mx-auto max-w-xl overflow-hidden rounded-card border bg-surface-raised shadow-float data-[state=open]:animate-rise-in"
        >
          <Dialog.Title className="sr-only">Find anything</Dialog.Title>
          <Command shouldFilter={false} loop label="Find anything">
            <Command.Input
              value={typed}
              onValueChange={setTyped}
              maxLength={100}
              aria-label="Name, email, phone, booking number or an ID"
              placeholder="Name, email, phone, booking number or an ID"
              className="h-14 w-full border-b bg-transparent px-5 text-base outline-none placeholder:text-muted"
            />
            <Command.List className="max-h-[60vh] overflow-y-auto">
              <Command.Empty className="px-5 py-8 text-center text-sm text-muted">
                {isError
                  ? 'This could not be searched. Please try again.'
                  : isFetching
                    ? 'Looking…'
                    : 'Nothing found.'}
              </Command.Empty>
              {found.length > 0 ? (
                <Command.Group heading="Found" className={groupClass}>
                  {found.map(({ kind, id, title, detail, href }) => {
                    const Icon = icons[kind] ?? UserRound
                    return (
                      <Command.Item key={id} value={id} onSelect={() => go(href)} className={itemClass}>
                        <Icon aria-hidden />
                        <span className="min-w-0">
                          <bdi className="block truncate font-medium">{title}</bdi>
                          <bdi className="block truncate text-muted">{detail}</bdi>
                        </span>
                      </Command.Item>
                    )
                  })}
                </Command.Group>
              ) : null}
              {pages.length > 0 ? (
                <Command.Group heading="Go to" className={groupClass}>
                  {pages.map((entry) => {
                    const Icon = entry.icon
                    return (
                      <Command.Item
                        key={entry.id}
                        value={`page ${entry.id}`}
                        onSelect={() => go(hrefOfEntry(entry))}
                        className={itemClass}
                      >
                        <Icon aria-hidden />
                        {entry.label}
                      </Command.Item>
                    )
                  })}
                </Command.Group>
              ) : null}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
