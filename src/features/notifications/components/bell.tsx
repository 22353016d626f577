import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bell as BellIcon, CheckCheck } from 'lucide-react'
import { formatCount } from '#platform/money.ts'
import { useLive } from '#platform/use-live.ts'
import { Anchor } from '#ui/anchor.tsx'
import { buttonClass } from '#ui/button.tsx'
import { CountBadge, capCount } from '#ui/count-badge.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#ui/menu.tsx'
import { toast } from '#ui/toast.tsx'
import { BellEntry } from './bell-entry.tsx'
import { markAsRead, refreshNotifications, unreadQuery } from './notification-queries.ts'

/** A pending task. It stays in the menu until it is completed. */
export interface BellTask {
  id: string
  label: string
  count: number
  /** The page where the task is completed. */
  href: string
}

/**
 * The live count of unread notifications and pending tasks, with a menu of the tasks and the newest
 * notifications.
 * @param props.userId the signed-in person; passed in because the frame knows it even on a 404 page
 * @param props.tasks for admins: pending tasks
 */
export function Bell({ userId, tasks = [] }: { userId: string; tasks?: readonly BellTask[] }) {
  const queryClient = useQueryClient()
  const { data } = useQuery(unreadQuery)
  useLive([`notices:${userId}`], () => void refreshNotifications(queryClient))
  const unread = data?.unread ?? 0
  const newest = data?.newest ?? []
  const waiting = tasks.reduce((sum, { count }) => sum + count, 0)
  const label = [
    'Notifications',
    ...(unread > 0 ? [`${capCount(unread)} unread`] : []),
    ...(waiting > 0 ? [`${capCount(waiting)} need attention`] : []),
  ].join(', ')

  async function readAll() {
    if (!(await markAsRead(queryClient, { all: true }))) toast.error('That did not work. Please try again.')
  }

  return (
    <Menu
      className="max-h-(--radix-dropdown-menu-content-available-height) w-[min(23rem,calc(100vw-1.5rem))] overflow-y-auto"
      trigger={
        <button
          type="button"
          aria-label={label}
          className={buttonClass({ variant: 'ghost', size: 'icon' }, 'relative')}
        >
          <BellIcon aria-hidden className="size-5" />
          <CountBadge
            count={unread + waiting}
            className="absolute -top-0.5 right-0 h-[1.125rem] min-w-[1.125rem] px-1 text-[0.6875rem]"
          />
        </button>
      }
    >
      {tasks.length > 0 ? (
        <>
          <MenuLabel>Needs attention</MenuLabel>
          {tasks.map((task) => (
            <MenuItem key={task.id} asChild className="justify-between gap-3">
              <Anchor href={task.href}>
                {task.label}
                <span className="tabular font-semibold">{formatCount(task.count)}</span>
              </Anchor>
            </MenuItem>
          ))}
          <MenuSeparator />
        </>
      ) : null}
      <div className="flex items-center justify-between gap-3">
        <MenuLabel>Notifications</MenuLabel>
        {unread > 0 ? (
          <MenuItem className="text-sm text-brand" onSelect={() => void readAll()}>
            <CheckCheck aria-hidden /> Mark all as read
          </MenuItem>
        ) : null}
      </div>
      {newest.map((one) => (
        <MenuItem
          key={one.id}
          asChild
          className="items-start gap-3 py-2.5"
          onSelect={() => void (one.isRead || markAsRead(queryClient, { ids: [one.id] }))}
        >
          <Link to={one.href}>
            <BellEntry notification={one} />
          </Link>
        </MenuItem>
      ))}
      {data && newest.length === 0 ? (
        <p className="px-3 pt-1 pb-4 text-[0.9375rem] text-muted">
          No notifications yet. Bookings, messages and reminders appear here.
        </p>
      ) : null}
      <MenuSeparator />
      <MenuItem asChild className="justify-center font-semibold">
        <Link to="/notifications">All notifications</Link>
      </MenuItem>
    </Menu>
  )
}
