import { ClipboardList, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { contentIds } from '#platform/content-id.ts'
import { formatDate } from '#platform/time.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { workspacesClient } from '../client.ts'
import { type AssignedDrill, practiceFormSchema } from '../schema.ts'
import { AssignDrillButton } from './assign-drill.tsx'
import { Comments } from './comments.tsx'
import { DrillStanding, TwoWeeks } from './drill-line.tsx'
import { DrillPictureView } from './drill-picture.tsx'
import { ShowOlder } from './show-older.tsx'
import { playerFirstName, useAct, useRefreshWorkspaces, useWorkspace } from './workspace-context.ts'

/** A student's drills with their ticks, and the practice log. */
export function DrillsPart() {
  const { view } = useWorkspace()
  const open = view.drills.filter((drill) => !drill.isEnded)
  const ended = view.drills.filter((drill) => drill.isEnded)
  return (
    <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <section aria-label="Drills">
        {view.as === 'coach' && view.isOpen && open.length > 0 ? <AssignDrillButton /> : null}
        {open.length === 0 ? (
          <EmptyState
            icon={ClipboardList}
            title="No drills right now"
            action={view.as === 'coach' && view.isOpen ? <AssignDrillButton /> : undefined}
          >
            {view.as === 'coach'
              ? `Assign a drill, and ${playerFirstName(view)} ticks the days here.`
              : `When ${view.coach.label} gives you a drill, you tick the days here. Your own practice goes into the log.`}
          </EmptyState>
        ) : null}
        <ul className="mt-4 flex flex-col gap-4">
          {open.map((drill) => (
            <li key={drill.id}>
              <DrillCard drill={drill} />
            </li>
          ))}
        </ul>
        {ended.length > 0 ? (
          <details className="mt-6">
            <summary className="min-h-11 py-2 font-medium text-muted hover:text-ink">
              {`Ended drills (${ended.length})`}
            </summary>
            <ul className="mt-2 flex flex-col gap-4">
              {ended.map((drill) => (
                <li key={drill.id}>
                  <DrillCard drill={drill} />
                </li>
              ))}
            </ul>
          </details>
        ) : null}
      </section>
      <PracticeLog />
    </div>
  )
}

function DrillCard({ drill }: { drill: AssignedDrill }) {
  const { view } = useWorkspace()
  const act = useAct()
  const end = (ended: boolean) => () => workspacesClient.endDrill.call({ assignedDrillId: drill.id, ended })
  return (
    <article className="rounded-card border bg-surface-raised p-4 sm:p-5">
      <header className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h3 className="font-sans text-base font-semibold tracking-normal">
            <bdi className="wrap-anywhere">{drill.title}</bdi>
          </h3>
          <DrillStanding drill={drill} />
        </div>
        {view.as === 'coach' && view.isOpen ? (
          <Button
            size="sm"
            onClick={() =>
              void act(end(!drill.isEnded), {
                done: drill.isEnded ? 'Goes on' : 'Ended',
                about: drill.title,
                failed: 'Not changed',
                undo: end(drill.isEnded),
              })
            }
          >
            {drill.isEnded ? 'Resume' : 'End'}
            <span className="sr-only"> {drill.title}</span>
          </Button>
        ) : null}
      </header>
      {drill.picture ? <DrillPictureView picture={drill.picture} className="mt-3" /> : null}
      {drill.how ? (
        <p dir="auto" className="mt-3 text-[0.9375rem] wrap-anywhere whitespace-pre-wrap">
          {drill.how}
        </p>
      ) : null}
      <p className="mt-1 text-sm text-muted">
        {`Since ${formatDate(drill.assignedOn)}`}
        {drill.dueOn ? `, until ${formatDate(drill.dueOn)}` : ''}
      </p>
      <div className="mt-3">
        <TwoWeeks drill={drill} canTick={view.as === 'student' && view.isOpen && !drill.isEnded} />
      </div>
      <Comments about="drill" aboutId={drill.id} name={drill.title} />
    </article>
  )
}

function PracticeLog() {
  const { view } = useWorkspace()
  const act = useAct()
  return (
    <section aria-labelledby="practice-log">
      <h2 id="practice-log" className="text-lg">
        Practice log
      </h2>
      {view.as === 'student' && view.isOpen ? <PracticeForm /> : null}
      {view.practice.length === 0 ? (
        <p className="mt-3 text-[0.9375rem] text-muted">
          {view.as === 'student'
            ? `Log practice on the range, on the course or at home. ${view.coach.label} can see it, too.`
            : `Practice that ${playerFirstName(view)} logs outside the drills appears here.`}
        </p>
      ) : (
        <ul className="mt-3 divide-y rounded-card border bg-surface-raised">
          {view.practice.map((entry) => (
            <li key={entry.id} className="flex items-start gap-2 px-4 py-3">
              <div className="min-w-0 flex-1">
                <p className="tabular text-sm text-muted">
                  {formatDate(entry.day)}
                  {entry.minutes ? ` · ${entry.minutes} min` : ''}
                </p>
                <p dir="auto" className="text-[0.9375rem] wrap-anywhere whitespace-pre-wrap">
                  {entry.content}
                </p>
              </div>
              {view.as === 'student' && view.isOpen ? (
                <Button
                  variant="ghost"
                  size="icon-sm"
                  aria-label={`Remove the entry of ${formatDate(entry.day)}`}
                  onClick={() =>
                    void act(() => workspacesClient.removePractice.call({ practiceId: entry.id }), {
                      done: 'Entry removed',
                      failed: 'Not removed',
                      undo: () => workspacesClient.restorePractice.call({ practiceId: entry.id }),
                    })
                  }
                >
                  <Trash2 aria-hidden />
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      <ShowOlder what="practice" name="entries" />
    </section>
  )
}

function PracticeForm() {
  const { view, pair } = useWorkspace()
  const refresh = useRefreshWorkspaces()
  const element = useRef<HTMLFormElement>(null)
  const form = useCheckedForm(practiceFormSchema)
  const [ids] = useState(contentIds)
  const logs = form.sends(async ({ day, minutes, content }) => {
    const entry = { ...pair, day, minutes: minutes ? Number(minutes) : null, content }
    await workspacesClient.logPractice.call({ ...entry, newPracticeId: ids.of(entry) })
    ids.forget()
    element.current?.reset()
    await refresh()
    toast.success('Written down')
  })
  return (
    <Card padding="sm" className="mt-3">
      <form {...logs} ref={element} className="flex flex-col gap-3">
        <Field label="What you practiced" error={form.errors.content}>
          <Textarea name="content" rows={2} maxLength={1_050} placeholder="50 wedges to the 80 flag" />
        </Field>
        <div className="grid grid-cols-2 gap-3">
          <Field label="Day" error={form.errors.day}>
            <Input name="day" type="date" defaultValue={view.today} max={view.today} />
          </Field>
          <Field label="Minutes" optional error={form.errors.minutes}>
            <Input name="minutes" inputMode="numeric" autoComplete="off" placeholder="30" />
          </Field>
        </div>
        <FormError>{form.failure}</FormError>
        <Button type="submit" size="sm" variant="brand" loading={form.busy} className="self-start">
          Add to the log
        </Button>
      </form>
    </Card>
  )
}
