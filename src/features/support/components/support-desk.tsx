import { useQuery, useQueryClient } from '@tanstack/react-query'
import { LifeBuoy } from 'lucide-react'
import { useState } from 'react'
import { AdminListView } from '#features/back-office/components/admin-list-view.tsx'
import { useRefreshLists } from '#features/back-office/components/list-queries.ts'
import { named } from '#features/back-office/components/named-cell.tsx'
import { useDeskAct } from '#features/back-office/components/use-desk-act.ts'
import { readProblem } from '#platform/api-problem.ts'
import { contentIds } from '#platform/content-id.ts'
import { logFailure } from '#platform/log-failure.ts'
import { siteName } from '#platform/site-name.ts'
import { formatMoment, OFFICE_ZONE } from '#platform/time.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { useTabDraft } from '#platform/use-tab-draft.ts'
import { Alert } from '#ui/alert.tsx'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { supportClient } from '../client.ts'
import { answerTicketSchema } from '../schema.ts'
import { type TicketStatus, ticketStatuses, ticketStatusLabels } from '../support.ts'

const tones: Record<TicketStatus, BadgeTone> = { open: 'yellow', in_progress: 'blue', closed: 'green' }
const statusOptions = ticketStatuses.map((value) => ({ value, label: ticketStatusLabels[value] }))

/** The support tickets: answers, status and owner. */
export function Support() {
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <>
      <AdminListView
        list="support-tickets"
        label="Support tickets"
        failure="Failed to load support tickets"
        empty={{
          icon: LifeBuoy,
          title: 'No questions yet',
          text: 'Questions sent with the help button appear here.',
        }}
        cells={{
          userName: named('userName', 'userEmail'),
          status: (row) => {
            const status = ticketStatuses.find((one) => one === row.cells.status) ?? 'open'
            return <Badge tone={tones[status]}>{ticketStatusLabels[status]}</Badge>
          },
        }}
        actions={(row) => (
          <Button size="sm" aria-haspopup="dialog" onClick={() => setChosen(row.id)}>
            Open
            <span className="sr-only"> the ticket of {String(row.cells.userName)}</span>
          </Button>
        )}
      />
      {chosen ? <TicketDialog ticketId={chosen} onClose={() => setChosen(null)} /> : null}
    </>
  )
}

