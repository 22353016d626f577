import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { formatDate } from '#platform/time.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { coachesClient } from '../client.ts'
import type { CoachProfile } from '../schema.ts'
import type { Verification } from '../verifications/schema.ts'

/** For admins: which certificates were looked at, by whom and when; to record another, or to withdraw one. */
export function CoachVerifications({ coach }: { coach: CoachProfile }) {
  const queryClient = useQueryClient()
  const records = useQuery(
    coachesClient.verifications.queryOptions({ input: { instructorId: coach.id }, staleTime: 0 }),
  )
  const refresh = () => queryClient.invalidateQueries({ queryKey: coachesClient.key() })
  const current = records.data?.filter(({ withdrawnAt }) => withdrawnAt === null) ?? []
  const open = coach.credentials.filter((one) => !current.some(({ credential }) => credential === one))
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
            <li className="py-2 text-sm text-muted">Nothing was looked at yet.</li>
          ) : null}
        </ul>
      )}
      {records.data && open.length > 0 ? <NewRecord coach={coach} open={open} onDone={refresh} /> : null}
    </section>
  )
}

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
        {day}, {record.verifiedBy ?? 'somebody who has left'}: {record.evidence}
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
          <Field label="Why it no longer holds" className="flex-1">
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
  already_recorded: 'Somebody has just recorded this one.',
}

function NewRecord({
  coach,
  open,
  onDone,
}: {
  coach: CoachProfile
  open: readonly string[]
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
        record.mutate(
          {
            instructorId: coach.id,
            credential: text('credential'),
            evidence: text('evidence'),
            expiresOn: text('expiresOn') || null,
          },
          { onSuccess: ({ ok }) => ok && form.reset() },
        )
      }}
    >
      <Field label="Certificate">
        <Select name="credential" options={open.map((one) => ({ value: one, label: one }))} />
      </Field>
      <Field
        label="What you were shown"
        hint="Nothing that identifies more than needed: kind of document, last four digits."
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
