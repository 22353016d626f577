import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { SlotPicker } from '#features/availability/components/slot-picker.tsx'
import { findSlot } from '#features/availability/slot-choice.ts'
import { bookingsClient } from '#features/bookings/client.ts'
import { checkoutClient } from '#features/checkout/client.ts'
import { useOpenSlots } from '#features/checkout/components/use-open-slots.ts'
import { formatLesson, formatMoment } from '#platform/time.ts'
import { uuidV4 } from '#platform/uuid.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
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
  const [date, setDate] = useState<string | null>(null)
  const [time, setTime] = useState<string | null>(null)
  const attempt = useRef({ of: '', key: '' })
  const { busy, run } = useProposalStep('Not booked')
  const list = query.data
  const chosen = list && time ? findSlot(list, time) : undefined

  async function book(start: string) {
    // The same time tried again after a lost answer is the same booking.
    if (attempt.current.of !== start) attempt.current = { of: start, key: uuidV4() }
    const input = { packageId: one.id, start, idempotencyKey: attempt.current.key }
    const booked = await run('book', () => proposalsClient.bookFromPackage.call(input))
    for (const client of [bookingsClient, checkoutClient])
      await queryClient.invalidateQueries({ queryKey: client.key() })
    if (!booked) return void query.refetch()
    toast.success('Lesson booked', formatLesson(start, one.durationMinutes, one.zone))
    onDone()
  }

  return (
    <SlotPicker
      query={query}
      date={date}
      onDate={(day) => {
        setDate(day)
        setTime(null)
      }}
      chosen={time}
      onChoose={(slot) => setTime(slot.start)}
      none={
        <Alert tone="info" title={`${one.coach.label} has no open times at the moment`}>
          Write in the conversation: your lessons stay yours until the package runs out.
        </Alert>
      }
    >
      {list ? (
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
      ) : null}
    </SlotPicker>
  )
}
