import type { CoachProfile } from '#features/coaches/schema.ts'
import { MessageCoach } from '#features/messages/components/message-coach.tsx'
import { buttonClass } from '#ui/button.tsx'

/** A coach who lets people book only on request, and a viewer who has not been let in (U17). */
export function InstantRequest({ coach }: { coach: CoachProfile }) {
  return (
    <>
      <MessageCoach coach={coach} className={buttonClass({ variant: 'primary', size: 'lg' }, 'w-full')}>
        Message to request a time
      </MessageCoach>
      <p className="-mt-1 text-center text-sm text-muted">
        {coach.label} opens the calendar to one student at a time.
      </p>
    </>
  )
}
