import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bookmark, BookmarkX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { formatMoney } from '#platform/money.ts'
import { Alert } from '#ui/alert.tsx'
import { Anchor } from '#ui/anchor.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { RatingStars } from '#ui/rating-stars.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { savesClient } from './client.ts'
import { moveDeviceSaves } from './move-device-saves.ts'
import { savedCoachesQuery } from './saved-coaches-query.ts'
import type { SavedCoach } from './schema.ts'

/** The coaches a student saved, each with a booking link and a remove button. */
export function SavedCoaches() {
  const queryClient = useQueryClient()
  const saved = useQuery(savedCoachesQuery)
  // Moves coaches saved in this browser before signing in to the account.
  useEffect(() => {
    void moveDeviceSaves((instructorId) => savesClient.save.call({ instructorId })).then((isMoved) =>
      isMoved ? queryClient.invalidateQueries({ queryKey: savesClient.key() }) : null,
    )
  }, [queryClient])
  if (saved.isPending)
    return (
      <div role="status" className="flex flex-col gap-3">
        <span className="sr-only">Loading the coaches you saved…</span>
        <Skeleton className="h-24 rounded-card" />
        <Skeleton className="h-24 rounded-card" />
      </div>
    )
  if (!saved.data)
    return (
      <Alert
        tone="error"
        title="The coaches you saved could not be loaded."
        action={
          <Button size="sm" onClick={() => void saved.refetch()}>
            Try again
          </Button>
        }
      >
        They are still saved.
      </Alert>
    )
  if (saved.data.length === 0)
    return (
      <EmptyState
        icon={Bookmark}
        title="No coach saved yet"
        action={
          <LinkButton href="/" variant="primary">
            Find a coach near you
          </LinkButton>
        }
      >
        Select “Save profile” on a coach’s page to see it here.
      </EmptyState>
    )
  return (
    <ul className="flex flex-col gap-3">
      {saved.data.map((coach) => (
        <li key={coach.id}>
          <SavedCoachLine coach={coach} />
        </li>
      ))}
    </ul>
  )
}

function SavedCoachLine({ coach }: { coach: SavedCoach }) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const refresh = () => queryClient.invalidateQueries({ queryKey: savesClient.key() })
  async function restore() {
    try {
      await savesClient.save.call({ instructorId: coach.id })
      await refresh()
      toast.success('Saved again', `${coach.label} is back on your list.`)
    } catch (error) {
      toast.error(
        'Not saved',
        readProblem(error).message ?? 'We could not reach the server. Please try again.',
      )
    }
  }
  async function remove() {
    setBusy(true)
    try {
      await savesClient.remove.call({ instructorId: coach.id })
      await refresh()
      toast.success('Removed', `${coach.label} is no longer in your saved coaches.`, {
        // No undo for a coach on a break, who cannot be saved again.
        ...(coach.isOnShow ? { action: { label: 'Undo', onClick: () => void restore() } } : {}),
      })
    } catch (error) {
      toast.error(
        'Not removed',
        readProblem(error).message ?? 'We could not reach the server. Please try again.',
      )
    } finally {
      setBusy(false)
    }
  }
  return (
    <article className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-card border bg-surface-raised p-4 sm:px-5">
      <Avatar name={coach.name} src={coach.imageUrl} size="lg" decorative />
      <div className="min-w-0 flex-1 basis-48">
        <h2 className="text-lg font-semibold wrap-anywhere">
          {coach.isOnShow ? (
            <Anchor href={`/instructor/${coach.id}`} className="hover:underline">
              {coach.name}
            </Anchor>
          ) : (
            coach.name
          )}
        </h2>
        <p className="tabular flex flex-wrap items-center gap-x-3 gap-y-0.5 text-[0.9375rem] text-muted">
          <RatingStars value={coach.rating} count={coach.reviewCount} look="compact" />
          <span>{coach.location}</span>
          <span>{formatMoney(coach.hourlyRateCents)} an hour</span>
        </p>
        {coach.isOnShow ? null : <p className="mt-0.5 text-sm text-muted">Takes a break at the moment.</p>}
      </div>
      <div className="flex gap-2 max-sm:w-full">
        {coach.isOnShow ? (
          <LinkButton
            size="sm"
            variant={coach.mayBook ? 'brand' : 'secondary'}
            href={coach.mayBook ? `/instant-book/${coach.id}` : `/compose?instructor=${coach.id}`}
          >
            {coach.mayBook ? 'Book' : 'Message'}
            <span className="sr-only"> {coach.label}</span>
          </LinkButton>
        ) : null}
        <Button size="sm" loading={busy} onClick={() => void remove()}>
          <BookmarkX aria-hidden />
          Remove
          <span className="sr-only"> {coach.label} from your saved coaches</span>
        </Button>
      </div>
    </article>
  )
}
