import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { Alert } from '#ui/alert.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { clipsClient } from '../client.ts'
import { type Position, positionLabels, positions } from '../clip.ts'
import { formatClipTime, frameAt, midFrame, pairOffset, secondAt } from '../frames.ts'
import type { Clip } from '../schema.ts'
import { clipListQuery, clipQuery, modelSwingsQuery } from './clip-queries.ts'
import { ClipStage } from './clip-stage.tsx'
import { marksOf } from './position-panel.tsx'
import type { Look } from './transport.tsx'
import type { Playback } from './use-playback.ts'

/**
 * The second clip of a comparison, and the swing position at which both are aligned; null aligns their
 * beginnings.
 */
export interface ComparedClip {
  clipId: string
  at: Position | null
}

/** Chooses another clip of the same coach and student, or one of the coach's model swings, for comparison. */
export function ComparePanel(props: {
  clip: Clip
  me: string
  beside: ComparedClip | null
  onBeside: (beside: ComparedClip | null) => void
}) {
  const { clip, me, beside, onBeside } = props
  const isCoach = me === clip.coach.id
  const pair = { instructorId: clip.coach.id, studentId: clip.student.id, golferId: clip.golfer?.id ?? null }
  const list = useQuery(clipListQuery(pair))
  const others = (list.data?.clips ?? []).filter(({ id, kind }) => kind === 'video' && id !== clip.id)
  const library = useQuery({ ...modelSwingsQuery, enabled: isCoach })
  const models = (library.data ?? []).filter(({ id }) => id !== clip.id)
  const ofPair = others.filter(({ id }) => !models.some((model) => model.id === id))
  const marked = new Set(clip.positions.map(({ position }) => position))
  const commonWith = (id: string) => {
    const theirs = [...models, ...others].find((one) => one.id === id)?.positions ?? []
    return positions.filter((position) => marked.has(position) && theirs.includes(position))
  }
  const choose = (id: string) => {
    const common = commonWith(id)
    onBeside(id ? { clipId: id, at: common.includes('impact') ? 'impact' : (common[0] ?? null) } : null)
  }
  if (list.isPending) return <Skeleton className="h-24 w-full" />
  const keep = clip.mayBeModel ? <KeepAsModel clip={clip} /> : null
  if (ofPair.length + models.length === 0)
    return (
      <div className="flex flex-col gap-4">
        <EmptyState title="No second video yet">
          {isCoach
            ? 'Add another swing, or save one of your videos as a model swing, and play both side by side.'
            : 'Add another swing and play both side by side.'}
        </EmptyState>
        {keep}
      </div>
    )
  const common = beside ? commonWith(beside.clipId) : []
  return (
    <div className="flex flex-col gap-4">
      <Field label="Compare with">
        <Select
          value={beside?.clipId ?? ''}
          placeholder="Nothing"
          onChange={({ target }) => choose(target.value)}
          options={[
            ...models.map(({ id, title }) => ({ value: id, label: `Model swing: ${title}` })),
            ...ofPair.map(({ id, title }) => ({ value: id, label: title })),
          ]}
        />
      </Field>
      {beside ? (
        <Field
          label="Both meet at"
          hint={
            common.length === 0
              ? 'Mark the same position on both clips to set them in step there.'
              : undefined
          }
        >
          <Select
            value={common.find((position) => position === beside.at) ?? ''}
            placeholder="Their beginnings"
            onChange={({ target }) =>
              onBeside({ ...beside, at: positions.find((position) => position === target.value) ?? null })
            }
            options={common.map((position) => ({ value: position, label: positionLabels[position].name }))}
          />
        </Field>
      ) : null}
      <p className="text-sm text-muted">Play, speed, steps and the wheel move both.</p>
      {keep}
    </div>
  )
}

