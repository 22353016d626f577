import { Repeat2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useAttempt } from '#platform/use-attempt.ts'
import { leftAfterSaving } from '#platform/versioned-draft.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FormError } from '#ui/form-error.tsx'
import { toast } from '#ui/toast.tsx'
import { availabilityClient } from '../client.ts'
import type { AvailabilitySettings } from '../own-hours/schema.ts'
import { faultsOfWeek, hoursAWeek, isSameWeek, type Week, type WeekRange, withCopiedDay } from '../week.ts'
import { weekdays } from '../weekdays.ts'
import { PlaceOverlaps } from './place-overlaps.tsx'
import { PlacesWithoutHours } from './places-without-hours.tsx'
import { SaveBar } from './save-bar.tsx'
import { WeekCalendars } from './week-calendars.tsx'
import { WeekDay } from './week-day.tsx'

/**
 * Edits the weekly hours of all calendars. Nothing is saved before the coach confirms, and the preview shows
 * the effect.
 */
export function WeekEditor({
  settings,
  effect,
  onPlace,
  onDraft,
  onSaved,
}: {
  settings: AvailabilitySettings
  /** A summary of how many open times there are now, and would be after saving. */
  effect: string | null
  /** Called with the place whose hours are edited; null for hours that count at several places. */
  onPlace: (placeId: string | null) => void
  /** Undefined while it equals the saved week, or is invalid. */
  onDraft: (week: Week | undefined) => void
  onSaved: (settings: AvailabilitySettings) => void
}) {
  const [draft, setDraft] = useState<{ week: Week; basedOn: string } | null>(null)
  const latest = useRef(draft)
  latest.current = draft
  const [calendarId, setCalendarId] = useState<string | null>(null)
  const [showsFaults, setShowsFaults] = useState(false)
  const saving = useAttempt()
  const [isStale, setStale] = useState(false)
  const week = draft?.week ?? settings.week
  const faults = faultsOfWeek(week.hours)
  const isValid = faults.size === 0
  const waits = draft !== null && draft.basedOn !== settings.weekTag

  useEffect(() => onDraft(draft && isValid ? draft.week : undefined), [draft, isValid, onDraft])
  useEffect(() => () => onDraft(undefined), [onDraft])

  const change = (part: Partial<Week>) =>
    setDraft({ week: { ...week, ...part }, basedOn: draft?.basedOn ?? settings.weekTag })
  const reset = (left: typeof draft) => {
    setDraft(left)
    setShowsFaults(false)
    setStale(false)
  }
  const drop = () => reset(null)
  // The draft is saved, but the response was lost or has not arrived yet.
  if (waits && isSameWeek(draft.week, settings.week)) drop()
  function save(basedOn: string) {
    setShowsFaults(true)
    if (!draft || !isValid) {
      // The fault may be in a calendar that is not shown.
      const wrong = week.hours.filter((_, at) => faults.has(at))
      const first = wrong.find((range) => range.calendarId === shown) ?? wrong[0]
      if (first) setCalendarId(first.calendarId)
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-week] [aria-invalid]')?.focus())
      return
    }
    void saving.attempt(
      async () => {
        const saved = await availabilityClient.saveWeek.call({ basedOn, week: draft.week })
        reset(leftAfterSaving(latest.current, draft, saved.weekTag))
        onSaved(saved)
        toast.success('Hours saved', 'Students see them now.')
      },
      (problem) => {
        setStale(problem.code === 'changed_elsewhere')
        return problem.code === 'changed_elsewhere'
      },
    )
  }

  const isThere = calendarId === null || week.calendars.some(({ id }) => id === calendarId)
  const shown = isThere ? calendarId : null
  const placeId = week.calendars.find(({ id }) => id === shown)?.placeId ?? null
  useEffect(() => onPlace(placeId), [placeId, onPlace])
  const setDay = (day: number, ranges: readonly WeekRange[]) =>
    change({
      hours: [...week.hours.filter((one) => one.calendarId !== shown || one.day !== day), ...ranges],
    })
  return (
    <div data-week>
      <PlacesWithoutHours settings={settings} week={week} onChange={change} onShow={setCalendarId} />
      <WeekCalendars settings={settings} week={week} shown={shown} onShow={setCalendarId} onChange={change} />
      {week.hours.length === 0 ? (
        <EmptyState
          title="No weekly hours yet"
          action={
            <Button
              variant="brand"
              onClick={() =>
                change({
                  hours: [1, 2, 3, 4, 5].map((day) => ({
                    calendarId: shown,
                    day,
                    from: '09:00',
                    to: '17:00',
                    weekParity: null,
                  })),
                })
              }
            >
              Start with Monday to Friday, 9 to 5
            </Button>
          }
          className="mb-4 py-8"
        >
          Students cannot book you until you add weekly hours or extra hours.
        </EmptyState>
      ) : null}
      <p className="mb-2 flex items-center gap-1.5 text-sm text-muted">
        <Repeat2 aria-hidden className="size-4 shrink-0" />
        Repeats a time only every other week
      </p>
      <div className="@container divide-y rounded-card border bg-surface-raised">
        {weekdays.map(({ day, name }) => (
          <WeekDay
            key={day}
            day={day}
            name={name}
            today={settings.today}
            calendarId={shown}
            ranges={week.hours.flatMap((range, at) =>
              range.day === day && range.calendarId === shown
                ? [{ ...range, fault: showsFaults || isOverlap(faults.get(at)) ? faults.get(at) : undefined }]
                : [],
            )}
            onChange={(ranges) => setDay(day, ranges)}
            onCopy={(to) => change({ hours: withCopiedDay(week.hours, { calendarId: shown, day, to }) })}
          />
        ))}
      </div>
      <p className="mt-3 text-sm text-muted">
        {hoursAWeek(week.hours)} hours a week. Times are on the clock of the place where you teach.
      </p>
      <PlaceOverlaps settings={settings} week={week} onRepair={(hours) => change({ hours })} />
      {saving.failure && draft ? (
        <div className="mt-5">
          <FormError title="Hours not saved">{saving.failure}</FormError>
        </div>
      ) : null}
      <SaveBar
        isChanged={draft !== null}
        effect={effect}
        busy={saving.busy}
        label="Save hours"
        fault={draft && !isValid && showsFaults ? 'Some times need another look.' : null}
        elsewhere={
          draft && (isStale || waits)
            ? {
                title: 'These hours were changed in another window',
                kept: 'Nothing was overwritten. What you changed is still here.',
                onLatest: drop,
                onKeep: () => save(settings.weekTag),
                keepLabel: 'Save mine instead',
              }
            : null
        }
        onSave={() => draft && save(draft.basedOn)}
        onDiscard={drop}
      />
    </div>
  )
}

/** Overlaps are shown immediately; incomplete ranges only when saving. */
const isOverlap = (fault: string | undefined) =>
  fault?.startsWith('Overlaps') || fault?.startsWith('Must end')
