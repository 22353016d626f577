import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDay } from '#platform/time.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import type { SlotList } from '../schema.ts'
import { type DatedSlot, slotsOn } from '../slot-choice.ts'
import { SlotCalendar } from './slot-calendar.tsx'
import { SeveralSlotsGrid, SlotGrid, SlotGridSkeleton } from './slot-grid.tsx'

type SlotPickerProps = {
  /** The query for the open times, created with `useSlotList`. */
  query: Pick<UseQueryResult<SlotList>, 'data' | 'isError' | 'isPlaceholderData' | 'refetch'>
  /** The day whose times are shown; null: the first day with open times. */
  date: string | null
  onDate: (date: string) => void
  /**
   * With a single choice: the time was chosen. With `max`: the time was added, or removed if it was chosen
   * before.
   */
  onChoose: (slot: DatedSlot) => void
  /** Rendered when the whole booking window has no open time. */
  none: ReactNode
  /** Rendered below the message that a day has no open time. */
  emptyDay?: (date: string) => ReactNode
  /** Rendered above the times of the day. */
  notice?: ReactNode
  /** Rendered below the times of the day. */
  children?: ReactNode
  /**
   * In a dialog, the screen width determines the number of columns, and only `none` is rendered when there is
   * no open time. In a panel, the nearest container determines it, and the calendar is always rendered.
   */
  look?: 'dialog' | 'panel'
} & Choice

type Choice =
  /** ISO instant. */
  | { chosen: string | null; max?: undefined }
  /** ISO instants, at most `max` of them. */
  | { chosen: readonly string[]; max: number }

/**
 * Chooses from a coach's open times: a day in the calendar, then one of its times, or with `max` several
 * times.
 */
export function SlotPicker(props: SlotPickerProps) {
  const { query, date, onDate, none, notice, children, look = 'dialog' } = props
  const list = query.data
  const isPanel = look === 'panel'
  const failed = query.isError ? <SlotsFailed onReload={() => void query.refetch()} /> : null
  if (!isPanel && (list || failed) && !list?.firstBookableDate) return failed ?? none
  return (
    <div className={cn('grid min-w-0', isPanel ? panelColumns : dialogColumns)}>
      {failed && !isPanel ? <div className="md:col-span-2">{failed}</div> : null}
      {list ? (
        <div className="min-w-0">
          <SlotCalendar
            list={list}
            date={date ?? list.firstBookableDate}
            onDate={onDate}
            busy={query.isPlaceholderData}
          />
        </div>
      ) : failed ? (
        <div />
      ) : (
        <Skeleton className="h-[24.5rem] w-full" />
      )}
      <div className={cn('flex min-w-0 flex-col', isPanel ? 'gap-5' : 'gap-4')}>
        {isPanel ? failed : null}
        {list ? (
          <>
            {notice}
            {list.firstBookableDate ? <Times {...props} list={list} /> : none}
          </>
        ) : failed ? null : (
          <div role="status">
            <span className="sr-only">Looking for open times…</span>
            <SlotGridSkeleton />
          </div>
        )}
        {children}
      </div>
    </div>
  )
}

const dialogColumns = 'gap-6 md:grid-cols-2 md:gap-8'
const panelColumns = 'gap-5 @[40rem]:grid-cols-2 @[40rem]:gap-x-8'

function Times({ list, ...props }: SlotPickerProps & { list: SlotList }) {
  const date = props.date ?? list.firstBookableDate
  const slots = slotsOn(list, date)
  if (!date || !slots[0])
    return (
      <div className="rounded-control bg-surface-sunken px-4 py-3">
        <p role="status" className="text-[0.9375rem] text-muted">
          No open times left on this day. Days with a dot have open times.
        </p>
        {date ? props.emptyDay?.(date) : null}
      </div>
    )
  const legend = formatDay(slots[0].start, list.zone, { long: true })
  if (props.max !== undefined)
    return (
      <SeveralSlotsGrid
        legend={legend}
        slots={slots}
        chosen={props.chosen}
        max={props.max}
        onToggle={(slot) => props.onChoose({ ...slot, date })}
      />
    )
  return (
    <SlotGrid
      legend={legend}
      slots={slots}
      chosen={props.chosen}
      onChoose={(slot) => props.onChoose({ ...slot, date })}
      zone={list.zone}
      busy={props.query.isPlaceholderData}
    />
  )
}

function SlotsFailed({ onReload }: { onReload: () => void }) {
  return (
    <Alert
      tone="error"
      title="Error loading time slots"
      action={
        <Button size="sm" onClick={onReload}>
          Reload
        </Button>
      }
    >
      Please try again
    </Alert>
  )
}
