import { useHydrated } from '@tanstack/react-router'
import { Eye, Lock, NotebookPen, Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { contentIds } from '#platform/content-id.ts'
import { formatMoment } from '#platform/time.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { useTabDraft } from '#platform/use-tab-draft.ts'
import { useVersionedDraft } from '#platform/use-versioned-draft.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ChangedElsewhere } from '#ui/changed-elsewhere.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Switch } from '#ui/switch.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { workspacesClient } from '../client.ts'
import { type NoteView, noteFormSchema } from '../schema.ts'
import { Comments } from './comments.tsx'
import { ShowOlder } from './show-older.tsx'
import { shortName, useAct, useRefreshWorkspaces, useWorkspace } from './workspace-context.ts'

/** Notes that do not belong to a lesson: shared notes for both members, private notes for their author. */
export function NotesPart() {
  const { view } = useWorkspace()
  return (
    <section aria-label="Notes" className="max-w-3xl">
      {view.isOpen ? <NoteForm /> : null}
      {view.notes.length === 0 ? (
        <EmptyState icon={NotebookPen} title="No notes yet" className="mt-4">
          A feel that worked, a course to play, a question for next time. You choose who sees it.
        </EmptyState>
      ) : (
        <ul className="mt-4 flex flex-col gap-3">
          {view.notes.map((note) => (
            <li key={note.id}>
              <NoteCard note={note} />
            </li>
          ))}
        </ul>
      )}
      <ShowOlder what="notes" />
    </section>
  )
}

function NoteForm({ note, onDone }: { note?: NoteView; onDone?: () => void }) {
  const { view, pair } = useWorkspace()
  const refresh = useRefreshWorkspaces()
  const element = useRef<HTMLFormElement>(null)
  const [isConflict, setConflict] = useState(false)
  const key = `note:${note?.id ?? `${pair.instructorId}:${pair.studentId}${pair.golferId ? `:${pair.golferId}` : ''}`}`
  const edit = useVersionedDraft(key, { text: note?.content ?? '', version: note?.version ?? 0 })
  // A new note keeps its readers with its draft: a private one must not come back as shared after a reload. An existing note begins with
  // the readers that it has.
  const kept = useTabDraft(`${key}:readers`)
  const picked = useState('')
  const [choice, setChoice] = note ? picked : kept
  // The server renders without a draft, so the first render in the browser must do the same.
  const isHydrated = useHydrated()
  const isShared = isHydrated && choice ? choice === 'both' : (note?.isShared ?? true)
  const drop = () => {
    edit.drop()
    setChoice('')
  }
  const form = useCheckedForm(noteFormSchema)
  const [ids] = useState(contentIds)
  const other = shortName(view)
  const saves = form.sends(
    async ({ content }) => {
      const sent = edit.draft
      const version = note
        ? (
            await workspacesClient.changeNote.call({
              noteId: note.id,
              basedOn: edit.basedOn,
              isShared,
              content,
            })
          ).version
        : 0
      const written = { ...pair, isShared, content }
      if (!note) await workspacesClient.writeNote.call({ ...written, newNoteId: ids.of(written) })
      ids.forget()
      setConflict(false)
      if (!edit.settle(sent, version)) {
        // The next new note begins with the same readers.
        if (note) setChoice('')
        onDone?.()
      }
      await refresh()
      toast.success(isShared ? `Shared with ${other}` : 'Saved for you only')
    },
    ({ code, issues }) => {
      // Keeping this text replaces the version that is fetched here.
      if (code === 'changed_elsewhere') void refresh().then(() => setConflict(true))
      else setConflict(false)
      return issues
    },
  )
  return (
    <Card padding="sm">
      <form {...saves} ref={element} className="flex flex-col gap-3">
        <Field label={note ? 'Note' : 'A new note'} error={form.errors.content}>
          <Textarea
            name="content"
            rows={3}
            value={edit.text}
            onChange={(event) => edit.change(event.target.value)}
            maxLength={5_100}
          />
        </Field>
        <Switch
          label={`Share with ${other}`}
          description={isShared ? `${other} can see it right away.` : 'For you alone.'}
          checked={isShared}
          onCheckedChange={(next) => setChoice(next ? 'both' : 'me')}
        />
        {isConflict ? (
          <ChangedElsewhere
            title="This note was changed in another window"
            onShowLatest={() => {
              setConflict(false)
              drop()
            }}
            onKeepMine={() => {
              setConflict(false)
              edit.takeOver()
            }}
          />
        ) : (
          <FormError>{form.failure}</FormError>
        )}
        <div className="flex gap-2">
          <Button type="submit" size="sm" variant="brand" loading={form.busy}>
            {isShared ? 'Share the note' : 'Keep the note'}
          </Button>
          {onDone ? (
            <Button
              size="sm"
              onClick={() => {
                drop()
                onDone()
              }}
            >
              Cancel
            </Button>
          ) : null}
        </div>
      </form>
    </Card>
  )
}

function NoteCard({ note }: { note: NoteView }) {
  const { view } = useWorkspace()
  const act = useAct()
  const [isEdited, setEdited] = useState(false)
  if (isEdited) return <NoteForm note={note} onDone={() => setEdited(false)} />
  return (
    <article className="rounded-card border bg-surface-raised p-4">
      <header className="flex items-start gap-2">
        <p className="min-w-0 flex-1 text-sm">
          <bdi className="font-semibold">{note.isMine ? 'You' : note.by}</bdi>{' '}
          <span className="tabular text-muted">
            {formatMoment(note.at, view.zone)}
            {note.editedAt ? ' · edited' : ''}
          </span>
        </p>
        <Badge icon={note.isShared ? Eye : Lock}>{note.isShared ? 'Shared' : 'Private'}</Badge>
      </header>
      <p dir="auto" className="mt-1.5 text-[0.9375rem] wrap-anywhere whitespace-pre-wrap">
        {note.content}
      </p>
      {note.isMine && view.isOpen ? (
        <div className="mt-2 -ml-2 flex gap-1">
          <Button variant="ghost" size="sm" onClick={() => setEdited(true)}>
            <Pencil aria-hidden />
            Edit
          </Button>
          <Button
            variant="ghost"
            size="sm"
            onClick={() =>
              void act(() => workspacesClient.removeNote.call({ noteId: note.id }), {
                done: 'Note removed',
                failed: 'Not removed',
                undo: () => workspacesClient.restoreNote.call({ noteId: note.id }),
              })
            }
          >
            <Trash2 aria-hidden />
            Remove
          </Button>
        </div>
      ) : null}
      {note.isShared ? <Comments about="note" aboutId={note.id} name="this note" /> : null}
    </article>
  )
}
