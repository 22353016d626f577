import { CalendarX2 } from 'lucide-react'
import type { NoOpeningReason } from '#features/availability/no-openings.ts'
import type { SlotList } from '#features/availability/schema.ts'
import type { LessonChoice } from '#features/bookings/lesson-choice-params.ts'
import { AskForTimeButton } from '#features/cancellation-list/components/ask-for-time-button.tsx'
import type { CoachProfile } from '#features/coaches/schema.ts'
import { MessageCoach } from '#features/messages/components/message-coach.tsx'
import { WaitlistButton } from '#features/waitlist/waitlist-button.tsx'
import { formatDay, formatDuration } from '#platform/time.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'

/** Nothing is open in the whole booking window: why, and everything else that could be tried. */
export function InstantNoOpenings({
  coach,
  list,
  durationMinutes,
  mayAsk,
  isSignedIn,
  onChoice,
}: {
  isSignedIn: boolean
  coach: CoachProfile
  list: SlotList
  durationMinutes: number
  /** Whether the coach's cancellation list takes this lesson. */
  mayAsk: boolean
  onChoice: (change: Partial<LessonChoice>) => Promise<void>
}) {
  const otherDurations = coach.durations.filter((minutes) => minutes !== durationMinutes)
  const home = coach.locations[0]
  const { title, text } = noOpeningsWords(coach, list, durationMinutes)
  const mayHelp = list.whyNone !== 'no_hours' && list.whyNone !== 'away'
  return (
    <div role="status" className="rounded-control bg-surface-sunken p-5">
      <CalendarX2 aria-hidden strokeWidth={1.5} className="size-7 text-brand" />
      <p className="mt-3 font-display text-xl font-[560]">{title}</p>
      <p className="mt-1.5 text-[0.9375rem] text-muted">
        {text}
        {coach.locations.length > 1 ? ' Another place may have one.' : null} New times appear here
        automatically.
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        {mayAsk && list.whyNone === 'fully_booked' ? (
          <AskForTimeButton
            coach={coach}
            durationMinutes={durationMinutes}
            first={list.bookable.first}
            isSignedIn={isSignedIn}
          />
        ) : null}
        {mayHelp
          ? otherDurations.map((duration) => (
              <Button key={duration} size="sm" onClick={() => void onChoice({ duration, time: undefined })}>
                Try {formatDuration(duration)}
              </Button>
            ))
          : null}
        <MessageCoach coach={coach} className={buttonClass({ size: 'sm' })}>
          Message {coach.label}
        </MessageCoach>
        <LinkButton href="#similar" size="sm" variant="ghost">
          Coaches nearby
        </LinkButton>
      </div>
      {home ? (
        <div className="mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t pt-4">
          <p className="min-w-0 flex-1 basis-48 text-[0.9375rem] text-muted">
            Or get an email when a coach near {home.city} opens a calendar.
          </p>
          <WaitlistButton city={home.city} state={home.state} />
        </div>
      ) : null}
    </div>
  )
}

/** What each reason means, said of this coach. */
function noOpeningsWords(
  coach: CoachProfile,
  { bookable, whyNone }: SlotList,
  durationMinutes: number,
): { title: string; text: string } {
  const until = formatDay(`${bookable.last}T12:00:00Z`, 'UTC')
  const length = formatDuration(durationMinutes)
  const words: Record<NoOpeningReason, { title: string; text: string }> = {
    fully_booked: {
      title: `Fully booked until ${until}`,
      text: `Every time of ${length} that ${coach.label} teaches is taken.`,
    },
    no_hours: {
      title: 'No hours to book yet',
      text: `${coach.label} has not opened any hours for booking.`,
    },
    too_long: {
      title: `No room for ${length}`,
      text: `${coach.label} teaches in shorter stretches than that.`,
    },
    notice: {
      title: 'Too soon for every open time',
      text: `${coach.label} asks for ${formatDuration(coach.noticeHours * 60)} of notice, and opens the calendar only until ${until}.`,
    },
    window: {
      title: `Nothing to book until ${until}`,
      text: `${coach.label} only takes bookings a short time ahead, and has no teaching days until then.`,
    },
    away: {
      title: `Away until ${until} or later`,
      text: `${coach.label} does not teach on any day that can be booked now.`,
    },
  }
  return words[whyNone ?? 'fully_booked']
}
