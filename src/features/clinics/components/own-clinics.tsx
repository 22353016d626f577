import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, Ellipsis, Eye, Pencil, Plus, Send, Trash2, UsersRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { formatMoney } from '#platform/money.ts'
import { pageOrigin } from '#platform/page-origin.ts'
import { formatMoment } from '#platform/time.ts'
import { isUuid } from '#platform/uuid.ts'
import { Alert } from '#ui/alert.tsx'
import { Anchor } from '#ui/anchor.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { clinicsClient } from '../client.ts'
import { dateText } from '../clinic.ts'
import { CLINICS_AT_ONCE, type OwnClinic } from '../schema.ts'
import { ClinicDialog } from './clinic-dialog.tsx'
import { ParticipantsDialog } from './participants-dialog.tsx'

/** What is open about a clinic. */
type Opened = {
  what: 'form' | 'people' | 'message' | 'publish' | 'cancel' | 'remove'
  clinic: OwnClinic | null
} | null

/**
 * The clinics of a coach: creates, changes, publishes and cancels them.
 * @param props.places the coach's teaching places
 * @param props.messageDialog the message to all participants of a clinic
 * @param props.shownId the clinic whose participants are shown at first
 */
export function OwnClinics(props: {
  places: readonly { id: string; name: string }[]
  shownId: string | undefined
  messageDialog: (clinic: OwnClinic, onClose: () => void) => ReactNode
}) {
  const { places, shownId, messageDialog } = props
  const queryClient = useQueryClient()
  const [most, setMost] = useState(CLINICS_AT_ONCE)
  const reading = useQuery({
    ...clinicsClient.own.queryOptions({
      input: { most, ...(shownId && isUuid(shownId) ? { clinicId: shownId } : {}) },
    }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const [opened, setOpened] = useState<Opened>(null)
  const [isFollowed, setFollowed] = useState(false)
  const [typed, setTyped] = useState({ clinicId: '', message: '' })
  const refresh = () => queryClient.invalidateQueries({ queryKey: clinicsClient.key() })
  const close = () => setOpened(null)
  const list = reading.data
  const followed = isFollowed ? undefined : list?.find(({ id }) => id === shownId)
  const open: Opened = opened ?? (followed ? { what: 'people', clinic: followed } : null)
  const message = typed.clinicId === open?.clinic?.id ? typed.message : ''

  /** @returns false when it failed, so that the dialog stays open */
  async function act(title: string, clinic: OwnClinic, work: () => Promise<unknown>): Promise<boolean> {
    const isDone = await work().then(
      () => {
        toast.success(title, clinic.title)
        return true
      },
      (error: unknown) => {
        toast.error('Nothing was changed', readProblem(error).message ?? 'We could not reach the server.')
        return false
      },
    )
    await refresh()
    return isDone
  }
  async function copyLink({ id }: OwnClinic) {
    try {
      await navigator.clipboard.writeText(`${pageOrigin()}/clinics/${id}`)
      toast.success('Link copied', 'Whoever opens it can book seats.')
    } catch {
      toast.error(
        'The browser did not allow that',
        'Open the page of the clinic and copy its address instead.',
      )
    }
  }

  return (
    <div className="flex flex-col gap-6">
      {places.length === 0 ? (
        <Alert tone="info" title="Add a teaching place first">
          A clinic takes place at one of your teaching places. You add them in your profile.
        </Alert>
      ) : (
        <Button
          variant="brand"
          className="self-start"
          onClick={() => setOpened({ what: 'form', clinic: null })}
        >
          <Plus aria-hidden />
          Create a clinic
        </Button>
      )}
      {reading.isPending ? <Skeleton aria-hidden className="h-40" /> : null}
      {reading.isError ? (
        <Alert
          tone="error"
          title="Your clinics could not be loaded."
          action={
            <Button size="sm" onClick={() => void reading.refetch()}>
              Try again
            </Button>
          }
        />
      ) : null}
      {list?.length === 0 && places.length > 0 ? (
        <EmptyState icon={UsersRound} title="No clinics yet">
          Several people, one coach: each of them books and pays a seat.
        </EmptyState>
      ) : null}
      {list && list.length > 0 ? (
        <ul className="flex flex-col gap-4">
          {list.map((clinic) => (
            <li key={clinic.id}>
              <ClinicCard
                clinic={clinic}
                onOpen={(what) => setOpened({ what, clinic })}
                onCopy={() => void copyLink(clinic)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {list && list.length >= most ? (
        <Button
          className="self-start"
          loading={reading.isFetching}
          onClick={() => setMost(most + CLINICS_AT_ONCE)}
        >
          Show more
        </Button>
      ) : null}
      {open?.what === 'form' ? (
        <ClinicDialog clinic={open.clinic} places={places} onClose={close} onSaved={refresh} />
      ) : null}
      {open?.what === 'people' && open.clinic ? (
        <ParticipantsDialog
          clinic={open.clinic}
          onMessage={() => {
            setFollowed(true)
            setOpened({ what: 'message', clinic: open.clinic })
          }}
          onClose={() => {
            setFollowed(true)
            close()
          }}
        />
      ) : null}
      {open?.what === 'message' && open.clinic ? messageDialog(open.clinic, close) : null}
      <ConfirmDialog
        open={open?.what === 'publish'}
        onOpenChange={(isOpen) => isOpen || close()}
        tone="brand"
        title={`Publish “${open?.clinic?.title ?? ''}”?`}
        description="It is shown on your profile and keeps its time free of lessons. Its dates and its place can no longer be changed."
        confirmLabel="Publish clinic"
        keepLabel="Keep as draft"
        onConfirm={async () => {
          const clinic = open?.clinic
          if (clinic)
            return await act('Clinic published', clinic, () =>
              clinicsClient.publish.call({ clinicId: clinic.id }),
            )
        }}
      />
      <ConfirmDialog
        open={open?.what === 'remove'}
        onOpenChange={(isOpen) => isOpen || close()}
        title={`Remove “${open?.clinic?.title ?? ''}”?`}
        description="Nobody has seen this draft."
        confirmLabel="Remove draft"
        keepLabel="Keep draft"
        onConfirm={async () => {
          const clinic = open?.clinic
          if (clinic)
            return await act('Draft removed', clinic, () =>
              clinicsClient.remove.call({ clinicId: clinic.id }),
            )
        }}
      />
      <ConfirmDialog
        open={open?.what === 'cancel'}
        onOpenChange={(isOpen) => isOpen || close()}
        title={`Cancel “${open?.clinic?.title ?? ''}”?`}
        description={cancelWords(open?.clinic?.sold ?? 0)}
        confirmLabel="Cancel clinic"
        keepLabel="Keep clinic"
        onConfirm={async () => {
          const clinic = open?.clinic
          if (!clinic) return
          return await act('Clinic cancelled', clinic, () =>
            clinicsClient.cancel.call({ clinicId: clinic.id, ...(message ? { message } : {}) }),
          )
        }}
      >
        <Field label="Message to the participants" optional>
          <Textarea
            maxLength={500}
            value={message}
            onChange={(event) => setTyped({ clinicId: open?.clinic?.id ?? '', message: event.target.value })}
          />
        </Field>
      </ConfirmDialog>
    </div>
  )
}

const cancelWords = (sold: number) =>
  sold === 0
    ? 'No seats were sold. Its time becomes free again.'
    : `${sold === 1 ? 'The seat that was sold is' : `All ${sold} seats that were sold are`} refunded in full, with one letter to each student. Its time becomes free again.`

function ClinicCard(props: {
  clinic: OwnClinic
  onOpen: (what: NonNullable<Opened>['what']) => void
  onCopy: () => void
}) {
  const { clinic, onOpen, onCopy } = props
  const isPublished = clinic.status === 'published'
  return (
    <Card padding="md" className="flex items-start gap-4">
      <div className="min-w-0 flex-1 text-[0.9375rem] wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-base font-semibold">
          <bdi>{clinic.title}</bdi>
          <Badge tone={isPublished ? (clinic.hasBegun ? 'blue' : 'green') : 'neutral'}>
            {isPublished
              ? clinic.hasBegun
                ? 'Begun'
                : 'Published'
              : clinic.status === 'draft'
                ? 'Draft'
                : 'Cancelled'}
          </Badge>
        </p>
        {clinic.dates.map((date) => (
          <p key={date.start} className="tabular text-muted">
            {dateText(date, clinic.zone)}
          </p>
        ))}
        <p className="text-muted">{clinic.place}</p>
        <p className="tabular mt-2">
          <span className="font-semibold">
            {clinic.sold + clinic.held} of {clinic.seats} seats
          </span>
          {clinic.held > 0 ? ` (${clinic.held} waiting for payment)` : ''}, {formatMoney(clinic.priceCents)} a
          seat
        </p>
        {isPublished && clinic.decideAt ? (
          <p className="text-sm text-muted">
            Needs {clinic.minimum} people by {formatMoment(clinic.decideAt, clinic.zone, { year: true })}.
          </p>
        ) : null}
        <div className="mt-4 flex flex-wrap gap-2.5">
          {clinic.status === 'draft' ? (
            <Button size="sm" variant="brand" onClick={() => onOpen('publish')}>
              <Send aria-hidden />
              Publish
            </Button>
          ) : (
            <Button size="sm" onClick={() => onOpen('people')}>
              <UsersRound aria-hidden />
              Participants
            </Button>
          )}
        </div>
      </div>
      <Menu
        trigger={
          <Button size="icon-sm" variant="ghost" aria-label={`What to do with ${clinic.title}`}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        {clinic.status === 'cancelled' ? null : (
          <MenuItem onSelect={() => onOpen('form')}>
            <Pencil aria-hidden />
            Change
          </MenuItem>
        )}
        {clinic.status === 'draft' ? (
          <MenuItem tone="danger" onSelect={() => onOpen('remove')}>
            <Trash2 aria-hidden />
            Remove
          </MenuItem>
        ) : (
          <>
            <MenuItem asChild>
              <Anchor href={`/clinics/${clinic.id}`}>
                <Eye aria-hidden />
                Open page
              </Anchor>
            </MenuItem>
            <MenuItem onSelect={onCopy}>
              <Copy aria-hidden />
              Copy link
            </MenuItem>
          </>
        )}
        {isPublished && !clinic.hasBegun ? (
          <MenuItem tone="danger" onSelect={() => onOpen('cancel')}>
            <Trash2 aria-hidden />
            Cancel clinic
          </MenuItem>
        ) : null}
      </Menu>
    </Card>
  )
}
