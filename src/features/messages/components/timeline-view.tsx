import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react'
import { addDays, dateIn, formatDay, zoneName } from '#platform/time.ts'
import { useNow } from '#platform/use-now.ts'
import { useViewerZone } from '#platform/use-viewer-zone.ts'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { daysOf } from '../timeline.ts'
import { MessageTurn } from './message-turn.tsx'
import type { ShownMessage } from './shown-message.ts'
import { useInView } from './use-in-view.ts'
import type { KeptPlace } from './use-kept-place.ts'
import type { PageSender } from './use-sender.ts'
import type { Timeline } from './use-timeline.ts'

// The time zone for grouping by day until the user's is known; no times are shown until then.
const ZONE_BEFORE = 'America/New_York'

export type TimelineViewProps = {
  messages: readonly ShownMessage[]
  timeline: Timeline
  place: KeptPlace
  me: string
  /** The other participant's name. */
  other: string
  /** The position up to which the other participant has read. */
  readTo: number
  /** The first position that was new when the conversation was opened; null if there was none. */
  newFrom: number | null
  found: number | null
  sender: () => PageSender
  onReport: (message: ShownMessage) => void
  reported: ReadonlySet<string>
  /** Shown below the last message: a typing indicator, or a proposal in preparation. */
  children?: ReactNode
}

/**
 * The messages of a conversation by day and turn. Starts at the newest, and loads older messages when
 * scrolling near them.
 */
export function TimelineView(props: TimelineViewProps) {
  const {
    messages,
    timeline,
    place,
    me,
    other,
    readTo,
    newFrom,
    found,
    sender,
    onReport,
    reported,
    children,
  } = props
  const zone = useViewerZone()
  const now = useNow(60_000)
  const days = useMemo(() => daysOf(messages, zone ?? ZONE_BEFORE), [messages, zone])
  const lastOwn = messages.findLast((one) => one.senderId === me && one.delivery === 'arrived')
  const { stretch, busy, failed } = timeline
  const older = useInView(() => {
    if (stretch?.hasOlder && failed !== 'older') void timeline.loadOlder()
  }, '900px')
  const newer = useInView(() => {
    if (stretch?.hasNewer && failed !== 'newer') void timeline.loadNewer()
  }, '900px')
  useFound(place, found, stretch)

  return (
    <section
      ref={place.scroller}
      data-scroller
      aria-label={`Messages with ${other}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: needed for scrolling with the keyboard.
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain px-3 [overflow-anchor:none] focus-visible:-outline-offset-2 sm:px-5"
    >
      <div ref={place.content} className="pb-2">
        {stretch?.hasOlder ? (
          <div ref={older} className="flex min-h-14 items-center justify-center">
            <Edge isFailed={failed === 'older'} isBusy={busy === 'older'} onRetry={timeline.loadOlder} />
          </div>
        ) : (
          <p className="pt-8 pb-3 text-center text-sm text-muted">
            This is the beginning of your conversation with <bdi>{other}</bdi>.
          </p>
        )}
        {days.map((day) => (
          <section key={day.date}>
            <DayDivider
              date={day.date}
              today={zone && now ? dateIn(now, zone) : null}
              at={day.turns[0]?.entries[0]?.sentAt ?? ''}
              zone={zone}
            />
            <ol>
              {day.turns.map((turn) => (
                <MarkedTurn key={turn.key} isFirstNew={newFrom !== null && holds(turn.entries, newFrom)}>
                  <MessageTurn
                    turn={turn}
                    isOwn={turn.senderId === me}
                    who={turn.senderId === me ? 'You' : other}
                    zone={zone}
                    stateOf={lastOwn && turn.entries.includes(lastOwn) ? lastOwn.id : null}
                    isStateRead={(lastOwn?.position ?? 0) <= readTo}
                    found={found}
                    sender={sender}
                    onReport={onReport}
                    reported={reported}
                  />
                </MarkedTurn>
              ))}
            </ol>
          </section>
        ))}
        {stretch?.hasNewer ? (
          <div ref={newer} className="flex min-h-14 items-center justify-center">
            <Edge isFailed={failed === 'newer'} isBusy={busy === 'newer'} onRetry={timeline.loadNewer} />
          </div>
        ) : null}
        {children}
      </div>
    </section>
  )
}

const holds = (entries: readonly ShownMessage[], position: number) =>
  entries.some((entry) => entry.position === position)

/** Marks the start of the new messages. */
function MarkedTurn({ isFirstNew, children }: { isFirstNew: boolean; children: ReactNode }) {
  return (
    <>
      {isFirstNew ? (
        <li className="flex items-center gap-3 py-2 text-[0.8125rem] font-semibold text-accent">
          <span>New</span>
          <span aria-hidden className="h-px flex-1 bg-current opacity-50" />
        </li>
      ) : null}
      {children}
    </>
  )
}

function Edge({ isFailed, isBusy, onRetry }: { isFailed: boolean; isBusy: boolean; onRetry: () => unknown }) {
  if (isFailed) return <NotLoaded what="These messages" onRetry={onRetry} />
  return isBusy ? <Spinner label="Loading messages" /> : null
}

/** @param what the beginning of the sentence: `That message` */
export function NotLoaded({ what, onRetry }: { what: string; onRetry: () => unknown }) {
  return (
    <p role="alert" className="flex items-center gap-3 text-sm text-muted">
      {what} could not be loaded.
      <Button size="sm" onClick={() => void onRetry()}>
        Try again
      </Button>
    </p>
  )
}

/** Scrolls the target of a search to the middle of the view, once. */
function useFound({ scroller, keep }: KeptPlace, found: number | null, stretch: unknown) {
  const shownFor = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (found === null) shownFor.current = null
    if (found === null || !stretch || shownFor.current === found) return
    const message = scroller.current?.querySelector(`[data-position="${found}"]`)
    if (!message) return
    shownFor.current = found
    message.scrollIntoView({ block: 'center' })
    keep()
  }, [found, stretch, scroller, keep])
}

/**
 * The heading of a day in the conversation, with the time zone. Empty until the user's time zone is known.
 * @param date `yyyy-MM-dd`
 * @param today the same in the user's time zone; null until it is known
 * @param at an instant of that day, ISO, UTC
 */
function DayDivider({
  date,
  today,
  at,
  zone,
}: {
  date: string
  today: string | null
  at: string
  zone: string | null
}) {
  return (
    <div className="flex items-center gap-4 py-3">
      <span aria-hidden className="h-px flex-1 bg-line" />
      <h3 className="tabular min-h-5 font-sans text-[0.8125rem] font-semibold tracking-normal text-muted">
        {zone && today ? (
          <time dateTime={date}>
            {dayName(date, today, at, zone)} <span className="font-normal">{zoneName(at, zone)}</span>
          </time>
        ) : null}
      </h3>
      <span aria-hidden className="h-px flex-1 bg-line" />
    </div>
  )
}

function dayName(date: string, today: string, at: string, zone: string): string {
  if (date === today) return 'Today'
  if (date === addDays(today, -1)) return 'Yesterday'
  return formatDay(at, zone, { year: date.slice(0, 4) !== today.slice(0, 4) })
}
