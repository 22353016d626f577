import { CalendarClock, Flag, NotebookPen } from 'lucide-react'
import { DateBlock } from '#features/bookings/components/date-block.tsx'
import { formatDay, formatTimeRange } from '#platform/time.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import type { LessonCardView } from '../schema.ts'
import { comingLessons } from '../workspace.ts'
import { CardEditor } from './card-editor.tsx'
import { Comments } from './comments.tsx'
import { DrillLine } from './drill-line.tsx'
import { ShowOlder } from './show-older.tsx'
import { useWorkspace } from './workspace-context.ts'

/** A card for each lesson, newest first: notes, drills, the next goal and the next steps. */
export function LessonCards() {
  const { view } = useWorkspace()
  if (view.cards.length === 0)
    return (
      <EmptyState
        icon={CalendarClock}
        title="No lessons yet"
        action={<LinkButton href="/lessons">My Lessons</LinkButton>}
      >
        {view.as === 'coach'
          ? 'Each lesson gets a card here, for your notes, drills and the next goal. You can set goals already.'
          : 'Each lesson gets a card here, with the notes and drills of your coach. You can set goals already.'}
      </EmptyState>
    )
  const past = view.cards.filter((card) => card.isPast)
  const { next, later, calledOff } = comingLessons(view.cards)
  return (
    <div className="flex flex-col gap-8">
      {next ? (
        <section aria-label="Next lesson">
          <h2 className="text-lg">Next lesson</h2>
          <div className="mt-3">
            <LessonCard card={next} />
          </div>
          {later.length > 0 ? (
            <details className="mt-2">
              <summary className="min-h-11 py-2.5 text-[0.9375rem] font-medium text-muted hover:text-ink">
                {later.length === 1 ? 'One more lesson booked' : `${later.length} more lessons booked`}
              </summary>
              <ol className="mt-2 flex flex-col gap-4">
                {later.map((card) => (
                  <li key={card.bookingId}>
                    <LessonCard card={card} />
                  </li>
                ))}
              </ol>
            </details>
          ) : null}
        </section>
      ) : null}
      {calledOff.length > 0 ? (
        <section aria-label="Called off">
          <h2 className="text-lg">Called off</h2>
          <ol className="mt-3 flex flex-col gap-4">
            {calledOff.map((card) => (
              <li key={card.bookingId}>
                <LessonCard card={card} />
              </li>
            ))}
          </ol>
        </section>
      ) : null}
      {past.length > 0 ? (
        <section aria-label="Lessons so far">
          <h2 className="text-lg">So far</h2>
          <ol className="mt-3 flex flex-col gap-4">
            {past.map((card, nth) => (
              <li key={card.bookingId}>
                <LessonCard card={card} isNewest={nth === 0} />
              </li>
            ))}
          </ol>
        </section>
      ) : null}
      <ShowOlder what="lessons" />
    </div>
  )
}

function LessonCard({ card, isNewest = false }: { card: LessonCardView; isNewest?: boolean }) {
  const { view, slots } = useWorkspace()
  const day = formatDay(card.start, card.zone, { long: true, year: true })
  const drills = view.drills.filter(({ bookingId }) => bookingId === card.bookingId)
  return (
    <article className="rounded-card border bg-surface-raised p-4 sm:p-5">
      <header className="flex items-start gap-4">
        <DateBlock start={card.start} zone={card.zone} muted={card.isPast} />
        <div className="min-w-0 flex-1">
          <h3 className="font-sans text-base font-semibold tracking-normal">
            {card.title}
            {card.playedBy ? <bdi> for {card.playedBy}</bdi> : null}
          </h3>
          <p className="tabular text-[0.9375rem] text-muted">
            <span className="sr-only">{day}, </span>
            {formatTimeRange(card.start, card.durationMinutes, card.zone)} · {card.place}
          </p>
          {card.isCalledOff ? (
            <p className="text-[0.9375rem] font-medium">Called off because of the weather</p>
          ) : null}
        </div>
      </header>
      <div className="mt-4">
        {card.own && view.isOpen ? (
          <CardEditor key={card.bookingId} card={card} own={card.own} startsOpen={isNewest} />
        ) : (
          <SharedNotes card={card} />
        )}
      </div>
      {slots.lessonMedia?.(card)}
      {drills.length > 0 ? (
        <div className="mt-4">
          <h4 className="text-sm font-semibold">Drills from this lesson</h4>
          <ul className="mt-1 divide-y">
            {drills.map((drill) => (
              <DrillLine key={drill.id} drill={drill} />
            ))}
          </ul>
        </div>
      ) : null}
      {slots.lessonActions ? (
        <div className="mt-4 flex flex-wrap gap-2 empty:hidden">{slots.lessonActions(card)}</div>
      ) : null}
      <Comments about="lesson" aboutId={card.bookingId} name={`${card.title}, ${day}`} />
    </article>
  )
}

function SharedNotes({ card }: { card: LessonCardView }) {
  const { view } = useWorkspace()
  if (!card.sharedAt || (!card.note && !card.nextGoal))
    return card.isCalledOff ? null : (
      <p className="flex items-center gap-2 text-[0.9375rem] text-muted">
        <NotebookPen aria-hidden className="size-4 shrink-0" />
        {card.isPast
          ? `${view.coach.label} has not shared notes on this lesson yet.`
          : `Notes from ${view.coach.label} appear here after the lesson.`}
      </p>
    )
  return (
    <>
      {card.note ? (
        <p dir="auto" className="text-[0.9375rem] wrap-anywhere whitespace-pre-wrap">
          {card.note}
        </p>
      ) : null}
      {card.nextGoal ? (
        <p className="mt-3 flex items-start gap-2 rounded-control bg-brand-soft px-3.5 py-2.5 text-[0.9375rem]">
          <Flag aria-hidden className="mt-1 size-4 shrink-0 text-brand" />
          <span className="min-w-0">
            <span className="font-semibold">Next: </span>
            <bdi className="wrap-anywhere">{card.nextGoal}</bdi>
          </span>
        </p>
      ) : null}
    </>
  )
}
