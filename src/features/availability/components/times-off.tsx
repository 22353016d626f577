import { useQueryClient } from '@tanstack/react-query'
import { CalendarOff, CalendarPlus, Trash2 } from 'lucide-react'
import { startTransition, useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { toast } from '#ui/toast.tsx'
import { availabilityClient } from '../client.ts'
import type { Act, AvailabilitySettings } from '../own-hours/schema.ts'
import { rangeWords } from '../week.ts'
import {
  BlockDialog,
  type DatedTime,
  datesOfAct,
  OpeningDialog,
  refreshHours,
  spanOfAct,
} from './times-off-dialogs.tsx'

/** Blocked dates and one-off openings, one entry per operation; each can be undone as a whole. */
export function TimesOff({
  settings,
  toOpen,
  onToOpen,
}: {
  settings: AvailabilitySettings
  /** A time to open: initializes the dialog. */
  toOpen: DatedTime | null
  onToOpen: (time: DatedTime | null) => void
}) {
  const [dialog, setDialog] = useState<'block' | 'open' | null>(null)
  // Date fields take long to create: in a transition, the browser can paint the pressed button first.
  const show = (next: 'block' | 'open') => startTransition(() => setDialog(next))
  const close = () => {
    setDialog(null)
    onToOpen(null)
  }
  return (
    <div>
      <div className="flex flex-wrap gap-2.5">
        <Button variant="brand" onClick={() => show('block')}>
          <CalendarOff aria-hidden />
          Block time
        </Button>
        <Button onClick={() => show('open')}>
          <CalendarPlus aria-hidden />
          Open extra hours
        </Button>
      </div>
      {settings.acts.length === 0 ? (
        <EmptyState icon={CalendarOff} title="Nothing out of the ordinary" className="mt-5">
          Block a holiday or an afternoon, or open a single day you don’t usually teach.
        </EmptyState>
      ) : (
        <ul className="mt-5 divide-y rounded-card border bg-surface-raised">
          {settings.acts.map((act) => (
            <ActLine key={act.act} act={act} settings={settings} />
          ))}
        </ul>
      )}
      {dialog === 'block' ? <BlockDialog today={settings.today} onClose={close} /> : null}
      {dialog === 'open' || toOpen ? (
        <OpeningDialog settings={settings} time={toOpen} onClose={close} />
      ) : null}
    </div>
  )
}

/** One operation with its undo button. */
export function ActLine({ act, settings }: { act: Act; settings: AvailabilitySettings }) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const refresh = () => refreshHours(queryClient)
  const place = settings.places.find(({ id }) => id === act.placeId)?.name
  const time = act.startTime && act.endTime ? rangeWords({ from: act.startTime, to: act.endTime }) : 'All day'

  async function restore() {
    const { from, to, startTime, endTime, note } = act
    // With its number: what was blocked or opened later still wins over it.
    const dates = {
      from: [from, settings.today].toSorted()[1] ?? from,
      to,
      note: note ?? undefined,
      act: act.act,
    }
    try {
      if (act.kind === 'block')
        await availabilityClient.block.call({
          ...dates,
          startTime: startTime ?? undefined,
          endTime: endTime ?? undefined,
          keepLessons: true,
        })
      else if (startTime && endTime)
        await availabilityClient.open.call({ ...dates, startTime, endTime, placeId: act.placeId })
      await refresh()
    } catch (error) {
      toast.error('Not brought back', readProblem(error).message ?? 'We could not reach the server.')
    }
  }

  async function remove() {
    setBusy(true)
    try {
      await availabilityClient.takeBack.call({ act: act.act })
      await refresh()
      toast.success(act.kind === 'block' ? 'Unblocked' : 'Extra hours removed', spanOfAct(act), {
        action: { label: 'Undo', onClick: () => void restore() },
      })
    } catch (error) {
      toast.error('Not removed', readProblem(error).message ?? 'We could not reach the server.')
    } finally {
      setBusy(false)
    }
  }

  return (
    <li className="flex items-center gap-3 px-4 py-3.5">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1.5">
        <Badge
          tone={act.kind === 'block' ? 'red' : 'green'}
          icon={act.kind === 'block' ? CalendarOff : CalendarPlus}
        >
          {act.kind === 'block' ? 'Blocked' : 'Extra hours'}
        </Badge>
        <div className="min-w-0">
          <p className="tabular font-medium">{datesOfAct(act)}</p>
          <p className="text-sm text-muted">
            <span className="tabular">{time}</span>
            {place ? ` · ${place}` : ''}
            {act.note ? (
              <>
                {' · '}
                <bdi>{act.note}</bdi>
              </>
            ) : null}
          </p>
        </div>
      </div>
      <Button
        variant="ghost"
        size="icon"
        loading={busy}
        aria-label={`${act.kind === 'block' ? 'Unblock' : 'Remove extra hours on'} ${datesOfAct(act)}`}
        onClick={() => void remove()}
      >
        <Trash2 aria-hidden />
      </Button>
    </li>
  )
}
