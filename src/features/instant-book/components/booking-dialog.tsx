import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Me } from '#features/accounts/schema.ts'
import type { LessonChoice } from '#features/bookings/lesson-choice-params.ts'
import { coachesClient } from '#features/coaches/client.ts'
import { readProblem } from '#platform/api-problem.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { InstantBookingPanel } from './instant-booking-panel.tsx'

/** Books with a coach without leaving the page: time, price, account where there is none, and the wait for the payment. */
export function BookingDialog({
  instructorId,
  choice,
  me,
  onChoice,
  onClose,
}: {
  instructorId: string
  choice: LessonChoice
  me: Me | null
  /** Changes the choice; what is undefined is taken out. */
  onChoice: (change: Partial<LessonChoice>) => Promise<void>
  onClose: () => void
}) {
  const { data: coach, error } = useQuery(coachesClient.profile.queryOptions({ input: { instructorId } }))

  const hasFailed = useRef(false)
  useEffect(() => {
    if (!error || coach || hasFailed.current) return
    hasFailed.current = true
    const isUnknown = ['no_such_coach', 'bad_input'].includes(readProblem(error).code)
    toast.error(
      isUnknown ? 'This instructor is not on the list' : 'The booking could not be opened',
      isUnknown ? 'The link may be out of date. Choose another instructor here.' : 'Please try again',
    )
    onClose()
  }, [error, coach, onClose])

  if (error && !coach) return null
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title="Book a Lesson"
      description={
        coach ? (
          <>
            With{' '}
            <Anchor href={`/instructor/${coach.id}`} className="text-link">
              {coach.name}
            </Anchor>{' '}
            in {coach.location}
          </>
        ) : (
          'Looking up the open times'
        )
      }
      className="[--foot:1.5rem] [--pad:1.25rem] [--stick:-1.5rem] sm:[--pad:1.75rem]"
    >
      {coach ? (
        <InstantBookingPanel
          coach={coach}
          me={me}
          look="dialog"
          choice={choice}
          onChoice={onChoice}
          rendered={null}
        />
      ) : (
        <Skeleton className="h-[32rem] w-full" />
      )}
    </Dialog>
  )
}
