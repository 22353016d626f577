import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { systemClock } from '#platform/clock.ts'
import { dateIn, formatDate } from '#platform/time.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { coachesClient } from '../client.ts'
import type { CoachProfile } from '../schema.ts'
import { BACKGROUND_CHECK, type Verification } from '../verifications/schema.ts'

/** For admins: which certificates and background checks were looked at, by whom and when; to record another, or to withdraw one. */
export function CoachVerifications({ coach }: { coach: CoachProfile }) {
  const queryClient = useQueryClient()
  const records = useQuery(
    coachesClient.verifications.queryOptions({ input: { instructorId: coach.id }, staleTime: 0 }),
  )
  const refresh = () => queryClient.invalidateQueries({ queryKey: coachesClient.key() })
  const today = dateIn(systemClock.now(), 'UTC')
  const current =
    records.data?.filter(
      ({ withdrawnAt, expiresOn }) => withdrawnAt === null && (expiresOn === null || expiresOn >= today),
    ) ?? []
  const isOpen = (one: Checkable) =>
    !current.some(({ kind, credential }) => kind === one.kind && credential === one.credential)
  const open = [
    ...coach.credentials.map((credential): Checkable => ({ kind: 'certificate', credential })),
    { kind: 'background', credential: BACKGROUND_CHECK } as const,
  ].filter(isOpen)
  return (
    <section aria-labelledby="records" className="mt-6 border-t pt-5">
      <h3 id="records" className="text-lg">
        Records <span className="font-sans text-sm font-normal text-muted">only admins see this</span>
      </h3>
      {records.isPending ? (
        <Skeleton className="mt-3 h-16 w-full" />
      ) : records.isError ? (
        <Alert
          tone="error"
          title="The records could not be read"
          className="mt-3"
          action={
            <Button size="sm" onClick={() => void records.refetch()}>
              Try again
            </Button>
          }
        />
      ) : (
        <ul className="mt-2 divide-y">
          {records.data.map((record) => (
            <Recorded key={record.id} record={record} onChange={refresh} />
          ))}
          {records.data.length === 0 ? (
            <li className="py-2 text-sm text-muted">Nothing has been checked yet.</li>
          ) : null}
        </ul>
      )}
      {records.data && open.length > 0 ? <NewRecord coach={coach} open={open} onDone={refresh} /> : null}
    </section>
  )
}

/** What an admin may record a check of. */
type Checkable = Pick<Verification, 'kind' | 'credential'>

function Recorded({ record, onChange }: { record: Verification; onChange: () => Promise<void> }) {
  const [reason, setReason] = useState<string | null>(null)
  const withdraw = useMutation({
    ...coachesClient.withdrawVerification.mutationOptions(),
    onSuccess: async () => {
      toast.success('Record withdrawn')
      await onChange()
    },
    onError: (error) => toast.error('Not withdrawn', readProblem(error).message ?? 'Please try again.'),
  })
  const day = formatDate(record.verifiedAt.slice(0, 10))
  return (
    <li className="py-3 text-sm">
      <p className={record.withdrawnAt ? 'text-muted line-through' : 'font-semibold'}>{record.credential}</p>
      <p className="text-muted">
        {day}, {record.verifiedBy ?? 'a former admin'}: {record.evidence}
        {record.expiresOn ? `. Good until ${formatDate(record.expiresOn)}` : ''}
      </p>
      {record.withdrawnAt ? (
        <p className="text-red">
          Withdrawn {formatDate(record.withdrawnAt.slice(0, 10))}: {record.withdrawnReason}
        </p>
      ) : reason === null ? (
        <Button size="sm" variant="ghost" className="-ml-3.5" onClick={() => setReason('')}>
          Withdraw<span className="sr-only"> the record of {record.credential}</span>
        </Button>
      ) : (
        <form
          className="mt-2 flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            if (!withdraw.isPending) withdraw.mutate({ verificationId: record.id, reason })
          }}
        >
          <Field label="Why it is no longer valid" className="flex-1">
            <Input
              value={reason}
              maxLength={500}
              required
              minLength={3}
              onChange={({ target }) => setReason(target.value)}
            />
          </Field>
          <Button type="submit" variant="danger" loading={withdraw.isPending}>
            Withdraw
          </Button>
        </form>
      )}
    </li>
  )
}

const refusals = {
  no_such_credential: 'The profile changed in the meantime. Please reload.',
  already_recorded: 'This check is already recorded.',
}

function NewRecord({
  coach,
  open,
  onDone,
}: {
  coach: CoachProfile
  open: readonly Checkable[]
  onDone: () => Promise<void>
}) {
  const record = useMutation({
    ...coachesClient.recordVerification.mutationOptions(),
    onSuccess: async (outcome) => {
      if (outcome.ok) toast.success('Check recorded')
      else toast.error('Not recorded', refusals[outcome.reason])
      await onDone()
    },
    onError: (error) => toast.error('Not recorded', readProblem(error).message ?? 'Please try again.'),
  })
  return (
    <form
      className="mt-4 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (record.isPending) return
        const form = event.currentTarget
        const data = new FormData(form)
        const text = (name: string) => String(data.get(name) ?? '')
        const chosen = open[Number(text('check'))]
        if (!chosen) return
        record.mutate(
          {
            instructorId: coach.id,
            ...chosen,
            evidence: text('evidence'),
            expiresOn: text('expiresOn') || null,
          },
          { onSuccess: ({ ok }) => ok && form.reset() },
        )
      }}
    >
      <Field label="What you checked">
        <Select
          name="check"
          options={open.map(({ credential }, index) => ({ value: String(index), label: credential }))}
        />
      </Field>
      <Field
        label="Evidence you saw"
        hint="Kind of document and its last four digits. Leave out everything else that identifies the coach."
      >
        <Input name="evidence" required minLength={3} maxLength={500} autoComplete="off" />
      </Field>
      <Field label="Good until" optional>
        <Input name="expiresOn" type="date" />
      </Field>
      <Button type="submit" variant="brand" loading={record.isPending} className="justify-self-start">
        Record the check
      </Button>
    </form>
  )
}
