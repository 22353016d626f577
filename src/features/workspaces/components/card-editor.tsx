import { Check, CloudOff, Eye, Lock, Send } from 'lucide-react'
import { useState } from 'react'
import { formatMoment } from '#platform/time.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { Button } from '#ui/button.tsx'
import { ChangedElsewhere } from '#ui/changed-elsewhere.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { workspacesClient } from '../client.ts'
import type { LessonCardView } from '../schema.ts'
import { AssignDrillButton } from './assign-drill.tsx'
import { type SaveState, useAutosave } from './use-autosave.ts'
import { playerFirstName, useRefreshWorkspaces, useWorkspace } from './workspace-context.ts'

type Own = NonNullable<LessonCardView['own']>

/**
 * Edits the coach's notes on a lesson, with autosave. The student sees them once they are shared; the private
 * note is never shared.
 */
export function CardEditor({
  card,
  own,
  startsOpen,
}: {
  card: LessonCardView
  own: Own
  startsOpen: boolean
}) {
  const { view } = useWorkspace()
  const refresh = useRefreshWorkspaces()
  const isWritten = own.note !== '' || own.nextGoal !== '' || own.privateNote !== ''
  const [isOpen, setOpen] = useState(startsOpen && !card.sharedAt)
  const { note, nextGoal, privateNote } = own
  const sharing = useAttempt()
  const draft = useAutosave(
    `card:${card.bookingId}`,
    { text: { note, nextGoal, privateNote }, version: own.version },
    async (text, basedOn) => {
      const { version } = await workspacesClient.saveCard.call({
        bookingId: card.bookingId,
        basedOn,
        ...text,
      })
      void refresh()
      return version
    },
  )
  const student = playerFirstName(view)

  if (!isOpen)
    return (
      <div>
        {isWritten ? (
          <Written own={own} />
        ) : (
          <p className="text-[0.9375rem] text-muted">
            {card.isPast
              ? 'No notes yet. Notes help students remember the lesson.'
              : 'Plan the lesson here, or write after it.'}
          </p>
        )}
        <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button size="sm" onClick={() => setOpen(true)}>
            {isWritten ? 'Edit notes' : 'Write notes'}
          </Button>
          <AssignDrillButton bookingId={card.bookingId} />
          <SharedState card={card} own={own} student={student} />
        </div>
      </div>
    )

  const isAhead = draft.text.note !== card.note || draft.text.nextGoal !== card.nextGoal
  const share = () =>
    sharing.attempt(async () => {
      const basedOn = await draft.flush()
      if (basedOn === null) return
      const { version } = await workspacesClient.shareCard.call({ bookingId: card.bookingId, basedOn })
      draft.moveTo(version)
      await refresh()
      setOpen(false)
      toast.success(`Shared with ${student}`, 'Your private note stays with you.')
    })

  return (
    <div className="flex flex-col gap-4">
      {draft.state === 'conflict' ? (
        <ChangedElsewhere
          title="These notes were changed in another window"
          onShowLatest={draft.takeLatest}
          onKeepMine={() => void draft.keepMine()}
        />
      ) : null}
      <Field label={`Notes for ${student}`} hint="What you worked on, what to feel and what to avoid.">
        <Textarea
          rows={5}
          value={draft.text.note}
          onChange={(event) => draft.change({ note: event.target.value })}
          maxLength={5_000}
        />
      </Field>
      <Field label="Next goal">
        <Input
          value={draft.text.nextGoal}
          onChange={(event) => draft.change({ nextGoal: event.target.value })}
          placeholder="Seven of ten putts from six feet"
          maxLength={300}
          autoComplete="off"
        />
      </Field>
      <Field
        label={
          <span className="inline-flex items-center gap-1.5">
            <Lock aria-hidden className="size-3.5" />
            Private note
          </span>
        }
        hint={`For you alone. ${student} never sees it.`}
      >
        <Textarea
          rows={2}
          value={draft.text.privateNote}
          onChange={(event) => draft.change({ privateNote: event.target.value })}
          maxLength={5_000}
          className="border-dashed"
        />
      </Field>
      <FormError>{sharing.failure}</FormError>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          variant="brand"
          loading={sharing.busy}
          disabled={!isAhead || draft.state === 'conflict'}
          onClick={() => void share()}
        >
          <Send aria-hidden />
          {card.sharedAt ? 'Share changes' : `Share with ${student}`}
        </Button>
        <Button
          onClick={() => {
            void draft.flush()
            setOpen(false)
          }}
        >
          Close
        </Button>
        <SaveStatus state={draft.state} onRetry={() => void draft.flush()} />
      </div>
    </div>
  )
}

function Written({ own }: { own: Own }) {
  return (
    <div className="flex flex-col gap-2 text-[0.9375rem]">
      {own.note ? (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {own.note}
        </p>
      ) : null}
      {own.nextGoal ? (
        <p>
          <span className="font-semibold">Next: </span>
          <bdi className="wrap-anywhere">{own.nextGoal}</bdi>
        </p>
      ) : null}
      {own.privateNote ? (
        <p className="flex items-start gap-2 rounded-control border border-dashed px-3.5 py-2.5 text-muted">
          <Lock aria-hidden className="mt-1 size-4 shrink-0" />
          <span dir="auto" className="min-w-0 wrap-anywhere whitespace-pre-wrap">
            <span className="sr-only">Private note: </span>
            {own.privateNote}
          </span>
        </p>
      ) : null}
    </div>
  )
}

function SharedState({ card, own, student }: { card: LessonCardView; own: Own; student: string }) {
  if (own.isAhead)
    return (
      <p className="text-sm font-medium text-yellow">
        {card.sharedAt ? 'Your changes are not shared yet' : `Not shared with ${student} yet`}
      </p>
    )
  if (!card.sharedAt) return null
  return (
    <p className="inline-flex items-center gap-1.5 text-sm text-muted">
      <Eye aria-hidden className="size-4" />
      Shared {formatMoment(card.sharedAt, card.zone)}
    </p>
  )
}

const stateWords: Record<SaveState, string> = {
  saved: 'Saved as a draft',
  unsaved: 'Not saved yet',
  saving: 'Saving…',
  failed: 'Not saved. We could not reach the server, but your text is still here.',
  conflict: 'Not saved',
}

function SaveStatus({ state, onRetry }: { state: SaveState; onRetry: () => void }) {
  return (
    <p role="status" className="inline-flex items-center gap-1.5 text-sm text-muted">
      {state === 'saved' ? <Check aria-hidden className="size-4" /> : null}
      {state === 'failed' ? <CloudOff aria-hidden className="size-4 text-danger" /> : null}
      {stateWords[state]}
      {state === 'failed' ? (
        <button type="button" onClick={onRetry} className="text-link font-semibold">
          Try again
        </button>
      ) : null}
    </p>
  )
}
