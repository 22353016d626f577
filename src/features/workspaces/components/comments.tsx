import { MessageSquare, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { contentIds } from '#platform/content-id.ts'
import { formatMoment } from '#platform/time.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { useTabDraft } from '#platform/use-tab-draft.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { workspacesClient } from '../client.ts'
import { type Comment, commentFormSchema } from '../schema.ts'
import type { CommentSubject } from '../workspace.ts'
import { useAct, useRefreshWorkspaces, useWorkspace } from './workspace-context.ts'

/** The comments on an item, oldest first, with an input. Collapsed while there are none. */
export function Comments({ about, aboutId, name }: { about: CommentSubject; aboutId: string; name: string }) {
  const { view } = useWorkspace()
  const [isOpen, setOpen] = useState(false)
  const said = view.comments.filter((comment) => comment.about === about && comment.aboutId === aboutId)
  const canWrite = view.isOpen && !view.isBlocked
  return (
    <section aria-label={`Comments on ${name}`} className={said.length > 0 ? 'mt-4 border-t pt-3' : 'mt-2'}>
      {said.length > 0 ? (
        <ul className="mb-3 flex flex-col gap-3">
          {said.map((comment) => (
            <CommentLine key={comment.id} comment={comment} />
          ))}
        </ul>
      ) : null}
      {!canWrite ? null : isOpen ? (
        <CommentForm about={about} aboutId={aboutId} name={name} onDone={() => setOpen(false)} />
      ) : (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="-ml-2 inline-flex min-h-11 items-center gap-2 rounded-control px-2 text-sm font-medium text-muted hover:bg-surface-hover hover:text-ink"
        >
          <MessageSquare aria-hidden className="size-4" />
          {said.length > 0 ? 'Reply' : 'Comment'}
          <span className="sr-only"> on {name}</span>
        </button>
      )}
    </section>
  )
}

function CommentLine({ comment }: { comment: Comment }) {
  const { view } = useWorkspace()
  const act = useAct()
  return (
    <li className="group flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <p className="text-sm">
          <bdi className="font-semibold">{comment.isMine ? 'You' : comment.by}</bdi>{' '}
          <span className="tabular text-muted">{formatMoment(comment.at, view.zone)}</span>
        </p>
        <p dir="auto" className="text-[0.9375rem] wrap-anywhere whitespace-pre-wrap">
          {comment.content}
        </p>
      </div>
      {comment.isMine && view.isOpen ? (
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label="Remove your comment"
          onClick={() =>
            void act(() => workspacesClient.removeComment.call({ commentId: comment.id }), {
              done: 'Comment removed',
              failed: 'Not removed',
              undo: () => workspacesClient.restoreComment.call({ commentId: comment.id }),
            })
          }
        >
          <Trash2 aria-hidden />
        </Button>
      ) : null}
    </li>
  )
}

function CommentForm(props: { about: CommentSubject; aboutId: string; name: string; onDone: () => void }) {
  const { pair } = useWorkspace()
  const { about, aboutId, name, onDone } = props
  const refresh = useRefreshWorkspaces()
  const element = useRef<HTMLFormElement>(null)
  const [draft, setDraft, forget] = useTabDraft(`comment:${aboutId}`)
  const form = useCheckedForm(commentFormSchema)
  const [ids] = useState(contentIds)
  const sent = form.sends(async ({ content }) => {
    const comment = { ...pair, about, aboutId, content }
    await workspacesClient.writeComment.call({ ...comment, newCommentId: ids.of(comment) })
    ids.forget()
    forget()
    await refresh()
    onDone()
  })
  return (
    <form {...sent} ref={element} className="flex flex-col gap-2">
      <Field label={`Your comment on ${name}`} hideLabel error={form.errors.content}>
        <Textarea
          name="content"
          rows={2}
          autoFocus
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          placeholder="Write a comment"
          maxLength={2_100}
        />
      </Field>
      <FormError>{form.failure}</FormError>
      <div className="flex gap-2">
        <Button type="submit" variant="brand" size="sm" loading={form.busy}>
          Send
        </Button>
        <Button size="sm" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
