import { useRef, useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { formatCount } from '#platform/money.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { describeOutcome } from '../act-outcome.ts'
import { backOfficeClient } from '../client.ts'
import type { ActShown, ListPage } from '../schema.ts'
import { useRefreshLists } from './list-queries.ts'
import { showOutcome } from './use-desk-act.ts'
import { useView } from './use-view.ts'

/** More are not acted on at once; the server refuses them, too. */
const MOST_AT_ONCE = 5_000

interface Chosen {
  /** Rows of this page. */
  ids: readonly string[]
  /** Every row of the view, on all pages. */
  isAll: boolean
}

/** What can be done to the chosen rows, and how many they are. Stays at the bottom while one scrolls. */
export function ListActs(props: {
  list: string
  page: ListPage
  chosen: Chosen
  onAll: () => void
  onNone: () => void
}) {
  const { list, page, chosen, onAll, onNone } = props
  const [asked, setAsked] = useState<ActShown | null>(null)
  if (chosen.ids.length === 0) return null
  const count = chosen.isAll ? page.count : chosen.ids.length
  const nouns = (many: number) => `${formatCount(many)} ${page.noun[many === 1 ? 0 : 1]}`
  const hasOthers = !chosen.isAll && chosen.ids.length === page.rows.length && page.count > page.rows.length
  return (
    <section
      aria-label="Selected rows"
      className="sticky bottom-3 z-20 mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border bg-surface-raised px-4 py-3 shadow-float"
    >
      <p role="status" className="tabular text-sm font-semibold">
        {nouns(count)} selected
      </p>
      {hasOthers && !page.isMore && page.count <= MOST_AT_ONCE ? (
        <button type="button" onClick={onAll} className="text-sm font-medium text-brand hover:underline">
          Select all {nouns(page.count)}
        </button>
      ) : hasOthers ? (
        <p className="text-sm text-muted">Too many to select all: narrow the list down first.</p>
      ) : null}
      <div className="ml-auto flex flex-wrap gap-2">
        <Button variant="ghost" size="sm" onClick={onNone}>
          Clear selection
        </Button>
        {page.acts.map((act) => (
          <Button
            key={act.name}
            size="sm"
            variant={act.tone}
            aria-haspopup="dialog"
            onClick={() => setAsked(act)}
          >
            {act.label}
          </Button>
        ))}
      </div>
      {asked ? (
        <ActDialog
          list={list}
          act={asked}
          title={`${asked.label}: ${nouns(count)}`}
          ids={chosen.isAll ? undefined : [...chosen.ids]}
          count={count}
          onClose={() => setAsked(null)}
          onDone={onNone}
        />
      ) : null}
    </section>
  )
}

function ActDialog(props: {
  list: string
  act: ActShown
  title: string
  ids: string[] | undefined
  count: number
  onClose: () => void
  onDone: () => void
}) {
  const { list, act, ids, count } = props
  const { view } = useView()
  const refresh = useRefreshLists()
  const { busy, failure, attempt } = useAttempt()
  const [differs, setDiffers] = useState<number | null>(null)
  const [reasonError, setReasonError] = useState<string>()
  const box = useRef<HTMLTextAreaElement>(null)
  const run = (reason: string) =>
    attempt(async () => {
      const { q, filters } = view
      const answer = await backOfficeClient.act.call({
        list,
        act: act.name,
        q,
        filters,
        ids,
        shown: count,
        ...(reason ? { reason } : {}),
      })
      await refresh()
      if (!answer.ok) return setDiffers(answer.count)
      props.onClose()
      props.onDone()
      const { actId } = answer
      showOutcome(
        describeOutcome(answer, {
          chosen: count,
          done: act.done,
          unchanged: 'The selected rows may have changed in the meantime, or cannot be changed like this.',
        }),
        actId
          ? {
              action: {
                label: 'Undo',
                onClick: () => void undo(list, act.name, actId).then(refresh),
              },
            }
          : {},
      )
    })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      size="sm"
      title={props.title}
      description={act.confirm ?? (act.canUndo ? 'You can undo this.' : 'It goes to the audit log.')}
    >
      <form
        method="post"
        className="grid gap-4 pb-2"
        onSubmit={(event) => {
          event.preventDefault()
          const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim()
          if (act.needsReason && !reason) {
            setReasonError('Please say why.')
            box.current?.focus()
            return
          }
          setReasonError(undefined)
          void run(reason)
        }}
      >
        {failure ? <FormError>{failure}</FormError> : null}
        {differs === null ? null : (
          <FormError title="Nothing was changed">
            The list has changed: {differs === 1 ? '1 row matches' : `${formatCount(differs)} rows match`}{' '}
            now. Please close this, check the list and try again.
          </FormError>
        )}
        <Field label="Reason" required={act.needsReason} optional={!act.needsReason} error={reasonError}>
          <Textarea ref={box} name="reason" rows={2} maxLength={500} />
        </Field>
        <Button
          type="submit"
          variant={act.tone}
          loading={busy}
          disabled={differs !== null}
          className="justify-self-start"
        >
          {act.label}
        </Button>
      </form>
    </Dialog>
  )
}

async function undo(list: string, act: string, actId: string): Promise<void> {
  try {
    const { restored, skipped } = await backOfficeClient.undo.call({ list, act, actId })
    const left = `${formatCount(skipped)} ${skipped === 1 ? 'row was' : 'rows were'} changed since and left as they are.`
    if (restored === 0) toast.error('Nothing was undone', left)
    else toast.success('Undone', skipped > 0 ? left : undefined)
  } catch (error) {
    toast.error('Could not be undone', readProblem(error).message ?? 'Please try again from the list.')
  }
}
