import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Clapperboard, MessageCircle, Mic, PenLine } from 'lucide-react'
import { readProblem } from '#platform/api-problem.ts'
import { formatDay } from '#platform/time.ts'
import { useViewerZone } from '#platform/use-viewer-zone.ts'
import { Alert } from '#ui/alert.tsx'
import { Anchor } from '#ui/anchor.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { clipsClient } from '../client.ts'
import { formatClipTime } from '../frames.ts'
import type { ClipPartner, ClipSummary, ClipList as Clips, ClipsOfGolfer } from '../schema.ts'
import { AddClips } from './add-clips.tsx'
import { clipListQuery, useClipsSeen, useLiveClips } from './clip-queries.ts'

/**
 * The clips of a coach and a student, newest first; with a booking, only the clips of that lesson.
 * @param me the id of the viewer
 */
export function ClipList(props: ClipsOfGolfer & { bookingId?: string; me: string }) {
  const { me, instructorId, studentId, golferId, bookingId } = props
  const query = useQuery(clipListQuery({ instructorId, studentId, golferId, bookingId }))
  useLiveClips(me)
  const list = query.data
  useClipsSeen({ instructorId, studentId }, list?.clips ?? [], list)
  if (query.isPending)
    return (
      <div aria-busy="true" className={gridClass}>
        {['first', 'second', 'third'].map((one) => (
          <Skeleton key={one} className="aspect-4/5 w-full rounded-card" />
        ))}
      </div>
    )
  if (!list)
    return (
      <Alert
        tone="error"
        title="The clips could not be loaded"
        action={
          <Button size="sm" onClick={() => void query.refetch()}>
            Try again
          </Button>
        }
      >
        Nothing about them was changed.
      </Alert>
    )
  const isStudent = me === studentId
  const isAllowed = list.golfer?.isAllowed !== false
  const other = isStudent ? list.coach.name : list.student.name
  return (
    <div className="flex flex-col gap-5">
      {list.isShared ? null : (
        <Alert tone="warning" title={isStudent ? 'You no longer share these clips' : 'Sharing was ended'}>
          {isStudent
            ? `${other} cannot see them until you share again.`
            : `${other} does not share clips with you at the moment.`}
        </Alert>
      )}
      {list.golfer && !isAllowed ? <NotAllowed name={list.golfer.name} isStudent={isStudent} /> : null}
      {list.mayAdd ? (
        <AddClips
          instructorId={instructorId}
          studentId={studentId}
          golferId={golferId}
          bookingId={bookingId ?? null}
        />
      ) : null}
      {list.clips.length === 0 && !isAllowed ? null : list.clips.length === 0 ? (
        <EmptyState icon={Clapperboard} title="No clips yet">
          {list.mayAdd
            ? `Add a swing video or picture. ${other} can see it right away, and you can both draw on it.`
            : 'Clips of your lessons together appear here.'}
        </EmptyState>
      ) : (
        <ul aria-label="Clips" className={gridClass}>
          {list.clips.map((clip) => (
            <li key={clip.id}>
              <ClipCard clip={clip} by={clip.uploaderId === me ? 'you' : other} />
            </li>
          ))}
        </ul>
      )}
      {isStudent && isAllowed ? <Sharing list={list} coachId={instructorId} /> : null}
    </div>
  )
}

/** Clips of a child wait for the guardian's consent. */
function NotAllowed({ name, isStudent }: { name: string; isStudent: boolean }) {
  return (
    <Alert
      title={`Clips of ${name} are not allowed`}
      action={
        isStudent ? (
          <LinkButton size="sm" href="/profile#golfers">
            Open Profile Settings
          </LinkButton>
        ) : undefined
      }
    >
      {isStudent
        ? 'Nobody can add clips, and your coach sees none. You decide for each child in Profile Settings.'
        : 'A parent decides whether clips of a child can be added. Ask the parent to allow them in Profile Settings.'}
    </Alert>
  )
}

const gridClass = 'grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 lg:grid-cols-4'

