import { ChevronLeft, ChevronRight, Plus, Printer } from 'lucide-react'
import { formatDate } from '#platform/time.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { type ScheduleView, scheduleHref, stepOfView } from '../schedule.ts'
import type { WeekSchedule } from '../schema.ts'

const views: { view: ScheduleView; name: string }[] = [
  { view: 'week', name: 'Week' },
  { view: 'day', name: 'Day' },
  { view: 'month', name: 'Month' },
  { view: 'agenda', name: 'Agenda' },
]

/** Which dates are shown, how, and what can be added. The address holds all of it. */
export function Toolbar({
  schedule,
  place,
  add,
}: {
  schedule: Pick<WeekSchedule, 'view' | 'date' | 'from' | 'to' | 'today'>
  place: string | undefined
  add: readonly { label: string; icon: typeof Plus; onSelect: () => void }[]
}) {
  const { view, date, today } = schedule
  const hrefOf = (to: { view?: ScheduleView; date?: string }) =>
    scheduleHref({ view: to.view ?? view, date: to.date, place })
  const word = view === 'agenda' ? 'four weeks' : view
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-3">
      <div data-no-print className="flex items-center gap-1">
        <Anchor href={hrefOf({})} className={buttonClass({ size: 'sm' })} aria-disabled={date === today}>
          Today
        </Anchor>
        <Anchor
          href={hrefOf({ date: stepOfView(view, date, -1) })}
          aria-label={`The ${word} before`}
          className={buttonClass({ size: 'icon-sm', variant: 'ghost' })}
        >
          <ChevronLeft aria-hidden />
        </Anchor>
        <Anchor
          href={hrefOf({ date: stepOfView(view, date, 1) })}
          aria-label={`The next ${word}`}
          className={buttonClass({ size: 'icon-sm', variant: 'ghost' })}
        >
          <ChevronRight aria-hidden />
        </Anchor>
      </div>
      <p
        aria-live="polite"
        className="tabular min-w-0 flex-1 font-display text-xl font-[560] max-lg:order-first max-lg:basis-full"
      >
        <DatesWords {...schedule} />
      </p>
      <nav
        aria-label="View"
        className="flex rounded-control border border-line-strong p-0.5 max-lg:order-last max-lg:w-full print:hidden"
      >
        {views.map((one) => (
          <Anchor
            key={one.view}
            href={scheduleHref({ view: one.view, date: date === today ? undefined : date, place })}
            aria-current={one.view === view ? 'page' : undefined}
            className={cn(
              'grid min-h-8 flex-1 place-items-center rounded-[7px] px-3 text-sm font-semibold hover:bg-surface-hover aria-[current=page]:bg-brand aria-[current=page]:text-on-brand',
              // A phone shows a week a day at a time: one of the two is enough there.
              one.view === (view === 'day' ? 'week' : 'day') && 'max-md:hidden',
            )}
          >
            {one.view === 'week' ? (
              <>
                <span className="md:hidden">Day</span>
                <span className="max-md:hidden">Week</span>
              </>
            ) : (
              one.name
            )}
          </Anchor>
        ))}
      </nav>
      <div data-no-print className="ml-auto flex items-center gap-2">
        <Button
          size="icon-sm"
          variant="ghost"
          aria-label="Print"
          className="max-md:hidden"
          onClick={() => window.print()}
        >
          <Printer aria-hidden />
        </Button>
        <Menu
          trigger={
            <Button size="sm" variant="brand">
              <Plus aria-hidden />
              Add
            </Button>
          }
        >
          {add.map(({ label, icon: Icon, onSelect }) => (
            <MenuItem key={label} onSelect={onSelect}>
              <Icon aria-hidden /> {label}
            </MenuItem>
          ))}
          <MenuItem asChild>
            <LinkButton href="/availability" variant="ghost" className="justify-start font-normal">
              Weekly hours
            </LinkButton>
          </MenuItem>
        </Menu>
      </div>
    </div>
  )
}

/** `November 22 – 28, 2026`; a day, a month or a week, which on a phone is a day. */
function DatesWords({ view, date, from, to }: Pick<WeekSchedule, 'view' | 'date' | 'from' | 'to'>) {
  if (view === 'day') return formatDate(date)
  if (view === 'month') {
    const [month, year] = [formatDate(date).split(' ')[0], date.slice(0, 4)]
    return `${month} ${year}`
  }
  const range = rangeOfDates(from, to)
  if (view === 'agenda') return range
  return (
    <>
      <span className="max-md:hidden">{range}</span>
      <span className="md:hidden">{formatDate(date)}</span>
    </>
  )
}

function rangeOfDates(from: string, to: string): string {
  const [first, last] = [formatDate(from), formatDate(to)]
  if (from.slice(0, 7) === to.slice(0, 7))
    return `${first.split(',')[0]} – ${Number(to.slice(8))}, ${to.slice(0, 4)}`
  return from.slice(0, 4) === to.slice(0, 4) ? `${first.split(',')[0]} – ${last}` : `${first} – ${last}`
}
