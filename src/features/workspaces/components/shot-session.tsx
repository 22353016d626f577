import { useQuery } from '@tanstack/react-query'
import { scaleLinear } from 'd3-scale'
import { useState } from 'react'
import { formatDate } from '#platform/time.ts'
import { countOf } from '#platform/words.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { PointLabel, ValueAxis } from '#ui/chart.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { ShotSession } from '../shots/schema.ts'
import { type NumberField, numberFields } from '../shots/shot-units.ts'
import { byLength, inShownUnit, shownNumber } from '../shots/trends.ts'
import { ShotTable } from './shot-table.tsx'
import { useWorkspace } from './workspace-context.ts'
import { shotSessionQuery } from './workspace-queries.ts'

type Shot = ShotSession['shots'][number]
type LandedShot = Shot & { carry: number; side: number }

const SIZE = 360
const EDGE = 40
const first: readonly NumberField[] = [
  'carry',
  'total',
  'side',
  'ballSpeed',
  'clubSpeed',
  'launchAngle',
  'spin',
]
const columns = [...first, ...numberFields.filter((field) => !first.includes(field))]

/** One launch-monitor session: the landing points of a club's shots, and a table of all shots. */
export function ShotSessionDialog({
  sessionId,
  name,
  onClose,
}: {
  sessionId: string
  name: string
  onClose: () => void
}) {
  const { pair } = useWorkspace()
  const { data, isPending, refetch } = useQuery(shotSessionQuery(pair, sessionId))
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      size="lg"
      title={name}
      description={
        data
          ? `${formatDate(data.on)} · ${data.shots.length} ${data.shots.length === 1 ? 'shot' : 'shots'}`
          : 'Launch-monitor session'
      }
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {isPending ? <Skeleton className="h-96 rounded-card" /> : null}
      {data ? <Shots shots={data.shots} /> : null}
      {!isPending && !data ? (
        <Alert
          tone="error"
          title="The session could not be loaded"
          action={
            <Button size="sm" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          Check your connection.
        </Alert>
      ) : null}
    </Dialog>
  )
}

function Shots({ shots }: { shots: readonly Shot[] }) {
  const clubs = [...Map.groupBy(shots, ({ club }) => club)].toSorted(([a], [b]) => byLength(a, b))
  const [chosen, setChosen] = useState<string>()
  const [club, ofClub] = clubs.find(([one]) => one === chosen) ?? clubs[0] ?? ['', []]
  const landed = ofClub.filter(
    (shot): shot is LandedShot => shot.carry !== undefined && shot.side !== undefined,
  )
  const shown = columns.filter((field) => ofClub.some((shot) => shot[field] !== undefined))
  return (
    <div className="flex flex-col gap-5">
      <Field label="Club" className="max-w-60">
        <Select
          value={club}
          onChange={(event) => setChosen(event.target.value)}
          options={clubs.map(([one, list]) => ({ value: one, label: `${one} (${list.length})` }))}
        />
      </Field>
      {landed.length > 0 ? (
        <Dispersion club={club} shots={landed} />
      ) : (
        <p className="text-sm text-muted">
          The file has no carry and side for this club, so there is no dispersion.
        </p>
      )}
      <ShotTable
        label={`Shots with ${club}`}
        first="Shot"
        fields={shown}
        rows={ofClub.map((shot, at) => ({ key: at, name: at + 1, shot }))}
      />
    </div>
  )
}

/**
 * The shots from above, in yards and to scale: carry upwards, deviation from the target line to the left and
 * right.
 */
function Dispersion({ club, shots }: { club: string; shots: readonly LandedShot[] }) {
  const points = shots.map(({ carry, side }) => ({
    carry: inShownUnit(carry, 'carry', 'us'),
    side: inShownUnit(side, 'side', 'us'),
  }))
  const carries = points.map(({ carry }) => carry)
  const widest = Math.max(10, ...points.map(({ side }) => Math.abs(side)))
  const span = Math.max(2 * widest, Math.max(...carries) - Math.min(...carries)) * 1.1
  const middle = (Math.max(...carries) + Math.min(...carries)) / 2
  const x = scaleLinear([-span / 2, span / 2], [EDGE, SIZE - 8])
  const y = scaleLinear([middle - span / 2, middle + span / 2], [SIZE - EDGE, 8])
  const left = points.filter(({ side }) => side < 0).length
  const average = carries.reduce((sum, carry) => sum + carry, 0) / carries.length
  return (
    <figure>
      <svg
        viewBox={`0 0 ${SIZE} ${SIZE}`}
        role="img"
        aria-label={`Dispersion with ${club}: ${countOf(points.length, 'shot')}, ${left} left of the target line`}
        className="w-full max-w-sm rounded-card bg-surface-sunken"
      >
        <ValueAxis
          values={y.ticks(4)}
          y={y}
          from={EDGE}
          to={SIZE - 8}
          format={shownNumber}
          className="text-[13px]"
        />
        <line
          x1={x(0)}
          x2={x(0)}
          y1={8}
          y2={SIZE - EDGE}
          strokeDasharray="4 4"
          className="stroke-line-strong"
        />
        {x.ticks(4).map((tick) => (
          <PointLabel key={tick} x={x(tick)} y={SIZE - 16} className="text-[13px]">
            {tick === 0 ? '0' : `${shownNumber(Math.abs(tick))} ${tick < 0 ? 'L' : 'R'}`}
          </PointLabel>
        ))}
        {points.map(({ carry, side }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: shots have no name but their place in the file.
          <circle key={at} cx={x(side)} cy={y(carry)} r={5} className="fill-brand opacity-75" />
        ))}
      </svg>
      <figcaption className="mt-1 text-sm text-muted">
        {`Average carry ${shownNumber(average)} yd. ${points.length === 1 ? `The shot ${left === 1 ? 'landed' : 'did not land'} left` : `${left} of ${points.length} shots landed left`} of the target line. In yards.`}
      </figcaption>
    </figure>
  )
}
