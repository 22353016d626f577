import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellOff, CheckCheck } from 'lucide-react'
import { useState } from 'react'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { NOTIFICATIONS_PER_PAGE } from '../notification.ts'
import { BellEntry } from './bell-entry.tsx'
import { markAsRead, notificationListQuery } from './notification-queries.ts'

/** All notifications of the signed-in person, newest first. */
export function NotificationList({ page }: { page: number }) {
  const queryClient = useQueryClient()
  const list = useQuery({ ...notificationListQuery(page), placeholderData: keepPreviousData })
  const [isMarking, setMarking] = useState(false)

  async function readAll() {
    setMarking(true)
    const done = await markAsRead(queryClient, { all: true })
    setMarking(false)
    if (!done) toast.error('That did not work. Please try again.')
  }

  if (list.isPending) return <Waiting />
  if (list.isError)
    return (
      <Alert
        tone="error"
        title="Your notifications could not be loaded"
        action={<Button onClick={() => void list.refetch()}>Try again</Button>}
      >
        Nothing is lost.
      </Alert>
    )
  const { items, total, unread } = list.data
  if (total === 0)
    return (
      <EmptyState icon={BellOff} title="Nothing yet">
        Bookings, messages, reminders and reviews show up here as they happen.
      </EmptyState>
    )
  return (
    <>
      <div className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-3">
        <p className="text-[0.9375rem] text-muted" aria-live="polite">
          {unread === 0 ? 'All read' : `${unread} unread`}
        </p>
        {unread > 0 ? (
          <Button size="sm" loading={isMarking} onClick={() => void readAll()}>
            <CheckCheck aria-hidden /> Mark all as read
          </Button>
        ) : null}
      </div>
      <ul className="divide-y overflow-hidden rounded-card border bg-surface-raised">
        {items.map((one) => (
          <li key={one.id}>
            <Link
              to={one.href}
              onClick={() => void (one.isRead || markAsRead(queryClient, { ids: [one.id] }))}
              className="flex items-start gap-3.5 px-4 py-3.5 hover:bg-surface-hover sm:px-5"
            >
              <BellEntry notification={one} />
            </Link>
          </li>
        ))}
      </ul>
      <Pagination
        label="Pages of notifications"
        className="mt-6"
        page={page}
        pageCount={Math.ceil(total / NOTIFICATIONS_PER_PAGE)}
        hrefFor={(to) => (to === 1 ? '/notifications' : `/notifications?page=${to}`)}
      />
    </>
  )
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading your notifications" className="flex flex-col gap-3 pt-14">
      {[1, 2, 3, 4].map((one) => (
        <Skeleton key={one} className="h-20" />
      ))}
    </div>
  )
}
