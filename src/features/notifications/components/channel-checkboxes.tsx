import { useQueryClient } from '@tanstack/react-query'
import { Check, Lock } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { NotificationChannel } from '#platform/message-kind.ts'
import { toast } from '#ui/toast.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { notificationsClient } from '../client.ts'
import type { Preferences } from '../preferences/schema.ts'
import { preferencesQuery } from './notification-queries.ts'

type Row = Preferences['kinds'][number]

const channels = [
  { channel: 'in_app', field: 'inApp', label: 'App' },
  { channel: 'email', field: 'email', label: 'Email' },
  { channel: 'sms', field: 'sms', label: 'Text' },
  { channel: 'push', field: 'push', label: 'Push' },
] as const satisfies { channel: NotificationChannel; field: keyof Row; label: string }[]

/** A checkbox for each kind and channel. Changes are saved immediately. */
export function ChannelCheckboxes({ kinds }: { kinds: readonly Row[] }) {
  const queryClient = useQueryClient()

  async function choose(row: Row, { channel, field }: (typeof channels)[number], enabled: boolean) {
    const show = (value: boolean) =>
      queryClient.setQueryData(
        preferencesQuery.queryKey,
        (known) =>
          known && {
            ...known,
            kinds: known.kinds.map((one) => (one.kind === row.kind ? { ...one, [field]: value } : one)),
          },
      )
    // Cancels a running fetch, whose older data would otherwise overwrite this change.
    await queryClient.cancelQueries({ queryKey: preferencesQuery.queryKey })
    show(enabled)
    try {
      await notificationsClient.setPreference.call({ kind: row.kind, channel, enabled })
    } catch {
      show(!enabled)
      toast.error('That was not saved', 'Please try again.')
    }
  }

  return (
    <div className="rounded-card border bg-surface-raised px-3 sm:px-4">
      <table className="w-full border-collapse">
        <caption className="sr-only">Notifications and their channels</caption>
        <thead>
          <tr className="border-b text-sm text-muted">
            <th scope="col" className="h-11 text-left font-medium">
              <VisuallyHidden>Notification</VisuallyHidden>
            </th>
            {channels.map(({ channel, label }) => (
              <th key={channel} scope="col" className="h-11 w-11 text-center font-medium sm:w-16">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {kinds.map((row) => (
            <tr key={row.kind}>
              <th scope="row" className="py-2 pr-2 text-left font-normal">
                <span className="block text-[0.9375rem] font-medium">{row.label}</span>
                <span className="block text-sm text-muted max-sm:hidden">{row.description}</span>
              </th>
              {channels.map((one) => (
                <td key={one.channel}>
                  <span className="grid min-h-11 place-items-center">
                    <Cell row={row} column={one} onChoose={(enabled) => void choose(row, one, enabled)} />
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell({
  row,
  column,
  onChoose,
}: {
  row: Row
  column: (typeof channels)[number]
  onChoose: (enabled: boolean) => void
}) {
  const value = row[column.field]
  if (value === null)
    return (
      <span className="text-muted">
        <span aria-hidden>–</span>
        <VisuallyHidden>not offered</VisuallyHidden>
      </span>
    )
  if (column.channel === 'email' && row.isEmailFixed)
    return (
      <span title="Always sent: it belongs to a booking">
        <Lock aria-hidden className="size-4 text-muted" />
        <VisuallyHidden>always sent</VisuallyHidden>
      </span>
    )
  return (
    <TableCheckbox
      checked={value}
      label={`${column.label}: ${row.label}`}
      onChange={(event) => onChoose(event.target.checked)}
    />
  )
}

/** A checkbox in a table whose row and column headers describe it, with a touch-friendly size. */
function TableCheckbox({ label, ...props }: Omit<ComponentProps<'input'>, 'type'> & { label: string }) {
  return (
    <span className="relative grid size-11 place-items-center">
      <input
        {...props}
        type="checkbox"
        aria-label={label}
        className="peer absolute inset-0 cursor-pointer appearance-none rounded-control"
      />
      <span
        aria-hidden
        className="pointer-events-none grid size-5 place-items-center rounded-md border border-line-strong bg-surface-raised transition-colors peer-checked:border-brand peer-checked:bg-brand peer-disabled:opacity-50 [&_svg]:opacity-0 peer-checked:[&_svg]:opacity-100"
      >
        <Check strokeWidth={3} className="size-3.5 text-on-brand" />
      </span>
    </span>
  )
}
