import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Me } from '#features/accounts/schema.ts'
import type { DatedSlot } from '#features/availability/slot-choice/slot-choice.ts'
import { coachesClient } from '#features/coaches/client.ts'
import { readProblem } from '#platform/api-problem.ts'
import { Dialog } from '#ui/dialog.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { settleChoice } from '../choice/choice.ts'
import type { LessonChoice } from '../choice/schema.ts'
import { InstantPicker } from './instant-picker.tsx'

/**
 * Choosing a lesson's time without leaving the list. Going on leads to the coach's own page with the choice in its address,
 * where it can be paid for, reloaded and shared.
 */
export function BookingFromListDialog({
  instructorId,
  me,
  onClose,
}: {
  instructorId: string
  me: Me | null
  onClose: () => void
}) {
  const navigate = useNavigate()
  const [choice, setChoice] = useState<LessonChoice>({})
  const { data: coach, error } = useQuery(coachesClient.profile.queryOptions({ input: { instructorId } }))

  useEffect(() => {
    if (!error || coach) return
    const isUnknown = ['no_such_coach', 'bad_input'].includes(readProblem(error).code)
    toast.error(
      isUnknown ? 'This instructor is not on the list' : 'The booking could not be opened',
      isUnknown ? 'The link may be old. Choose any other instructor here.' : 'Please try again',
    )
    onClose()
  }, [error, coach, onClose])

  async function goOn(slot: DatedSlot | null) {
    if (!coach) return
    if (!slot) return toast.error('Please select date and time')
    const { locationId, durationMinutes } = settleChoice(coach, choice)
    await navigate({
      to: '/instructor/$instructorId',
      params: { instructorId },
      search: { place: locationId, duration: durationMinutes, date: slot.date, time: slot.start },
      hash: 'instant-book-section',
    })
  }

  if (error && !coach) return null
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title="Book a Lesson"
      description={coach ? `With ${coach.name} in ${coach.location}` : 'Looking up the open times'}
    >
      {coach ? (
        <InstantPicker
          coach={coach}
          me={me}
          heading="Select Your Lesson Time"
          choice={choice}
          onChoice={async (change) => setChoice((known) => ({ ...known, ...change }))}
          rendered={null}
          onContinue={(slot) => void goOn(slot)}
        />
      ) : (
        <Skeleton className="h-[32rem] w-full" />
      )}
      {coach ? (
        <LinkButton href={`/instructor/${coach.id}`} variant="ghost" size="sm" className="mt-4 -ml-3.5">
          More about {coach.label}
        </LinkButton>
      ) : null}
    </Dialog>
  )
}