function TicketDialog({ ticketId, onClose }: { ticketId: string; onClose: () => void }) {
  const queryClient = useQueryClient()
  const reading = useQuery(supportClient.anyTicket.queryOptions({ input: { ticketId }, staleTime: 0 }))
  const { act, busy } = useDeskAct('Failed to update ticket status')
  const ticket = reading.data
  // Says that the ticket is open here, and learns who else has it open.
  const view = useQuery(
    supportClient.view.queryOptions({ input: { ticketId }, staleTime: 0, refetchInterval: 15_000 }),
  )
  const viewers = view.data?.viewers ?? ticket?.viewers ?? []
  const hasNews = ticket !== undefined && (view.data?.replies ?? 0) > ticket.replies.length
  const setOwner = (isMine: boolean) =>
    act(
      async () => {
        await supportClient.setOwner.call({ ticketId, isMine })
        await refresh()
      },
      isMine ? 'You own this ticket now' : 'Ticket released',
    )
  const refresh = () => queryClient.invalidateQueries({ queryKey: supportClient.key() })
  const setStatus = (status: TicketStatus) =>
    act(async () => {
      await supportClient.setStatus.call({ ticketId, status })
      await refresh()
    }, 'Ticket status has been updated successfully')
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={ticket ? <bdi>{ticket.subject}</bdi> : 'Ticket'}
      description={ticket ? `${ticket.userName}, ${ticket.userEmail}` : undefined}
    >
      {reading.isPending ? (
        <Skeleton className="h-80 w-full" />
      ) : !ticket ? (
        <EmptyState
          title="We could not load this ticket"
          action={<Button onClick={() => void reading.refetch()}>Try again</Button>}
        >
          {(reading.error && readProblem(reading.error).message) ?? 'Please check your connection.'}
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-5">
          {viewers.length > 0 ? (
            <Alert
              tone="warning"
              title={`${listOf(viewers)} also ${viewers.length === 1 ? 'has' : 'have'} this ticket open`}
            >
              Agree on who answers before you write.
            </Alert>
          ) : null}
          <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-[0.9375rem]">
            <span>
              <span className="text-muted">Owner: </span>
              {ticket.owner ? <bdi>{ticket.owner.isMe ? 'You' : ticket.owner.name}</bdi> : 'Unassigned'}
            </span>
            <Button
              size="sm"
              aria-disabled={busy || undefined}
              onClick={() => void setOwner(!ticket.owner?.isMe)}
            >
              {ticket.owner?.isMe ? 'Release' : 'Take over'}
            </Button>
          </p>
          <Field label="Status" hint="The person who asked is notified two minutes after a change.">
            <Select
              options={statusOptions}
              value={ticket.status}
              // A disabled control would lose the focus. A second change is ignored.
              aria-disabled={busy || undefined}
              onChange={(event) => {
                const status = ticketStatuses.find((one) => one === event.target.value)
                if (status) void setStatus(status)
              }}
            />
          </Field>
          <ol className="flex flex-col gap-3" aria-live="polite">
            {[
              {
                id: ticket.id,
                isStaff: false,
                message: ticket.message,
                createdAt: ticket.createdAt,
                by: null,
              },
              ...ticket.replies,
            ].map((said) => (
              <li
                key={said.id}
                className={cn(
                  'rounded-card px-4 py-3',
                  said.isStaff ? 'ml-6 bg-brand-soft' : 'mr-6 bg-surface-sunken',
                )}
              >
                <p className="text-sm text-muted">
                  <bdi className="font-semibold text-ink">
                    {said.isStaff ? (said.by ?? siteName) : ticket.userName}
                  </bdi>{' '}
                  · {formatMoment(said.createdAt, OFFICE_ZONE, { year: true })}
                </p>
                <p dir="auto" className="mt-1 break-words whitespace-pre-line">
                  {said.message}
                </p>
              </li>
            ))}
          </ol>
          {hasNews ? (
            <Alert
              tone="info"
              title="There is a new reply"
              action={
                <Button size="sm" onClick={() => void refresh()}>
                  Show it
                </Button>
              }
            />
          ) : null}
          <Answer
            ticketId={ticketId}
            hasAccount={ticket.userId !== null}
            seenReplies={ticket.replies.length}
            onSent={refresh}
          />
        </div>
      )}
    </Dialog>
  )
}

const answerForm = answerTicketSchema.pick({ adminResponse: true })

/** `Blake`, `Blake and Casey`, `Blake, Casey and Drew`. */
const listOf = (names: readonly string[]) =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

function Answer(props: {
  ticketId: string
  hasAccount: boolean
  /** How many replies are on the screen: an answer that crosses another one is held back. */
  seenReplies: number
  onSent: () => Promise<unknown>
}) {
  const [answer, setAnswer, forget] = useTabDraft(`ticket-answer:${props.ticketId}`)
  const form = useCheckedForm(answerForm)
  const refreshLists = useRefreshLists()
  const [clientIds] = useState(contentIds)
  return (
    <form
      {...form.sends(
        async ({ adminResponse }) => {
          await supportClient.answer.call({
            ticketId: props.ticketId,
            adminResponse,
            clientId: clientIds.of(adminResponse),
            seenReplies: props.seenReplies,
          })
          clientIds.forget()
          setAnswer('')
          forget()
          toast.success('Answer sent')
          await Promise.all([props.onSent(), refreshLists()])
        },
        // What was typed stays, and the field says why it was not sent.
        (problem) => {
          logFailure('an answer was not sent', problem)
          if (problem.code === 'answered_meanwhile') void props.onSent()
          return problem.issues
        },
      )}
      className="flex flex-col gap-3 border-t pt-4"
    >
      <Field
        label="Answer"
        hint={
          props.hasAccount
            ? 'They read it on their support page and by email.'
            : 'They read it by email: they have no account.'
        }
        error={form.errors.adminResponse ?? form.failure}
      >
        <Textarea
          name="adminResponse"
          rows={4}
          value={answer}
          onChange={(event) => setAnswer(event.target.value)}
          counter={{ length: answer.length, max: 2000 }}
        />
      </Field>
      <Button type="submit" variant="brand" loading={form.busy} className="self-start">
        Send answer
      </Button>
    </form>
  )
}
