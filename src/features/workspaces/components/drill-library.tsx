import { useQuery } from '@tanstack/react-query'
import { ClipboardList, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { workspacesClient } from '../client.ts'
import type { Drill } from '../schema.ts'
import { DrillForm } from './drill-form.tsx'
import { DrillPictureView } from './drill-picture.tsx'
import { useAct, useRefreshWorkspaces } from './workspace-context.ts'
import { drillsQuery } from './workspace-queries.ts'

/** A coach's library of drills, which can be assigned to many students. */
export function DrillLibrary() {
  const drills = useQuery(drillsQuery)
  const refresh = useRefreshWorkspaces()
  const [edited, setEdited] = useState<Drill | 'new' | null>(null)
  const isNew = edited === 'new'
  return (
    <section aria-label="Your drills">
      <Button variant="brand" onClick={() => setEdited('new')}>
        <Plus aria-hidden />
        Write a drill
      </Button>
      <div className="mt-5">
        {drills.isPending ? <Skeleton className="h-64" /> : null}
        {drills.isError ? (
          <Alert
            tone="error"
            title="Your drills could not be loaded."
            action={
              <Button size="sm" onClick={() => void drills.refetch()}>
                Try again
              </Button>
            }
          >
            Nothing is lost; only this list is missing.
          </Alert>
        ) : null}
        {drills.data?.length === 0 ? (
          <EmptyState icon={ClipboardList} title="Write a drill once, assign it often">
            A name, how to do it, and how many days a week. Students tick the days, and you see them.
          </EmptyState>
        ) : null}
        <ul className="grid gap-3 md:grid-cols-2">
          {drills.data?.map((drill) => (
            <LibraryDrill key={drill.id} drill={drill} onEdit={() => setEdited(drill)} />
          ))}
        </ul>
      </div>
      {edited ? (
        <DrillForm
          title={isNew ? 'A new drill' : 'Edit drill'}
          description="Students see it once you assign it."
          submitLabel="Save drill"
          {...(isNew ? {} : { drill: edited as Drill })}
          onClose={() => setEdited(null)}
          onSaved={async () => {
            await refresh()
            setEdited(null)
            toast.success('Drill saved')
          }}
        />
      ) : null}
    </section>
  )
}

function LibraryDrill({ drill, onEdit }: { drill: Drill; onEdit: () => void }) {
  const act = useAct()
  const remove = (removed: boolean) => () => workspacesClient.removeDrill.call({ drillId: drill.id, removed })
  return (
    <li className="rounded-card border bg-surface-raised p-4">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="font-sans text-base font-semibold tracking-normal">
            <bdi className="wrap-anywhere">{drill.title}</bdi>
          </h2>
          <p className="text-sm text-muted">
            {drill.timesAWeek === 7
              ? 'Every day'
              : `${drill.timesAWeek} ${drill.timesAWeek === 1 ? 'day' : 'days'} a week`}
            {drill.students > 0
              ? ` · with ${drill.students} ${drill.students === 1 ? 'student' : 'students'}`
              : ''}
          </p>
        </div>
        <Button variant="ghost" size="icon-sm" aria-label={`Edit ${drill.title}`} onClick={onEdit}>
          <Pencil aria-hidden />
        </Button>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`Remove ${drill.title} from your library`}
          onClick={() =>
            void act(remove(true), {
              done: 'Removed from your library',
              about: 'Students who have it keep it.',
              failed: 'Not removed',
              undo: remove(false),
            })
          }
        >
          <Trash2 aria-hidden />
        </Button>
      </div>
      {drill.picture ? <DrillPictureView picture={drill.picture} className="mt-3" /> : null}
      <p dir="auto" className="mt-3 line-clamp-4 text-[0.9375rem] wrap-anywhere whitespace-pre-wrap">
        {drill.how}
      </p>
    </li>
  )
}
