import { useQueryClient } from '@tanstack/react-query'
import { Flag, X } from 'lucide-react'
import { readProblem } from '#platform/api-problem.ts'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { toast } from '#ui/toast.tsx'
import { clipsClient } from '../client.ts'
import { type Position, positionLabels, positions } from '../clip.ts'
import { formatClipTime, outOfOrder, tempoOf } from '../frames.ts'
import type { Clip } from '../schema.ts'
import { clipQuery } from './clip-queries.ts'

/** The time of each marked position. */
export const marksOf = (clip: Pick<Clip, 'positions'>): Partial<Record<Position, number>> =>
  Object.fromEntries(clip.positions.map(({ position, atUs }) => [position, atUs]))

/** The eight swing positions: marked at the current frame, navigated to, and used to compute the tempo. */
export function PositionPanel(props: { clip: Clip; us: number; onJump: (us: number) => void }) {
  const { clip, us, onJump } = props
  const queryClient = useQueryClient()
  const marks = marksOf(clip)
  const tempo = tempoOf(marks)
  const wrong = outOfOrder(marks)

  async function mark(position: Position, atUs: number | null) {
    const { queryKey } = clipQuery(clip.id)
    try {
      await clipsClient.markPosition.call({ clipId: clip.id, position, atUs })
    } catch (error) {
      toast.error('The position was not saved', readProblem(error).message ?? 'Please try again.')
    }
    await queryClient.invalidateQueries({ queryKey })
  }

  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">
        Go to the frame, then press Mark. P1 to P10 are the numbers coaches use.
      </p>
      <ul aria-label="Key positions" className="flex flex-col divide-y divide-line">
        {positions.map((position) => {
          const at = marks[position]
          const { name, number } = positionLabels[position]
          return (
            <li key={position} className="flex items-center gap-3 py-1.5">
              <span className="tabular w-8 shrink-0 text-sm font-semibold text-muted">{number}</span>
              <span className="min-w-0 flex-1">
                {at === undefined ? (
                  <span className="text-muted">{name}</span>
                ) : (
                  <button
                    type="button"
                    aria-label={`Go to ${name}, ${formatClipTime(at)}`}
                    onClick={() => onJump(at)}
                    className={cn(
                      'flex w-full items-baseline justify-between gap-2 text-left hover:underline',
                    )}
                  >
                    <span className="font-medium">{name}</span>
                    <span className="tabular text-sm text-muted">{formatClipTime(at)}</span>
                  </button>
                )}
              </span>
              <Button
                size="sm"
                aria-label={at === undefined ? `Mark ${name} here` : `Move ${name} here`}
                onClick={() => void mark(position, us)}
              >
                <Flag aria-hidden />
                {at === undefined ? 'Mark' : 'Move'}
              </Button>
              {at === undefined ? null : (
                <Button
                  size="icon-sm"
                  variant="ghost"
                  aria-label={`Clear ${name}`}
                  onClick={() => void mark(position, null)}
                >
                  <X aria-hidden />
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {wrong ? <p className="text-sm font-medium text-danger">{wrong}</p> : null}
      <div className="rounded-control bg-surface-sunken px-4 py-3">
        <p className="text-sm font-semibold text-muted">Tempo</p>
        {tempo ? (
          <>
            <p className="tabular font-display text-2xl">{tempo.ratio.toFixed(1)} : 1</p>
            <p className="tabular text-sm text-muted">
              Backswing {(tempo.backswingUs / 1e6).toFixed(2)} s, downswing{' '}
              {(tempo.downswingUs / 1e6).toFixed(2)} s. Tour players are close to 3 : 1.
            </p>
          </>
        ) : (
          <p className="text-sm text-muted">
            Mark takeaway, top and impact, in that order, to see the tempo.
          </p>
        )}
      </div>
    </div>
  )
}

/** Buttons that seek to the marked positions. */
export function MarkStrip({
  marks,
  onJump,
}: {
  marks: Partial<Record<Position, number>>
  onJump: (us: number) => void
}) {
  const found = Object.entries(marks)
  if (found.length === 0) return null
  return (
    <nav aria-label="Jump to a position" className="flex flex-wrap gap-1.5">
      {found.map(([position, at]) => (
        <Button key={position} size="sm" variant="ghost" className="border-line" onClick={() => onJump(at)}>
          {positionLabels[position as Position].name}
        </Button>
      ))}
    </nav>
  )
}