/** Adds this video to the coach's model swings, which can be compared with every student's swings. */
function KeepAsModel({ clip }: { clip: Clip }) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  async function change(isModel: boolean) {
    setBusy(true)
    try {
      await clipsClient.setModelSwing.call({ clipId: clip.id, isModel })
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: clipQuery(clip.id).queryKey }),
        queryClient.invalidateQueries({ queryKey: modelSwingsQuery.queryKey }),
      ])
    } catch (error) {
      toast.error('Not changed', readProblem(error).message ?? 'Please try again.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Checkbox
      label="One of my model swings"
      description="You can compare it with swings of all your students. It is not shared with anyone else."
      checked={clip.isModel}
      // A disabled control would lose the focus.
      aria-disabled={busy || undefined}
      onChange={({ target }) => busy || void change(target.checked)}
    />
  )
}

/** The second clip, synchronized with the first at the chosen position. */
export function SecondClip(props: { beside: ComparedClip; first: Clip; playback: Playback; look: Look }) {
  const { beside, first, playback, look } = props
  const query = useQuery(clipQuery(beside.clipId))
  if (query.isPending) return <Skeleton className="aspect-9/16 w-full rounded-card" />
  if (!query.data)
    return (
      <Alert tone="error" title="The second clip could not be loaded">
        It may have been deleted. Choose another.
      </Alert>
    )
  const offsetUs = pairOffset(marksOf(first), marksOf(query.data), beside.at)
  return (
    <Follower key={beside.clipId} clip={query.data} playback={playback} look={look} offsetUs={offsetUs} />
  )
}

/**
 * Drift in seconds of video at which the second clip seeks; smaller drift is corrected by the playback rate.
 */
const JUMPS_AT = 0.06

function Follower(props: { clip: Clip; playback: Playback; look: Look; offsetUs: number }) {
  const { clip, playback, look, offsetUs } = props
  const ref = useRef<HTMLVideoElement>(null)
  const [isReady, setReady] = useState(false)
  const durationUs = clip.durationUs ?? 0
  const { frameTimes } = clip
  const { isPlaying, us, rate } = playback
  const leader = playback.ref
  const frame = frameAt(frameTimes, secondAt(us, offsetUs, durationUs))

  useEffect(() => {
    const element = ref.current
    if (!element) return
    const ready = () => setReady(true)
    element.addEventListener('loadeddata', ready)
    if (element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) ready()
    return () => element.removeEventListener('loadeddata', ready)
  }, [])

  // While the first clip is paused, the second one shows the corresponding frame.
  useEffect(() => {
    const element = ref.current
    if (!element || isPlaying || !isReady) return
    element.pause()
    element.currentTime = midFrame(frameTimes, frame, durationUs) / 1e6
  }, [frame, isPlaying, isReady, frameTimes, durationUs])

  useEffect(() => {
    const element = ref.current
    const first = leader.current
    if (!element || !first || !isPlaying || !isReady) return
    let handle = 0
    const follow = () => {
      const wanted = first.currentTime + offsetUs / 1e6
      const isWithin = wanted >= 0 && wanted < durationUs / 1e6
      const off = element.currentTime - wanted
      if (!isWithin) {
        if (!element.paused) element.pause()
        element.currentTime = secondAt(first.currentTime * 1e6, offsetUs, durationUs) / 1e6
      } else {
        if (Math.abs(off) > JUMPS_AT && !element.seeking) element.currentTime = wanted
        element.playbackRate = rate * (1 - Math.max(-0.3, Math.min(0.3, off * 8)))
        if (element.paused) void element.play().catch(() => undefined)
      }
      handle = requestAnimationFrame(follow)
    }
    follow()
    return () => cancelAnimationFrame(handle)
  }, [isPlaying, isReady, rate, offsetUs, durationUs, leader])

  return (
    <div>
      <ClipStage clip={clip} videoRef={ref} look={look} mayPan />
      <p className="tabular mt-1.5 text-center text-sm text-muted">
        <bdi>{clip.title}</bdi> · {formatClipTime(frameTimes[frame] ?? 0)}
      </p>
    </div>
  )
}
