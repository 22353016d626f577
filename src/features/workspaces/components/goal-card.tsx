import { useQuery } from '@tanstack/react-query'
import { Check, Pencil, RotateCcw, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { contentIds } from '#platform/content-id.ts'
import { formatDate, formatMoment } from '#platform/time.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { workspacesClient } from '../client.ts'
import { type GoalStatus, isMet, progressOf, valueWords } from '../goal.ts'
import { type Goal, numberFrom, valueFormSchema } from '../schema.ts'
import { changeWords, eventSentence } from './activity-words.ts'
import { Comments } from './comments.tsx'
import { GoalDialog } from './goal-dialog.tsx'
import { GoalLine } from './goal-line.tsx'
import { useAct, useRefreshWorkspaces, useWorkspace } from './workspace-context.ts'

/** A goal with its status, its history and its actions. */
export function GoalCard({ goal }: { goal: Goal }) {
  const { view } = useWorkspace()
  const act = useAct()
  const [edited, setEdited] = useState(false)
  const [isRecording, setRecording] = useState(false)
  const values = goal.values.filter(({ isStruck }) => !isStruck)
  const last = values.at(-1)
  const first = values[0]
  const isMeasured = goal.measure !== 'none'
  const isOpen = goal.status === 'open'
  const isLate = isOpen && goal.dueOn !== null && goal.dueOn < view.today
  const setStatus = (status: GoalStatus, done: string) =>
    void act(() => workspacesClient.setGoalStatus.call({ goalId: goal.id, status }), {
      done,
      about: goal.title,
      failed: 'Not changed',
      undo: () => workspacesClient.setGoalStatus.call({ goalId: goal.id, status: goal.status }),
    })
  const met = last !== undefined && isMet(goal, last.value)

  return (
    <article className="rounded-card border bg-surface-raised p-4 sm:p-5">
      <header className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h3 className="font-sans text-base font-semibold tracking-normal">
            <bdi className="wrap-anywhere">{goal.title}</bdi>
          </h3>
          <p className="tabular text-sm text-muted">
            {goal.target === null ? '' : `Target ${valueWords(goal.target, goal.unit)}`}
            {goal.dueOn ? `${goal.target === null ? 'By' : ' by'} ${formatDate(goal.dueOn)}` : ''}
          </p>
        </div>
        {isOpen && !isLate ? null : (
          <Badge tone={goal.status === 'reached' ? 'green' : isLate ? 'yellow' : 'neutral'}>
            {isLate ? 'Past its date' : goal.status === 'reached' ? 'Reached' : 'Dropped'}
          </Badge>
        )}
        {view.isOpen && isOpen ? (
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Change the goal ${goal.title}`}
            onClick={() => setEdited(true)}
          >
            <Pencil aria-hidden />
          </Button>
        ) : null}
      </header>
      {isMeasured ? (
        <div className="mt-3 flex items-end gap-5">
          <p className="tabular font-display text-[2rem] leading-none font-[560]">
            {last ? valueWords(last.value, goal.unit) : '–'}
            {first && last && first !== last ? (
              <span className="mt-1 block font-sans text-sm font-normal text-muted">
                {`${gainWords(last.value - first.value)} since ${formatDate(first.on)}`}
              </span>
            ) : null}
          </p>
          {values.length > 1 ? <GoalLine goal={goal} values={values} className="min-w-0 flex-1" /> : null}
        </div>
      ) : null}
      <Progress goal={goal} />
      {view.isOpen && isOpen ? (
        <div className="mt-4 flex flex-wrap gap-2">
          {isMeasured ? (
            <Button size="sm" variant="brand" onClick={() => setRecording(true)}>
              Record a value
            </Button>
          ) : null}
          <Button
            size="sm"
            variant={met ? 'brand' : 'secondary'}
            onClick={() => setStatus('reached', 'Reached. Well done!')}
          >
            <Check aria-hidden />
            Reached
          </Button>
          <Button size="sm" onClick={() => setStatus('dropped', 'Goal dropped')}>
            <X aria-hidden />
            Drop
          </Button>
        </div>
      ) : null}
      {view.isOpen && !isOpen ? (
        <Button size="sm" className="mt-4" onClick={() => setStatus('open', 'Open again')}>
          <RotateCcw aria-hidden />
          Open again
        </Button>
      ) : null}
      {isRecording ? <ValueForm goal={goal} onClose={() => setRecording(false)} /> : null}
      <GoalHistory goal={goal} />
      <Comments about="goal" aboutId={goal.id} name={goal.title} />
      {edited ? <GoalDialog goal={goal} onClose={() => setEdited(false)} /> : null}
    </article>
  )
}

const gainWords = (gain: number) =>
  `${gain > 0 ? '+' : gain < 0 ? '−' : '±'}${valueWords(Math.abs(gain), null)}`

function Progress({ goal }: { goal: Goal }) {
  const share = progressOf(
    goal,
    goal.values.filter(({ isStruck }) => !isStruck),
  )
  if (share === null) return null
  const percent = Math.round(share * 100)
  return (
    <div className="mt-3 flex items-center gap-3">
      <progress
        value={percent}
        max={100}
        aria-label={`On the way to ${goal.title}`}
        className="h-2 flex-1 appearance-none overflow-hidden rounded-full bg-surface-sunken [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-surface-sunken [&::-webkit-progress-value]:bg-brand"
      />
      <span className="tabular text-sm text-muted">{`${percent} %`}</span>
    </div>
  )
}

function ValueForm({ goal, onClose }: { goal: Goal; onClose: () => void }) {
  const { view } = useWorkspace()
  const refresh = useRefreshWorkspaces()
  const element = useRef<HTMLFormElement>(null)
  const form = useCheckedForm(valueFormSchema)
  const [ids] = useState(contentIds)
  const saves = form.sends(async ({ value, on }) => {
    const recorded = { goalId: goal.id, value: numberFrom(value) ?? 0, on }
    const { id } = await workspacesClient.recordValue.call({ ...recorded, newValueId: ids.of(recorded) })
    await refresh()
    onClose()
    toast.success('Recorded', goal.title, {
      action: {
        label: 'Undo',
        onClick: () =>
          void workspacesClient.strikeValue.call({ valueId: id, struck: true }).then(refresh, refresh),
      },
    })
  })
  return (
    <form {...saves} ref={element} className="mt-4 flex flex-col gap-3 rounded-control bg-surface p-3">
      <div className="grid grid-cols-2 gap-3">
        <Field label={goal.unit ? `Value in ${goal.unit}` : 'Value'} error={form.errors.value}>
          <Input name="value" inputMode="decimal" autoComplete="off" autoFocus />
        </Field>
        <Field label="Measured on" error={form.errors.on}>
          <Input name="on" type="date" defaultValue={view.today} max={view.today} />
        </Field>
      </div>
      <FormError>{form.failure}</FormError>
      <div className="flex gap-2">
        <Button type="submit" size="sm" variant="brand" loading={form.busy}>
          Record
        </Button>
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function GoalHistory({ goal }: { goal: Goal }) {
  const { view } = useWorkspace()
  const act = useAct()
  const [isOpen, setOpen] = useState(false)
  const history = useQuery(
    workspacesClient.goalHistory.queryOptions({ input: { goalId: goal.id }, enabled: isOpen, staleTime: 0 }),
  )
  const strike = (valueId: string, struck: boolean) => () =>
    workspacesClient.strikeValue.call({ valueId, struck })
  return (
    <details className="mt-3" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-11 py-2.5 text-sm font-medium text-muted hover:text-ink">
        Values and history
      </summary>
      {goal.values.length > 0 ? (
        <table className="w-full text-left text-sm">
          <caption className="sr-only">{`Values of ${goal.title}`}</caption>
          <thead className="text-muted">
            <tr>
              <th scope="col" className="py-1 font-medium">
                Day
              </th>
              <th scope="col" className="py-1 text-right font-medium">
                Value
              </th>
              <th scope="col" className="py-1 pl-4 font-medium">
                By
              </th>
              <th>
                <span className="sr-only">Strike out</span>
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {goal.values.toReversed().map((value) => (
              <tr key={value.id} className={value.isStruck ? 'text-muted line-through' : undefined}>
                <td className="tabular py-1.5">{formatDate(value.on)}</td>
                <td className="tabular py-1.5 text-right">{valueWords(value.value, goal.unit)}</td>
                <td className="py-1.5 pl-4">{value.isMine ? 'You' : <bdi>{value.by}</bdi>}</td>
                <td className="py-0.5 text-right">
                  {value.isMine && view.isOpen ? (
                    <button
                      type="button"
                      className="text-link inline-block min-h-9 px-1"
                      onClick={() =>
                        void act(strike(value.id, !value.isStruck), {
                          done: value.isStruck ? 'Counts again' : 'Struck out',
                          failed: 'Not changed',
                          undo: strike(value.id, value.isStruck),
                        })
                      }
                    >
                      {value.isStruck ? 'Restore' : 'Strike out'}
                    </button>
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {isOpen && history.isPending ? <Skeleton className="mt-2 h-16" /> : null}
      {history.isError ? <p className="mt-2 text-sm text-muted">The history could not be loaded.</p> : null}
      <ol className="mt-3 flex flex-col gap-1.5 text-sm">
        {history.data
          ?.filter(({ kind }) => kind !== 'commented')
          .map((event) => (
            <li key={event.id}>
              <span className="tabular text-muted">{formatMoment(event.at, view.zone)}</span>
              {' · '}
              {eventSentence(event, { withTitle: false })}
              {event.changes.length > 0 ? (
                <bdi className="text-muted">{` ${event.changes.map(changeWords).join(', ')}`}</bdi>
              ) : null}
            </li>
          ))}
      </ol>
    </details>
  )
}