function ClipCard({ clip, by }: { clip: ClipSummary; by: string }) {
  const zone = useViewerZone()
  const still =
    clip.poster.find(({ type, width }) => type === 'image/webp' && width >= 400) ?? clip.poster.at(-1)
  return (
    <article className="group relative overflow-hidden rounded-card border bg-surface-raised transition-shadow hover:shadow-float">
      <div className="relative grid aspect-4/5 place-items-center bg-[#0b120f]">
        {still ? (
          <img src={still.url} alt="" loading="lazy" className="absolute inset-0 size-full object-cover" />
        ) : (
          <Clapperboard aria-hidden className="size-8 text-white/60" />
        )}
        {clip.durationUs === null ? null : (
          <span className="tabular absolute right-2 bottom-2 rounded-md bg-black/75 px-1.5 py-0.5 text-xs font-semibold text-white">
            {formatClipTime(clip.durationUs)}
          </span>
        )}
      </div>
      <div className="px-3.5 py-3">
        <h3 dir="auto" className="truncate font-semibold">
          {/* A full page load, because the clip page has its own Permissions-Policy for the microphone. */}
          <a href={`/clips/${clip.id}`} className="after:absolute after:inset-0">
            {clip.title}
          </a>
        </h3>
        <p className="truncate text-sm text-muted">
          {zone ? formatDay(clip.createdAt, zone, { year: true }) : ''} · <bdi>{by}</bdi>
        </p>
        <p className="tabular mt-1.5 flex gap-3 text-sm text-muted">
          <span className="inline-flex items-center gap-1">
            <PenLine aria-hidden className="size-4" />
            {clip.drawings}
            <span className="sr-only">drawings</span>
          </span>
          <span className="inline-flex items-center gap-1">
            <MessageCircle aria-hidden className="size-4" />
            {clip.comments}
            <span className="sr-only">comments</span>
          </span>
          {clip.voiceOvers > 0 ? (
            <span className="inline-flex items-center gap-1">
              <Mic aria-hidden className="size-4" />
              {clip.voiceOvers}
              <span className="sr-only">{clip.voiceOvers === 1 ? 'voice-over' : 'voice-overs'}</span>
            </span>
          ) : null}
        </p>
      </div>
    </article>
  )
}

function Sharing({ list, coachId }: { list: Clips; coachId: string }) {
  const queryClient = useQueryClient()
  async function set(share: boolean) {
    try {
      await clipsClient.setSharing.call({ instructorId: coachId, share })
      toast.success(share ? 'Clips are shared again' : 'Sharing ended')
    } catch (error) {
      toast.error('Nothing was changed', readProblem(error).message ?? 'Please try again.')
    }
    await queryClient.invalidateQueries({ queryKey: clipsClient.list.key() })
  }
  if (!list.isShared)
    return (
      <Button className="self-start" onClick={() => void set(true)}>
        Share with {list.coach.name} again
      </Button>
    )
  return (
    <p className="text-sm text-muted">
      Only you and <bdi>{list.coach.name}</bdi> see these clips.{' '}
      <ConfirmDialog
        trigger={
          <button type="button" className="min-h-6 font-semibold text-ink underline underline-offset-2">
            Stop sharing
          </button>
        }
        title={`Stop sharing clips with ${list.coach.name}?`}
        description="Your coach no longer sees any of these clips. You keep them, and can share again at any time."
        confirmLabel="Stop sharing"
        keepLabel="Keep sharing"
        onConfirm={() => set(false)}
      />
    </p>
  )
}

/** More people than this are shown as a select. */
const SIDE_BY_SIDE = 5

/**
 * Selects one of the people the user shares clips with.
 * @param onChoose called when a person is chosen in the select; otherwise people are links
 */
export function ClipPeople(props: {
  people: readonly { id: string; name: string; clips: number }[]
  chosen: string
  onChoose: (id: string) => void
}) {
  const { people, chosen } = props
  if (people.length > SIDE_BY_SIDE)
    return (
      <Field label="Clips with" className="max-w-sm">
        <Select
          value={chosen}
          onChange={({ target }) => props.onChoose(target.value)}
          options={people.map(({ id, name, clips }) => ({
            value: id,
            label: clips > 0 ? `${name} (${clips} ${clips === 1 ? 'clip' : 'clips'})` : name,
          }))}
        />
      </Field>
    )
  return (
    <Choices
      label="People"
      chosen={chosen}
      choices={people.map(({ id, name, clips }) => ({ id, name, clips, href: `/clips?with=${id}` }))}
    />
  )
}

/** Selects who plays in the lessons of two people: the student or a golfer of the student. */
export function ClipPlayers({
  partner,
  chosen,
}: {
  partner: Pick<ClipPartner, 'id' | 'players'>
  chosen: string | null
}) {
  return (
    <Choices
      label="Who plays"
      chosen={chosen ?? ''}
      choices={partner.players.map(({ golferId, name, clips }) => ({
        id: golferId ?? '',
        name,
        clips,
        href: `/clips?with=${partner.id}${golferId ? `&golfer=${golferId}` : ''}`,
      }))}
    />
  )
}

function Choices({
  label,
  chosen,
  choices,
}: {
  label: string
  chosen: string
  choices: readonly { id: string; name: string; clips: number; href: string }[]
}) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-2">
      {choices.map(({ id, name, clips, href }) => (
        <Anchor
          key={id}
          href={href}
          aria-current={id === chosen ? 'page' : undefined}
          className="flex min-h-11 shrink-0 items-center gap-2 rounded-full border border-line-strong px-4 text-[0.9375rem] font-medium hover:bg-surface-hover aria-[current=page]:border-brand aria-[current=page]:bg-brand aria-[current=page]:text-on-brand"
        >
          <bdi>{name}</bdi>
          {clips > 0 ? <span className="tabular text-sm">{clips}</span> : null}
        </Anchor>
      ))}
    </nav>
  )
}
