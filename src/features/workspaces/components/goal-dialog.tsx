import { useRef, useState } from 'react'
import { contentIds } from '#platform/content-id.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { toast } from '#ui/toast.tsx'
import { workspacesClient } from '../client.ts'
import { isMeasure, type MeasureName, measureNames, measures } from '../goal.ts'
import { type Goal, goalFormSchema, numberFrom } from '../schema.ts'
import { useRefreshWorkspaces, useWorkspace } from './workspace-context.ts'

const measureOptions = measureNames.map((value) => ({ value, label: measures[value].label }))

/** Creates or edits a goal: its title, measure, start, target and due date. */
export function GoalDialog({ goal, onClose }: { goal?: Goal; onClose: () => void }) {
  const { view, pair } = useWorkspace()
  const refresh = useRefreshWorkspaces()
  const element = useRef<HTMLFormElement>(null)
  const form = useCheckedForm(goalFormSchema)
  const before = goal && isMeasure(goal.measure) ? goal.measure : 'club_speed'
  const [chosen, setMeasure] = useState<MeasureName>(before)
  const [ids] = useState(contentIds)
  const hasValues = goal !== undefined && goal.values.length > 0
  // The first value may be recorded while this dialog is open.
  const measure = hasValues ? before : chosen
  const { unit } = measures[measure]
  const isFree = measure === 'other'
  const isMeasured = measure !== 'none'
  const saves = form.sends(async (entered) => {
    const fields = {
      title: entered.title,
      measure: entered.measure,
      unit: entered.unit || null,
      moreIsBetter: entered.direction !== 'less',
      target: numberFrom(entered.target),
      dueOn: entered.dueOn || null,
    }
    const set = { ...fields, ...pair, start: numberFrom(entered.start) }
    if (goal) await workspacesClient.changeGoal.call({ ...fields, goalId: goal.id, basedOn: goal.version })
    else await workspacesClient.setGoal.call({ ...set, newGoalId: ids.of(set) })
    await refresh()
    onClose()
    toast.success(goal ? 'Goal changed' : 'Goal set', entered.title)
  })
  const unitOf = unit ? <span className="pr-2">{unit}</span> : undefined
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      size="sm"
      title={goal ? 'Change the goal' : 'Set a goal'}
      description={goal ? 'Earlier values stay in its history.' : 'Both of you see it and can record values.'}
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button variant="brand" loading={form.busy} onClick={() => element.current?.requestSubmit()}>
            {goal ? 'Save' : 'Set the goal'}
          </Button>
        </>
      }
    >
      <form {...saves} ref={element} className="flex flex-col gap-4">
        <Field label="Goal" error={form.errors.title}>
          <Input
            name="title"
            defaultValue={goal?.title}
            placeholder="Drive it past the creek on 4"
            autoComplete="off"
            maxLength={130}
          />
        </Field>
        <Field
          label="What do you measure?"
          hint={hasValues ? 'It has values already. Set a new goal to measure something else.' : undefined}
          error={form.errors.measure}
        >
          <Select
            name="measure"
            options={hasValues ? measureOptions.filter(({ value }) => value === measure) : measureOptions}
            value={measure}
            onChange={(event) => isMeasure(event.target.value) && setMeasure(event.target.value)}
          />
        </Field>
        {isFree ? (
          <div className="grid grid-cols-2 gap-3">
            <Field label="Unit" optional error={form.errors.unit}>
              <Input
                name="unit"
                defaultValue={goal?.unit ?? ''}
                readOnly={hasValues && goal.unit !== null}
                placeholder="feet"
                autoComplete="off"
              />
            </Field>
            <Field label="Better is" error={form.errors.direction}>
              <Select
                name="direction"
                options={[
                  { value: 'more', label: 'More' },
                  { value: 'less', label: 'Less' },
                ]}
                defaultValue={goal && !goal.moreIsBetter ? 'less' : 'more'}
              />
            </Field>
          </div>
        ) : null}
        {isMeasured ? (
          <div className="grid grid-cols-2 gap-3">
            {goal ? null : (
              <Field label="Now" optional error={form.errors.start}>
                <Input name="start" inputMode="decimal" autoComplete="off" trailing={unitOf} />
              </Field>
            )}
            <Field label="Target" optional error={form.errors.target}>
              <Input
                name="target"
                inputMode="decimal"
                autoComplete="off"
                trailing={unitOf}
                defaultValue={goal?.target ?? ''}
              />
            </Field>
          </div>
        ) : null}
        <Field label="By" optional error={form.errors.dueOn}>
          <Input
            name="dueOn"
            type="date"
            defaultValue={goal?.dueOn ?? ''}
            min={goal ? undefined : view.today}
          />
        </Field>
        <FormError>{form.failure}</FormError>
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
