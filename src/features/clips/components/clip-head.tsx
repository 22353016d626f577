import { useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, PencilLine, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { formatDay } from '#platform/time.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { useViewerZone } from '#platform/use-viewer-zone.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { navigateAway } from '#ui/history-listener.ts'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast.tsx'
import { clipsClient } from '../client.ts'
import { type Clip, clipTitle } from '../schema.ts'
import { clipQuery } from './clip-queries.ts'

/** The clip's title and people, with buttons to rename and delete it. */
export function ClipHead({ clip, me }: { clip: Clip; me: string }) {
  const zone = useViewerZone()
  const other = me === clip.coach.id ? clip.student : clip.coach
  const golfer = clip.golfer ? `&golfer=${clip.golfer.id}` : ''
  // The two people may have no workspace: of a video review, or after their only lesson was canceled. Processes of the previous
  // version do not return whether they have lessons.
  const backTo = clip.videoReviewId
    ? `/video-reviews/${clip.videoReviewId}`
    : clip.haveLessons === false
      ? `/clips?with=${other.id}${golfer}`
      : me === clip.coach.id
        ? `/student-workspace/${other.id}?part=clips${golfer}`
        : `/student-collaborate?coach=${other.id}&part=clips${golfer}`
  const by = clip.uploaderId === me ? 'you' : other.name
  return (
    <header className="flex items-end justify-between gap-x-4">
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-center gap-2 text-sm whitespace-nowrap text-muted">
          <Anchor
            href={backTo}
            className="inline-flex min-h-6 shrink-0 items-center gap-1.5 font-semibold text-brand-text hover:underline max-sm:max-w-3/5"
          >
            <ArrowLeft aria-hidden className="size-4" />
            {clip.videoReviewId ? (
              'Back to the video review'
            ) : (
              <>
                {clip.golfer ? 'Clips of ' : 'Clips with '}
                <bdi>{clip.golfer?.name ?? other.name}</bdi>
              </>
            )}
          </Anchor>
          <span className="truncate">
            Added by <bdi>{by}</bdi>
            {zone ? ` on ${formatDay(clip.createdAt, zone, { year: true })}` : ''}
          </span>
        </p>
        <h1 dir="auto" title={clip.title} className="line-clamp-2 text-xl wrap-anywhere lg:text-2xl">
          {clip.title}
        </h1>
      </div>
      <div className="flex gap-2">
        <RenameDialog clip={clip} />
        {clip.mayDelete ? <DeleteClip clip={clip} backTo={backTo} /> : null}
      </div>
    </header>
  )
}

function RenameDialog({ clip }: { clip: Clip }) {
  const queryClient = useQueryClient()
  const [open, setOpen] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { busy, failure, attempt } = useAttempt()
  function save(form: HTMLFormElement) {
    const checked = clipTitle.safeParse(new FormData(form).get('title'))
    setError(checked.success ? null : (checked.error.issues[0]?.message ?? null))
    if (!checked.success) return
    void attempt(async () => {
      await clipsClient.rename.call({ clipId: clip.id, title: checked.data })
      await queryClient.invalidateQueries({ queryKey: clipQuery(clip.id).queryKey })
      setOpen(false)
    })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      size="sm"
      title="Rename this clip"
      trigger={
        <Button size="sm" className="max-sm:px-2.5">
          <PencilLine aria-hidden />
          <span className="max-sm:sr-only">Rename</span>
        </Button>
      }
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save(event.currentTarget)
        }}
      >
        <Field label="Name" error={error ?? failure}>
          <Input name="title" defaultValue={clip.title} maxLength={80} />
        </Field>
        <Button type="submit" variant="brand" loading={busy}>
          Save name
        </Button>
      </form>
    </Dialog>
  )
}

function DeleteClip({ clip, backTo }: { clip: Clip; backTo: string }) {
  const queryClient = useQueryClient()
  return (
    <ConfirmDialog
      trigger={
        <Button size="sm" className="max-sm:px-2.5">
          <Trash2 aria-hidden />
          <span className="max-sm:sr-only">Delete</span>
        </Button>
      }
      title="Delete this clip?"
      description="The clip goes for both of you, with its drawings and comments. This cannot be undone."
      confirmLabel="Delete clip"
      keepLabel="Keep clip"
      onConfirm={async () => {
        try {
          await clipsClient.remove.call({ clipId: clip.id })
        } catch (error) {
          toast.error('The clip was not deleted', readProblem(error).message ?? 'Please try again.')
          return
        }
        await queryClient.invalidateQueries({ queryKey: clipsClient.list.key() })
        navigateAway(backTo)
      }}
    />
  )
}
