import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { golfersClient } from '../client.ts'
import { golferLimits } from '../golfer.ts'
import type { OwnGolfer } from '../own-golfers.ts'
import { GolferDialog } from './golfer-dialog.tsx'

/** The golfers of the user's account: lists, adds, changes and removes them. @param mayAdd false for an account that books no lessons */
export function Golfers({ mayAdd }: { mayAdd: boolean }) {
  const list = useQuery(golfersClient.list.queryOptions({ staleTime: 0 }))
  const [editing, setEditing] = useState<OwnGolfer | 'new' | null>(null)
  if (list.isPending) return <Skeleton className="h-19 w-full" />
  if (list.isError)
    return (
      <Alert
        tone="error"
        title="Your golfers could not be loaded."
        action={
          <Button size="sm" onClick={() => void list.refetch()}>
            Try again
          </Button>
        }
      />
    )
  const { golfers } = list.data
  const isFull = golfers.length >= golferLimits.golfers
  const add = (
    <Button variant="brand" onClick={() => setEditing('new')}>
      Add a golfer
    </Button>
  )
  return (
    <div className="flex flex-col items-start gap-5">
      {golfers.length === 0 ? (
        <EmptyState icon={Users} title="Only you so far" action={add} className="w-full">
          Add a child or another adult, and choose who plays when you book a lesson.
        </EmptyState>
      ) : (
        <>
          <ul className="w-full divide-y rounded-card border bg-surface-raised">
            {golfers.map((golfer) => (
              <GolferRow key={golfer.id} golfer={golfer} onChange={() => setEditing(golfer)} />
            ))}
          </ul>
          {!mayAdd ? null : isFull ? (
            <p className="text-[0.9375rem] text-muted">
              An account has at most {golferLimits.golfers} golfers. Remove one to add another.
            </p>
          ) : (
            add
          )}
        </>
      )}
      {editing ? (
        <GolferDialog {...(editing === 'new' ? {} : { golfer: editing })} onClose={() => setEditing(null)} />
      ) : null}
    </div>
  )
}

function GolferRow({ golfer, onChange }: { golfer: OwnGolfer; onChange: () => void }) {
  const queryClient = useQueryClient()
  const remove = useMutation({
    ...golfersClient.remove.mutationOptions(),
    onSuccess: () => toast.success(`${golfer.name} removed`),
    onError: (error) => toast.error('Not removed', readProblem(error).message ?? 'Please try again.'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: golfersClient.key() }),
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3.5">
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium wrap-anywhere">
          <bdi>{golfer.name}</bdi>
        </p>
        <p className="text-sm text-muted">
          {golfer.relation === 'adult' ? 'Adult' : `Child, born in ${golfer.yearOfBirth}`}
        </p>
        {golfer.relation === 'child' ? (
          <p className="text-sm text-muted">
            {golfer.allowsClips ? 'Clips are allowed' : 'Clips are not allowed'}
          </p>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-2">
        {golfer.relation === 'child' ? <ClipsConsent golfer={golfer} /> : null}
        <Button size="sm" onClick={onChange} aria-label={`Change ${golfer.name}`}>
          Change
        </Button>
        <ConfirmDialog
          trigger={
            <Button size="sm" variant="ghost" aria-label={`Remove ${golfer.name}`}>
              Remove
            </Button>
          }
          title={`Remove ${golfer.name}?`}
          description="Past lessons and video reviews keep the name. Everything else about the golfer is deleted."
          confirmLabel="Remove golfer"
          onConfirm={() => remove.mutateAsync({ golferId: golfer.id }).then(undefined, () => undefined)}
        />
      </div>
    </li>
  )
}

/** The guardian allows clips of a child, or withdraws that. */
function ClipsConsent({ golfer: { id, name, allowsClips } }: { golfer: OwnGolfer }) {
  const queryClient = useQueryClient()
  const allow = useMutation({
    ...golfersClient.allowClips.mutationOptions(),
    onSuccess: ({ allowed }) =>
      toast.success(allowed ? `Clips of ${name} are allowed` : `Clips of ${name} are no longer allowed`),
    onError: (error) => toast.error('Not changed', readProblem(error).message ?? 'Please try again.'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: golfersClient.key() }),
  })
  const set = (allowed: boolean) => async () => {
    await allow.mutateAsync({ golferId: id, allowed }).catch(() => undefined)
  }
  return allowsClips ? (
    <ConfirmDialog
      trigger={
        <Button size="sm" aria-label={`Stop allowing clips of ${name}`}>
          Stop allowing clips
        </Button>
      }
      title={`Stop allowing clips of ${name}?`}
      description="Nobody can add clips, and coaches no longer see those that exist. You keep them and can delete them."
      confirmLabel="Stop allowing clips"
      onConfirm={set(false)}
    />
  ) : (
    <ConfirmDialog
      trigger={
        <Button size="sm" aria-label={`Allow clips of ${name}`}>
          Allow clips
        </Button>
      }
      title={`Allow clips of ${name}?`}
      description={`You and the coaches of ${name} can then add swing videos and pictures. Only you and the coach of a clip see it. You can withdraw this at any time.`}
      confirmLabel="Allow clips"
      tone="brand"
      onConfirm={set(true)}
    />
  )
}
