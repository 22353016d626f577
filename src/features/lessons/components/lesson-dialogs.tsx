import { useQuery } from '@tanstack/react-query'
import { type ComponentType, Suspense } from 'react'
import { bookingsClient } from '#features/bookings/client.ts'
import { CancelDialog } from '#features/bookings/components/cancel-dialog.tsx'
import { CompleteDialog } from '#features/bookings/components/complete-dialog.tsx'
import type { LessonDialogProps } from '#features/bookings/components/lesson-dialog.ts'
import { lessonWhen } from '#features/bookings/components/lesson-words.ts'
import { MoveDialog } from '#features/bookings/components/move-dialog.tsx'
import { useRefreshLessons } from '#features/bookings/components/use-refresh-lessons.ts'
import type { ActionKind, LessonView } from '#features/bookings/lesson-action-kinds.ts'
import { actionLabel } from '#features/bookings/lesson-links.ts'
import { ReleaseHoldDialog } from '#features/checkout/components/release-hold-dialog.tsx'
import { ReportProblemDialog } from '#features/disputes/report-problem-dialog.tsx'
import { PAID_OUT_AFTER_HOURS } from '#features/payouts/payout.ts'
import { NoteDialog } from '#features/reviews/components/note-dialog.tsx'
import { ReviewDialog } from '#features/reviews/components/review-dialog.tsx'
import { readProblem } from '#platform/api-problem.ts'
import { useLive } from '#platform/use-live.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { LessonDetails } from './lesson-details.tsx'

/** Loaded lazily: few lessons are weekly. */
const CancelRestDialog = lazyPart(
  () => import('#features/bookings/components/cancel-rest-dialog.tsx'),
  'CancelRestDialog',
)

const dialogs: Record<ActionKind, ComponentType<LessonDialogProps>> = {
  release: ReleaseHoldDialog,
  complete: (props) => <CompleteDialog {...props} paidOutAfterHours={PAID_OUT_AFTER_HOURS} />,
  review: ReviewDialog,
  note: NoteDialog,
  move: MoveDialog,
  report: ReportProblemDialog,
  cancel: CancelDialog,
  cancel_rest: (props) => (
    <Suspense>
      <CancelRestDialog {...props} />
    </Suspense>
  ),
}

/** These show by themselves why they cannot be done. */
const explainThemselves: readonly ActionKind[] = ['cancel', 'cancel_rest', 'move']

/** What is open about one lesson. The address names it, so that links, reloads and the back button find it. */
export function LessonDialogs({
  bookingId,
  doing,
  as,
  onClose,
  onDo,
}: {
  bookingId: string
  doing: LessonView
  as: 'student' | 'coach'
  onClose: () => void
  onDo: (doing: LessonView) => void
}) {
  const refresh = useRefreshLessons()
  const query = useQuery({
    ...bookingsClient.get.queryOptions({ input: { bookingId } }),
    staleTime: 0,
    retry: (count, error) => count < 2 && readProblem(error).code === 'offline',
  })
  useLive([`booking:${bookingId}`], () => void refresh())
  const lesson = query.data
  if (!lesson)
    return (
      <Dialog open onOpenChange={(open) => open || onClose()} title="Your lesson">
        {query.isError ? (
          <Alert tone="error" title={readProblem(query.error).message ?? 'We could not reach the server.'}>
            It may belong to another account than the one you are signed in with.
          </Alert>
        ) : (
          <div role="status" className="flex flex-col gap-3">
            <span className="sr-only">Looking it up…</span>
            <Skeleton className="h-16 w-full" />
            <Skeleton className="h-24 w-full" />
          </div>
        )}
      </Dialog>
    )
  if (doing === 'details') return <LessonDetails lesson={lesson} as={as} onClose={onClose} onDo={onDo} />
  const action = lesson.actions.find(({ kind }) => kind === doing)
  const why = action ? action.refusal : { message: 'Only the other person in this lesson can do this.' }
  if (why && !explainThemselves.includes(doing))
    return (
      <Dialog
        open
        onOpenChange={(open) => open || onClose()}
        title={actionLabel(doing)}
        description={lessonWhen(lesson, as)}
        footer={
          <>
            <Button onClick={onClose}>Close</Button>
            <Button variant="brand" onClick={() => onDo('details')}>
              Lesson details
            </Button>
          </>
        }
      >
        <Alert tone="warning" title={why.message} />
      </Dialog>
    )
  const Open = dialogs[doing]
  return <Open key={`${doing} ${bookingId}`} lesson={lesson} as={as} onClose={onClose} onDo={onDo} />
}
