import { useQueryClient } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { RotateCw, Upload, WifiOff, X } from 'lucide-react'
import { type DragEvent, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { toast } from '#ui/toast.tsx'
import { clipsClient } from '../client.ts'
import { acceptedClips, clipLimits } from '../clip.ts'
import type { ClipsOfGolfer } from '../schema.ts'
import { type Arriving, clipUploader, isUnderWay } from './clip-uploader.ts'

/**
 * Uploads chosen or dropped videos and pictures, and shows their progress.
 * @param props.videoReviewId the paid video review that they are for
 * @param props.shared files that are uploaded at once
 * @param props.onAdded called with each file that became a clip
 * @param props.onUnderWay called when uploads begin, and when none is under way any more
 */
export function AddClips(
  props: ClipsOfGolfer & {
    bookingId: string | null
    videoReviewId?: string
    shared?: readonly File[]
    onAdded?: (file: File) => void
    onUnderWay?: (isUnderWay: boolean) => void
  },
) {
  const {
    instructorId,
    studentId,
    golferId,
    bookingId,
    videoReviewId = null,
    shared,
    onAdded,
    onUnderWay,
  } = props
  const tellAdded = useRef(onAdded)
  useEffect(() => {
    tellAdded.current = onAdded
  })
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const queryClient = useQueryClient()
  const chooser = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const uploader = useMemo(
    () =>
      clipUploader(
        { instructorId, studentId, golferId, bookingId, videoReviewId },
        {
          done: (_, file) => {
            tellAdded.current?.(file)
            toast.success('Clip added')
            void queryClient.invalidateQueries({ queryKey: clipsClient.list.key() })
          },
          // The list shows it, unless its dialog or tab was closed.
          failed: ({ name }, why) => {
            if (!isShown.current) toast.error(`${name} was not added`, why)
          },
        },
      ),
    [instructorId, studentId, golferId, bookingId, videoReviewId, queryClient],
  )
  const begun = useRef(false)
  useEffect(() => {
    if (!shared || begun.current) return
    begun.current = true
    uploader.add(shared)
  }, [shared, uploader])
  const arriving = useSelector(uploader.uploads)
  const anyUnderWay = arriving.some(isUnderWay)
  useEffect(() => onUnderWay?.(anyUnderWay), [anyUnderWay, onUnderWay])
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    uploader.add(event.dataTransfer.files)
  }
  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative to the button inside. */}
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cn(
          'flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-dashed px-5 py-4',
          isOver ? 'border-brand bg-brand-soft' : 'border-line-strong',
        )}
      >
        <p className="min-w-0 flex-1 basis-56 text-[0.9375rem] text-muted">
          Videos up to {clipLimits.video.seconds} seconds and {clipLimits.video.bytes / 1024 / 1024} MB, or
          pictures. You can also drop them here.
        </p>
        <Button variant="brand" onClick={() => chooser.current?.click()}>
          <Upload aria-hidden />
          Add clips
        </Button>
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          accept={acceptedClips}
          aria-label="Videos and pictures"
          onChange={({ target }) => {
            uploader.add([...(target.files ?? [])])
            target.value = ''
          }}
        />
      </div>
      {arriving.length > 0 ? (
        <ul aria-label="Clips on their way" className="mt-3 flex flex-col gap-2">
          {arriving.map((one) => (
            <ArrivingClip
              key={one.key}
              arriving={one}
              onRetry={() => uploader.retry(one.key)}
              onCancel={() => uploader.cancel(one.key)}
            />
          ))}
        </ul>
      ) : null}
    </div>
  )
}

function ArrivingClip(props: { arriving: Arriving; onRetry: () => void; onCancel: () => void }) {
  const { name, phase, progress, isWaiting, error } = props.arriving
  const percent = Math.round(progress * 100)
  const words = isWaiting ? 'Waiting for the connection' : phaseWords(phase, percent)
  return (
    <li className="flex items-center gap-4 rounded-control border bg-surface-raised px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="truncate text-[0.9375rem] font-medium">
          <bdi>{name}</bdi>
        </p>
        {error ? (
          <p role="alert" className="mt-0.5 text-sm text-danger">
            {error}
          </p>
        ) : (
          <>
            <p className="tabular mt-0.5 flex items-center gap-1.5 text-sm text-muted">
              {isWaiting ? <WifiOff aria-hidden className="size-4" /> : null}
              {words}
            </p>
            <progress
              max={100}
              value={phase === 'checking' ? undefined : percent}
              aria-label={`${name}: ${words}`}
              className="mt-1.5 h-1.5 w-full overflow-hidden rounded-full accent-brand"
            />
          </>
        )}
      </div>
      {error ? (
        <Button size="sm" onClick={props.onRetry}>
          <RotateCw aria-hidden />
          Try again
        </Button>
      ) : null}
      <Button
        size="icon-sm"
        variant="ghost"
        aria-label={error ? `Remove ${name} from this list` : `Cancel ${name}`}
        onClick={props.onCancel}
      >
        <X aria-hidden />
      </Button>
    </li>
  )
}

function phaseWords(phase: Arriving['phase'], percent: number): string {
  if (phase === 'preparing') return percent > 0 ? `Converting, ${percent}%` : 'Preparing'
  if (phase === 'checking') return 'Checking'
  return phase === 'done' ? 'Added' : `Uploading, ${percent}%`
}
