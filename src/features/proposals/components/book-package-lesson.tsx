import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { SlotCalendar } from '#features/availability/components/slot-calendar.tsx'
import { SlotGrid, SlotGridSkeleton } from '#features/availability/components/slot-grid.tsx'
import { findSlot, slotsOn } from '#features/availability/slot-choice/slot-choice.ts'
import { bookingsClient } from '#features/bookings/client.ts'
import { useOpenSlots } from '#features/bookings/components/use-open-slots.ts'
import { newUuid } from '#platform/new-uuid.ts'
import { formatDay, formatLesson, formatMoment } from '#platform/time.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { proposalsClient } from '../client.ts'
import { lessonsLeftText } from '../packages/package.ts'
import type { LessonPackage } from '../packages/schema.ts'
import { useProposalStep } from './use-proposals.ts'

/** Books the next lesson of a package: a time and a button, nothing to pay. */
export function BookPackageLesson({
  lessonPackage,
  size = 'md',
}: {
  lessonPackage: LessonPackage
  size?: 'sm' | 'md'
}) {
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      size="lg"
      trigger={
        <Button variant="brand" size={size}>
          Book a lesson
        </Button>
      }
      title={`Book from ${lessonPackage.title}`}
      description={`${lessonsLeftText(lessonPackage.left, lessonPackage.lessons)}. Nothing is charged: it is paid for.`}
    >
      <ChooseTime lessonPackage={lessonPackage} onDone={() => setOpen(false)} />
    </Dialog>
  )
}

function ChooseTime({ lessonPackage: one, onDone }: { lessonPackage: LessonPackage; onDone: () => void }) {
  const request = {
    instructorId: one.coach.id,
    locationId: one.locationId ?? undefined,
    durationMinutes: one.durationMinutes,
  }
  const query = useOpenSlots(request, null)
  const queryClient = useQueryClient()
  const [wanted, setWanted] = useState<string | null>(null)
  const [time, setTime] = useState<string | null>(null)
  const attempt = useRef({ of: '', key: '' })
  const { busy, run } = useProposalStep('Not booked')
  const list = query.data
  const date = wanted ?? list?.firstBookableDate ?? null
  const chosen = list && time ? findSlot(list, time) : undefined

  async function book(start: string) {
    // The same time tried again after a lost answer is the same booking.
    if (attempt.current.of !== start) attempt.current = { of: start, key: newUuid() }
    const input = { packageId: one.id, start, idempotencyKey: attempt.current.key }
    const booked = await run('book', () => proposalsClient.bookFromPackage.call(input))
    await queryClient.invalidateQueries({ queryKey: bookingsClient.key() })
    if (!booked) return void query.refetch()
    toast.success('Lesson booked', formatLesson(start, one.durationMinutes, one.zone))
    onDone()
  }

  if (query.isError)
    return (
      <Alert
        tone="error"
        title="Error loading time slots"
        action={
          <Button size="sm" onClick={() => void query.refetch()}>
            Reload
          </Button>
        }
      >
        Please try again
      </Alert>
    )
  if (!list)
    return (
      <div className="grid gap-5 sm:grid-cols-2">
        <Skeleton className="h-80 w-full" />
        <SlotGridSkeleton />
      </div>
    )
  if (!list.firstBookableDate)
    return (
      <Alert tone="info" title={`${one.coach.label} has no open times at the moment`}>
        Write in the conversation: your lessons stay yours until the package runs out.
      </Alert>
    )
  const slots = slotsOn(list, date)
  return (
    <div className="grid min-w-0 gap-6 sm:grid-cols-2">
      <SlotCalendar
        list={list}
        date={date}
        onDate={(day) => {
          setWanted(day)
          setTime(null)
        }}
        busy={query.isPlaceholderData}
      />
      <div className="flex min-w-0 flex-col gap-4">
        {slots.length > 0 ? (
          <SlotGrid
            slots={slots}
            chosen={time}
            onChoose={(slot) => setTime(slot.start)}
            zone={list.zone}
            legend={formatDay(slots[0]?.start ?? list.bookable.today, list.zone, { long: true })}
            busy={query.isPlaceholderData}
          />
        ) : (
          <p
            role="status"
            className="rounded-control bg-surface-sunken px-4 py-3 text-[0.9375rem] text-muted"
          >
            No open times left on this day. Days with a dot have open times.
          </p>
        )}
        <Button
          variant="primary"
          size="lg"
          className="w-full"
          disabled={!chosen}
          loading={busy !== null}
          onClick={() => chosen && void book(chosen.start)}
        >
          {chosen ? `Book ${formatMoment(chosen.start, list.zone)}` : 'Choose a time'}
        </Button>
      </div>
    </div>
  )
}
