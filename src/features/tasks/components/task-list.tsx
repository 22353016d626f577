import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  CalendarX,
  CircleCheck,
  CircleHelp,
  Clapperboard,
  EyeOff,
  FilePen,
  Landmark,
  type LucideIcon,
  MessageCircle,
  NotebookPen,
  TriangleAlert,
} from 'lucide-react'
import { useState } from 'react'
import { useLive, useNotices } from '#platform/use-live.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { CountBadge } from '#ui/count-badge.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { tasksClient } from '../client.ts'
import type { ShownTask } from '../schema.ts'
import type { TaskKind } from '../task.ts'
import { tasksQuery } from './coach-home-queries.ts'
import { taskKey, taskWords } from './task-words.ts'

const SHOWN = 3

const icons: Record<TaskKind, LucideIcon> = {
  hidden: EyeOff,
  calendar: CalendarX,
  problem: TriangleAlert,
  video_review: Clapperboard,
  conversation: MessageCircle,
  changes: FilePen,
  outcome: CircleHelp,
  bank_account: Landmark,
  note: NotebookPen,
}

/** All that waits for the coach, each with a link that does it. Says that nothing does only when that was looked up. */
export function TaskList({ userId, className }: { userId: string; className?: string }) {
  const queryClient = useQueryClient()
  const { data, isError, refetch } = useQuery({
    ...tasksQuery,
    refetchInterval: 60_000,
    refetchOnWindowFocus: 'always',
  })
  const refresh = () => void queryClient.invalidateQueries({ queryKey: tasksClient.key() })
  useLive([`user:${userId}`], refresh)
  useNotices([`inbox:${userId}`], { onNotice: refresh, onReady: (isFirst) => isFirst || refresh() })
  const [isOpen, setOpen] = useState(false)
  const tasks = data?.tasks
  const shown = isOpen ? tasks : tasks?.slice(0, SHOWN)
  // The list of first steps above says already what is left to do.
  if (tasks?.length === 0 && data?.firstSteps) return null
  if (tasks?.length === 0)
    return (
      <Card className={className}>
        <p className="flex items-center gap-2.5 text-[0.9375rem] text-muted">
          <CircleCheck aria-hidden className="size-5 shrink-0 text-green" />
          Nothing needs you right now.
        </p>
      </Card>
    )
  return (
    <Card className={className}>
      <CardHeader title="Needs you" action={<CountBadge count={tasks?.length ?? 0} />} />
      {isError && !tasks ? (
        <p className="flex flex-wrap items-center gap-3 text-[0.9375rem] text-muted">
          We could not look up what needs you.
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      ) : null}
      {tasks || isError ? null : <TasksSkeleton />}
      <ul className="-my-1 divide-y divide-line">
        {shown?.map((task) => (
          <li key={taskKey(task)}>
            <TaskLine task={task} />
          </li>
        ))}
      </ul>
      {tasks && tasks.length > SHOWN ? (
        <Button
          size="sm"
          variant="ghost"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="mt-2 -ml-3.5"
        >
          {isOpen ? 'Show fewer' : `Show all ${tasks.length}`}
        </Button>
      ) : null}
    </Card>
  )
}

function TaskLine({ task }: { task: ShownTask }) {
  const Icon = icons[task.kind]
  const { title, detail, action, href } = taskWords(task)
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3.5 gap-y-2 py-3 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <Icon aria-hidden className="size-5 self-start text-accent sm:self-center" strokeWidth={1.75} />
      <div className="min-w-0">
        <p className="font-semibold break-words">{title}</p>
        <p className="tabular text-sm break-words text-muted">{detail}</p>
      </div>
      <LinkButton href={href} size="sm" className="justify-self-start max-sm:col-start-2">
        {action}
        <span className="sr-only">: {title}</span>
      </LinkButton>
    </div>
  )
}

function TasksSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">Looking up what needs you…</span>
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-9 w-full" />
    </div>
  )
}
