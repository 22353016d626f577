import type { CoachProfile } from '#features/coaches/schema.ts'
import { MessageCoach } from '#features/messages/components/message-coach.tsx'
import type { RequestedTime } from '#features/messages/requested-time.ts'
import { buttonClass } from '#ui/button.tsx'

/** A coach who lets people book only on request, and a viewer who has not been let in. */
export function InstantRequest({
  coach,
  request,
}: {
  coach: CoachProfile
  /** The time chosen, which goes into the message. */
  request: RequestedTime | undefined
}) {
  return (
    <>
      <MessageCoach
        coach={coach}
        request={request}
        className={buttonClass({ variant: 'primary', size: 'lg' }, 'w-full')}
      >
        Message to request a time
      </MessageCoach>
      <p className="-mt-1 text-center text-sm text-muted">
        {coach.label} books by request. {request ? 'Your message names the time you chose.' : null}
      </p>
    </>
  )
}
