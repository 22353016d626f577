import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Clapperboard, Mic, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { toast } from '#ui/toast.tsx'
import { clipsClient } from '../client.ts'
import { formatClipTime } from '../frames.ts'
import type { ClipSummary, ClipsOfGolfer } from '../schema.ts'
import { AddClips } from './add-clips.tsx'
import { clipListQuery, useClipsSeen, useLiveClips } from './clip-queries.ts'

/**
 * The clips and pictures on a lesson's card, which can be opened, added from existing clips or files, and
 * removed.
 * @param mayPlace whether the golfer of these clips plays the lesson
 * @param lesson the lesson's name, for screen readers
 */
export function LessonMedia(
  props: ClipsOfGolfer & { me: string; bookingId: string; lesson: string; mayPlace: boolean },
) {
  const { me, instructorId, studentId, golferId, bookingId, lesson } = props
  const query = useQuery(clipListQuery({ instructorId, studentId, golferId }))
  useLiveClips(me)
  const here = query.data?.clips.filter((clip) => clip.bookingId === bookingId) ?? []
  useClipsSeen({ instructorId, studentId }, here, query.data)
  const place = usePlaceOnLesson(bookingId)
  const [isOpen, setOpen] = useState(false)
  // Errors are shown in the workspace's clips part; the lesson works without clips.
  if (!query.data) return null
  const { clips } = query.data
  const mayAdd = query.data.mayAdd && props.mayPlace
  if (here.length === 0 && !mayAdd) return null
  return (
    <div className="mt-4">
      {here.length > 0 ? <h4 className="text-sm font-semibold">Clips from this lesson</h4> : null}
      <ul aria-label={`Clips of ${lesson}`} className="mt-2 flex flex-wrap gap-3 empty:hidden">
        {here.map((clip) => (
          <li key={clip.id} className="group relative w-28 sm:w-32">
            <Still clip={clip} className="aspect-4/5 rounded-control" />
            <p className="mt-1 truncate text-sm font-medium">
              <a href={`/clips/${clip.id}`} className="after:absolute after:inset-0 after:rounded-control">
                <bdi>{clip.title}</bdi>
              </a>
            </p>
            {mayAdd ? (
              <button
                type="button"
                aria-label={`Take ${clip.title} off this lesson`}
                title="Take off this lesson"
                onClick={() => void place(clip, null)}
                className="absolute top-1.5 right-1.5 z-10 grid size-8 place-items-center rounded-full bg-black/65 text-white hover:bg-black/85"
              >
                <X aria-hidden className="size-4" />
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {mayAdd ? (
        <Button size="sm" className={here.length > 0 ? 'mt-3' : ''} onClick={() => setOpen(true)}>
          <Plus aria-hidden />
          Add a clip
          <span className="sr-only"> to {lesson}</span>
        </Button>
      ) : null}
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Add a clip to this lesson"
        description="A video or picture you both have already, or a new one."
      >
        <div className="flex flex-col gap-5">
          <AddClips
            instructorId={instructorId}
            studentId={studentId}
            golferId={golferId}
            bookingId={bookingId}
          />
          <Choice
            clips={clips.filter((clip) => clip.bookingId !== bookingId)}
            onChoose={async (clip) => {
              if (await place(clip, bookingId)) setOpen(false)
            }}
          />
        </div>
      </Dialog>
    </div>
  )
}

/** Attaches a clip to a lesson or detaches it, with Undo. */
function usePlaceOnLesson(here: string) {
  const queryClient = useQueryClient()
  return async function place(clip: ClipSummary, bookingId: string | null): Promise<boolean> {
    const move = async (to: string | null) => {
      await clipsClient.setLesson.call({ clipId: clip.id, bookingId: to })
      await queryClient.invalidateQueries({ queryKey: clipsClient.list.key() })
    }
    try {
      await move(bookingId)
    } catch (error) {
      toast.error('Nothing was changed', readProblem(error).message ?? 'Please try again.')
      return false
    }
    const before = bookingId === null ? here : clip.bookingId
    toast.success(bookingId === null ? 'Taken off this lesson' : 'Added to this lesson', clip.title, {
      action: {
        label: 'Undo',
        onClick: () => void move(before).catch(() => toast.error('Not taken back', 'Please try again.')),
      },
    })
    return true
  }
}

function Choice(props: { clips: readonly ClipSummary[]; onChoose: (clip: ClipSummary) => Promise<void> }) {
  if (props.clips.length === 0) return null
  return (
    <section aria-label="Clips you have">
      <h3 className="font-sans text-base font-semibold tracking-normal">Clips you have</h3>
      <ul className="mt-2 grid grid-cols-3 gap-3 sm:grid-cols-4">
        {props.clips.map((clip) => (
          <li key={clip.id}>
            <button
              type="button"
              onClick={() => void props.onChoose(clip)}
              className="w-full rounded-control text-left hover:opacity-85"
            >
              <Still clip={clip} className="aspect-4/5 rounded-control" />
              <span className="mt-1 block truncate text-sm font-medium">
                <bdi>{clip.title}</bdi>
              </span>
              {clip.bookingId ? <span className="block text-sm text-muted">On another lesson</span> : null}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Still({ clip, className }: { clip: ClipSummary; className: string }) {
  const still =
    clip.poster.find(({ type, width }) => type === 'image/webp' && width >= 200) ?? clip.poster.at(-1)
  return (
    <span className={`relative grid place-items-center overflow-hidden bg-[#0b120f] ${className}`}>
      {still ? (
        <img src={still.url} alt="" loading="lazy" className="absolute inset-0 size-full object-cover" />
      ) : (
        <Clapperboard aria-hidden className="size-7 text-white/60" />
      )}
      {clip.voiceOvers > 0 ? (
        <span className="absolute bottom-1.5 left-1.5 rounded-md bg-black/75 p-1 text-white">
          <Mic aria-hidden className="size-3.5" />
          <span className="sr-only">With a voice-over</span>
        </span>
      ) : null}
      {clip.durationUs === null ? null : (
        <span className="tabular absolute right-1.5 bottom-1.5 rounded-md bg-black/75 px-1.5 py-0.5 text-xs font-semibold text-white">
          {formatClipTime(clip.durationUs)}
        </span>
      )}
    </span>
  )
}
