import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { contentIds } from '#platform/content-id.ts'
import { formatMoment } from '#platform/time.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { useTabDraft } from '#platform/use-tab-draft.ts'
import { useViewerZone } from '#platform/use-viewer-zone.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { clipsClient } from '../client.ts'
import { formatClipTime } from '../frames.ts'
import { type Clip, commentContent } from '../schema.ts'
import { clipQuery } from './clip-queries.ts'

/** The comments on a clip and its moments. */
export function CommentPanel(props: {
  clip: Clip
  us: number
  me: string
  nameOf: (userId: string) => string
  onJump: (us: number) => void
}) {
  const { clip, us, me } = props
  const queryClient = useQueryClient()
  const zone = useViewerZone()
  const [content, setContent] = useTabDraft(`clip-comment:${clip.id}`)
  const [error, setError] = useState<string | null>(null)
  const [isAtMoment, setAtMoment] = useState(clip.kind === 'video')
  const { busy, failure, attempt } = useAttempt()
  const [commentIds] = useState(contentIds)
  const refresh = () => queryClient.invalidateQueries({ queryKey: clipQuery(clip.id).queryKey })

  function send() {
    const checked = commentContent.safeParse(content)
    setError(checked.success ? null : (checked.error.issues[0]?.message ?? null))
    if (!checked.success) return
    const atUs = isAtMoment && clip.kind === 'video' ? us : null
    void attempt(async () => {
      await clipsClient.addComment.call({
        clipId: clip.id,
        clipCommentId: commentIds.of(checked.data),
        atUs,
        content: checked.data,
      })
      commentIds.forget()
      setContent('')
      await refresh()
    })
  }

  async function remove(clipCommentId: string) {
    try {
      await clipsClient.removeComment.call({ clipId: clip.id, clipCommentId })
    } catch (cause) {
      toast.error('The comment was not deleted', readProblem(cause).message ?? 'Please try again.')
    }
    await refresh()
  }

  return (
    <div className="flex flex-col gap-4">
      {clip.comments.length === 0 ? (
        <p className="text-[0.9375rem] text-muted">No comments yet. Ask or say something about this swing.</p>
      ) : (
        <ul aria-label="Comments" className="flex flex-col gap-3">
          {clip.comments.map((comment) => (
            <li key={comment.id} className="rounded-control bg-surface-sunken px-4 py-3">
              <div className="flex items-start justify-between gap-2">
                <p className="text-sm">
                  <bdi className="font-semibold">
                    {comment.authorId === me ? 'You' : props.nameOf(comment.authorId)}
                  </bdi>
                  {comment.atUs === null ? null : (
                    <>
                      {' at '}
                      <button
                        type="button"
                        onClick={() => props.onJump(comment.atUs ?? 0)}
                        className="tabular min-h-6 font-semibold text-brand-text underline underline-offset-2"
                      >
                        {formatClipTime(comment.atUs)}
                      </button>
                    </>
                  )}
                  {zone ? (
                    <span className="block text-muted">{formatMoment(comment.createdAt, zone)}</span>
                  ) : null}
                </p>
                {comment.authorId === me ? (
                  <Button
                    size="icon-sm"
                    variant="ghost"
                    aria-label="Delete this comment"
                    onClick={() => void remove(comment.id)}
                  >
                    <Trash2 aria-hidden />
                  </Button>
                ) : null}
              </div>
              <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-wrap">
                {comment.content}
              </p>
            </li>
          ))}
        </ul>
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
        className="flex flex-col gap-2.5"
      >
        <Field label="Comment" error={error ?? failure}>
          <Textarea
            rows={3}
            maxLength={1000}
            value={content}
            onChange={({ target }) => {
              setContent(target.value)
              setError(null)
            }}
          />
        </Field>
        {clip.kind === 'video' ? (
          <Checkbox
            label={`At the current position, ${formatClipTime(us)}`}
            checked={isAtMoment}
            onChange={({ target }) => setAtMoment(target.checked)}
          />
        ) : null}
        <Button type="submit" variant="brand" loading={busy} className="self-start">
          Comment
        </Button>
      </form>
    </div>
  )
}
