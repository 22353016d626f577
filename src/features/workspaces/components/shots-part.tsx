import { useQuery } from '@tanstack/react-query'
import { ChartNoAxesCombined, Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '#platform/time.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { UnreadableRows } from '#ui/unreadable-rows.tsx'
import { workspacesClient } from '../client.ts'
import { leftOutOfSession } from '../shots/left-out.ts'
import type { ShotTrends } from '../shots/schema.ts'
import { TREND_SESSIONS } from '../shots/shot-units.ts'
import type { UnitSystem } from '../shots/trends.ts'
import { Comments } from './comments.tsx'
import { ShotImport } from './shot-import.tsx'
import { ShotSessionDialog } from './shot-session.tsx'
import { fieldLabels, TrendChart } from './trend-chart.tsx'
import { useAct, useWorkspace } from './workspace-context.ts'
import { shotTrendsQuery } from './workspace-queries.ts'

const SESSIONS_SHOWN = 20

/** Launch-monitor sessions: trends by club, the imported files, and the import. */
export function ShotsPart() {
  const { view, pair } = useWorkspace()
  const query = useQuery(shotTrendsQuery(pair))
  const [isAdding, setAdding] = useState(false)
  const add = view.isOpen ? (
    <Button variant="brand" onClick={() => setAdding(true)}>
      <Upload aria-hidden />
      Add a launch-monitor file
    </Button>
  ) : undefined
  return (
    <section aria-label="Launch-monitor numbers">
      {query.isPending ? <Skeleton className="h-80 rounded-card" /> : null}
      {query.isError ? (
        <Alert
          tone="error"
          title="The numbers could not be loaded."
          action={
            <Button size="sm" onClick={() => void query.refetch()}>
              Try again
            </Button>
          }
        >
          Nothing is lost; only this part is missing.
        </Alert>
      ) : null}
      {query.data?.sessions.length === 0 ? (
        <EmptyState icon={ChartNoAxesCombined} title="See whether it works" action={add}>
          Export a session from TrackMan, FlightScope, Foresight, Garmin, Rapsodo, SkyTrak, Uneekor, or Full
          Swing as CSV and add it here. Trends show club by club, with their spread.
        </EmptyState>
      ) : null}
      {query.data && query.data.sessions.length > 0 ? (
        <>
          {add}
          <Trends trends={query.data} />
          <Sessions sessions={query.data.sessions} />
        </>
      ) : null}
      {isAdding ? <ShotImport onClose={() => setAdding(false)} /> : null}
    </section>
  )
}

function Trends({ trends }: { trends: ShotTrends }) {
  const [chosenClub, setClub] = useState<string>()
  const [chosenField, setField] = useState<string>('carry')
  const [system, setSystem] = useState<UnitSystem>('us')
  const club = trends.clubs.find((one) => one.club === chosenClub) ?? trends.clubs[0]
  const measure = club?.measures.find(({ field }) => field === chosenField) ?? club?.measures[0]
  if (!club || !measure) return null
  return (
    <div className="mt-5 rounded-card border bg-surface-raised p-4 sm:p-5">
      <div className="mb-4 grid gap-3 sm:grid-cols-3">
        <Field label="Club">
          <Select
            value={club.club}
            onChange={(event) => setClub(event.target.value)}
            options={trends.clubs.map((one) => ({ value: one.club, label: `${one.club} (${one.count})` }))}
          />
        </Field>
        <Field label="Measure">
          <Select
            value={measure.field}
            onChange={(event) => setField(event.target.value)}
            options={club.measures.map(({ field }) => ({ value: field, label: fieldLabels[field] }))}
          />
        </Field>
        <Field label="Units">
          <Select
            value={system}
            onChange={(event) => setSystem(event.target.value === 'metric' ? 'metric' : 'us')}
            options={[
              { value: 'us', label: 'mph and yards' },
              { value: 'metric', label: 'km/h and meters' },
            ]}
          />
        </Field>
      </div>
      <TrendChart club={club.club} measure={measure} system={system} />
      {trends.sessions.length > TREND_SESSIONS ? (
        <p className="mt-2 text-sm text-muted">{`Trends are of the newest ${TREND_SESSIONS} sessions.`}</p>
      ) : null}
    </div>
  )
}

function Sessions({ sessions }: { sessions: ShotTrends['sessions'] }) {
  const { view } = useWorkspace()
  const act = useAct()
  const [opened, setOpened] = useState<ShotTrends['sessions'][number] | null>(null)
  const [showsAll, setShowsAll] = useState(false)
  return (
    <>
      {opened ? (
        <ShotSessionDialog sessionId={opened.id} name={opened.name} onClose={() => setOpened(null)} />
      ) : null}
      <h2 className="mt-8 text-lg">Sessions</h2>
      <ul className="mt-3 flex flex-col gap-3">
        {(showsAll ? sessions : sessions.slice(0, SESSIONS_SHOWN)).map((session) => (
          <li key={session.id} className="rounded-card border bg-surface-raised p-4">
            <div className="flex items-start gap-2">
              <div className="min-w-0 flex-1">
                <p>
                  <bdi className="font-semibold wrap-anywhere">{session.name}</bdi>
                </p>
                <p className="tabular text-sm text-muted">
                  {`${formatDate(session.on)} · ${session.count} ${session.count === 1 ? 'shot' : 'shots'} · added by ${session.isMine ? 'you' : session.by}`}
                </p>
              </div>
              <Button size="sm" onClick={() => setOpened(session)}>
                Open
                <span className="sr-only"> {session.name}</span>
              </Button>
              {session.isMine && view.isOpen ? (
                <ConfirmDialog
                  trigger={
                    <Button variant="ghost" size="icon-sm" aria-label={`Remove the session ${session.name}`}>
                      <Trash2 aria-hidden />
                    </Button>
                  }
                  title="Remove this session?"
                  description="Its shots leave the trends. You can add the file again."
                  confirmLabel="Remove"
                  onConfirm={async () => {
                    await act(() => workspacesClient.removeShots.call({ sessionId: session.id }), {
                      done: 'Session removed',
                      failed: 'Not removed',
                    })
                  }}
                />
              ) : null}
            </div>
            {session.bad.length > 0 ? (
              <details className="mt-1">
                <summary className="min-h-11 py-2.5 text-sm font-medium text-muted hover:text-ink">
                  {leftOutOfSession(session.bad.length)}
                </summary>
                <UnreadableRows rows={session.bad} />
              </details>
            ) : null}
            <Comments about="session" aboutId={session.id} name={session.name} />
          </li>
        ))}
      </ul>
      {sessions.length > SESSIONS_SHOWN ? (
        <Button
          size="sm"
          variant="ghost"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
          className="mt-3"
        >
          {showsAll ? 'Show fewer' : `Show all ${sessions.length} sessions`}
        </Button>
      ) : null}
    </>
  )
}
