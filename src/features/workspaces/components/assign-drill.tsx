import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { contentIds } from '#platform/content-id.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { workspacesClient } from '../client.ts'
import { DrillForm } from './drill-form.tsx'
import { playerFirstName, useRefreshWorkspaces, useWorkspace } from './workspace-context.ts'
import { drillsQuery } from './workspace-queries.ts'

/** Assigns a drill from the coach's library, or creates a new one first. */
export function AssignDrillButton({ bookingId = null }: { bookingId?: string | null }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        <Plus aria-hidden />
        Assign a drill
      </Button>
      {isOpen ? <AssignDialog bookingId={bookingId} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function AssignDialog({ bookingId, onClose }: { bookingId: string | null; onClose: () => void }) {
  const { view, pair } = useWorkspace()
  const refresh = useRefreshWorkspaces()
  const drills = useQuery(drillsQuery)
  const [chosen, setChosen] = useState('')
  const [dueOn, setDueOn] = useState('')
  const [isNew, setNew] = useState(false)
  const assigning = useAttempt()
  const [ids] = useState(contentIds)
  const student = playerFirstName(view)
  const isEmpty = drills.data?.length === 0

  async function assign(drillId: string) {
    const given = { ...pair, drillId, bookingId, dueOn: dueOn || null }
    const { id } = await workspacesClient.assignDrill.call({ ...given, newAssignedDrillId: ids.of(given) })
    await refresh()
    onClose()
    toast.success(`Assigned to ${student}`, undefined, {
      action: {
        label: 'Undo',
        onClick: () =>
          void workspacesClient.endDrill.call({ assignedDrillId: id, ended: true }).then(refresh, refresh),
      },
    })
  }

  if (isNew || isEmpty)
    return (
      <DrillForm
        title="A new drill"
        submitLabel={`Save and assign to ${student}`}
        description="It is saved in your library so that you can assign it again."
        onClose={onClose}
        onSaved={assign}
      />
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      size="sm"
      title="Assign a drill"
      description={`${student} ticks the days. You see them here.`}
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button
            variant="brand"
            disabled={!chosen}
            loading={assigning.busy}
            onClick={() => void assigning.attempt(() => assign(chosen))}
          >
            Assign
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {drills.isPending ? <Skeleton className="h-40" /> : null}
        {drills.isError ? (
          <Alert
            tone="error"
            title="Your drills could not be loaded."
            action={
              <Button size="sm" onClick={() => void drills.refetch()}>
                Try again
              </Button>
            }
          />
        ) : null}
        {drills.data ? (
          <RadioGroup
            legend="Drill"
            name="drill"
            value={chosen}
            onValueChange={setChosen}
            options={drills.data.map((drill) => ({
              value: drill.id,
              label: drill.title,
              description: `${drill.timesAWeek} ${drill.timesAWeek === 1 ? 'day' : 'days'} a week`,
            }))}
          />
        ) : null}
        <Button size="sm" className="self-start" onClick={() => setNew(true)}>
          <Plus aria-hidden />
          Write a new drill
        </Button>
        <Field label="Until" optional hint="Leave it empty to go on until you end it.">
          <Input
            type="date"
            value={dueOn}
            min={view.today}
            onChange={(event) => setDueOn(event.target.value)}
          />
        </Field>
        <FormError>{assigning.failure}</FormError>
      </div>
    </Dialog>
  )
}
