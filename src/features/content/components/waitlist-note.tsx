import { WaitlistButton } from '#features/waitlist/waitlist-button.tsx'

/** Links to the waitlist: for visitors who find no suitable coach, or for a city without coaches. */
export function WaitlistNote({ city, state, isEmpty }: { city: string; state: string; isEmpty: boolean }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-4 rounded-card border bg-surface-raised p-5 sm:p-7">
      <div>
        <p className="font-display text-xl font-[560]">
          {isEmpty ? `Get notified about coaches in ${city}` : 'Not the right coach yet?'}
        </p>
        <p className="mt-1 text-[0.9375rem] text-muted">
          {isEmpty
            ? 'Leave your name and email. We will email you once, when a coach starts there.'
            : `Leave your email to hear when new coaches start near ${city}.`}
        </p>
      </div>
      <WaitlistButton city={city} state={state} />
    </div>
  )
}
