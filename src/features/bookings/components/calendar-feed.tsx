import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dateIn, formatDate, OFFICE_ZONE } from '#platform/time.ts'
import { useViewerZone } from '#platform/use-viewer-zone.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { ShownOnce } from '#ui/shown-once.tsx'
import { toast } from '#ui/toast.tsx'
import { bookingsClient } from '../client.ts'
import { feedQuery } from './calendar-feed-query.ts'

/** A private calendar subscription URL. It is shown only once, because only its hash is stored. */
export function CalendarFeed() {
  const queryClient = useQueryClient()
  const { data } = useQuery(feedQuery)
  const zone = useViewerZone() ?? OFFICE_ZONE
  const [address, setAddress] = useState<string | null>(null)
  const [isMaking, setMaking] = useState(false)

  async function make() {
    setMaking(true)
    try {
      setAddress((await bookingsClient.rotateCalendarFeed.call()).url)
      await queryClient.invalidateQueries({ queryKey: feedQuery.queryKey })
    } catch (problem) {
      toast.error('No calendar address yet', problem instanceof Error ? problem.message : undefined)
    } finally {
      setMaking(false)
    }
  }

  async function close() {
    try {
      await bookingsClient.closeCalendarFeed.call()
      setAddress(null)
      await queryClient.invalidateQueries({ queryKey: feedQuery.queryKey })
      toast.success('The address is closed')
    } catch (problem) {
      toast.error('The address still works', problem instanceof Error ? problem.message : undefined)
    }
  }

  const since = data?.createdAt
  return (
    <div className="flex flex-col gap-4">
      {address ? <NewAddress key={address} address={address} /> : null}
      {since && !address ? (
        <p className="text-[0.9375rem]">
          There is an address since {formatDate(dateIn(since, zone))}. If you lost it, make a new one. The old
          one will stop working.
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2.5">
        {since ? (
          <>
            <ConfirmDialog
              trigger={<Button loading={isMaking}>Make a new address</Button>}
              title="Make a new address?"
              description="Calendars that use the old address will not be updated."
              confirmLabel="Make a new address"
              keepLabel="Keep the old one"
              tone="brand"
              onConfirm={make}
            />
            <ConfirmDialog
              trigger={<Button variant="ghost">Close it</Button>}
              title="Close your calendar address?"
              description="Calendars that use this address will stop updating. Delete the entries there if you no longer need them."
              confirmLabel="Close it"
              keepLabel="Keep it"
              onConfirm={close}
            />
          </>
        ) : (
          <Button variant="brand" loading={isMaking} onClick={() => void make()}>
            Make my calendar address
          </Button>
        )}
      </div>
    </div>
  )
}

/** The new URL, shown once, with buttons for common calendars. */
function NewAddress({ address }: { address: string }) {
  const subscription = address.replace(/^https?:/, 'webcal:')
  return (
    <ShownOnce
      noun="address"
      label="Your private calendar address"
      hint="Anyone with this address can see your lessons. Keep it private."
      value={address}
      actions={
        <>
          <a href={subscription} className={buttonClass({ size: 'sm' })}>
            Open in Apple Calendar or Outlook
          </a>
          <a
            href={`https://calendar.google.com/calendar/r?cid=${encodeURIComponent(subscription)}`}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ size: 'sm' })}
          >
            Open in Google Calendar
          </a>
        </>
      }
    />
  )
}
