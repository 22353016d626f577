import { useQuery } from '@tanstack/react-query'
import { Plus, TicketPercent } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { AdminListView } from '#features/back-office/components/admin-list-view.tsx'
import { CoachChoice } from '#features/back-office/components/coach-choice.tsx'
import { useRefreshLists } from '#features/back-office/components/list-queries.ts'
import { showFailure, useDeskAct } from '#features/back-office/components/use-desk-act.ts'
import type { RowShown } from '#features/back-office/schema.ts'
import { formatMoney, parseMoney } from '#platform/money.ts'
import { siteName } from '#platform/site-name.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#ui/table.tsx'
import { toast } from '#ui/toast.tsx'
import { discountsClient } from '../client.ts'

const states: Record<string, { label: string; tone: BadgeTone }> = {
  valid: { label: 'Valid', tone: 'green' },
  planned: { label: 'Planned', tone: 'yellow' },
  'used-up': { label: 'Used up', tone: 'blue' },
  ended: { label: 'Ended', tone: 'neutral' },
}

/** Codes that lower the price of lessons: made, counted and ended. */
export function PromoCodes() {
  const [isMaking, setMaking] = useState(false)
  return (
    <>
      <div className="mb-4 flex justify-end">
        <Button variant="brand" aria-haspopup="dialog" onClick={() => setMaking(true)}>
          <Plus aria-hidden />
          New code
        </Button>
      </div>
      <AdminListView
        list="promo-codes"
        label="Promo codes"
        failure="Failed to load promo codes"
        empty={{
          icon: TicketPercent,
          title: 'No codes yet',
          text: 'A code lowers the price of a lesson at the checkout. Make the first one with “New code”.',
        }}
        cells={{
          state: (row) => {
            const state = states[String(row.cells.state)]
            return state ? <Badge tone={state.tone}>{state.label}</Badge> : null
          },
          percentOff: (row) => (row.cells.percentOff === null ? '–' : `${row.cells.percentOff}%`),
        }}
        actions={(row) => (row.cells.state === 'ended' ? null : <End row={row} />)}
      />
      {isMaking ? <MakeCode onClose={() => setMaking(false)} /> : null}
    </>
  )
}

function End({ row }: { row: RowShown }) {
  const { busy, act } = useDeskAct('Failed to end the code')
  return (
    <Button
      size="sm"
      loading={busy}
      onClick={() =>
        void act(
          () => discountsClient.endPromoCode.call({ promoCodeId: row.id }),
          `${String(row.cells.code)} has ended`,
        )
      }
    >
      End
      <span className="sr-only"> {String(row.cells.code)}</span>
    </Button>
  )
}

const whole = (field: string) =>
  z
    .string()
    .trim()
    .regex(/^\d*$/, `${field} must be a whole number`)
    .transform((typed) => (typed === '' ? null : Number(typed)))

const codeForm = (isForOne: boolean) =>
  z.object({
    code: z.string().trim().min(1, 'Please enter a code'),
    kind: z.enum(['percent', 'amount']),
    off: z.string().transform(parseMoney).pipe(z.int('Enter a number such as 10 or 12.50')),
    maxUses: whole('Limit'),
    maxUsesPerStudent: whole('Per student'),
    lastDay: z.string().trim(),
    instructorId: isForOne ? z.uuid('Please choose a coach') : z.uuid().optional(),
    fundedBy: z.enum(['platform', 'coach']).default('platform'),
  })

function MakeCode({ onClose }: { onClose: () => void }) {
  const [isForOne, setForOne] = useState(false)
  const form = useCheckedForm(codeForm(isForOne))
  const refresh = useRefreshLists()
  const [kind, setKind] = useState('percent')
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="New promo code"
      description={`Codes paid by ${siteName} are deducted from its fee, so a discount never exceeds the fee on a lesson.`}
    >
      <form
        {...form.sends(
          async (entered) => {
            await discountsClient.makePromoCode.call({
              code: entered.code,
              percentOff: entered.kind === 'percent' ? entered.off / 100 : null,
              amountOffCents: entered.kind === 'amount' ? entered.off : null,
              maxUses: entered.maxUses,
              maxUsesPerStudent: entered.maxUsesPerStudent,
              instructorId: entered.instructorId ?? null,
              fundedBy: entered.fundedBy,
              lastDay: entered.lastDay || null,
            })
            toast.success('Code made', `${entered.code.toUpperCase()} can be used now.`)
            await refresh()
            onClose()
          },
          (problem) => {
            if (problem.code === 'code_taken')
              return [{ path: 'code', message: problem.message ?? 'This code exists already.' }]
            if (problem.code === 'no_such_coach')
              return [
                {
                  path: 'instructorId',
                  message: 'This person has no coach’s profile. Please choose another.',
                },
              ]
            const fields = { percentOff: 'off', amountOffCents: 'off' } as Record<string, string>
            return showFailure('Failed to make the code')(problem).map(({ path, message }) => ({
              path: fields[path] ?? path,
              message,
            }))
          },
        )}
        className="flex flex-col gap-4"
      >
        <FormError title={form.failure ? 'Nothing was created' : null}>{form.failure}</FormError>
        <Field label="Code" hint="3 to 30 letters, digits and dashes." error={form.errors.code} required>
          <Input name="code" autoComplete="off" autoCapitalize="characters" className="uppercase" />
        </Field>
        <RadioGroup
          legend="What it takes off"
          name="kind"
          value={kind}
          onValueChange={setKind}
          options={[
            { value: 'percent', label: 'A percentage' },
            { value: 'amount', label: 'An amount' },
          ]}
        />
        <Field label={kind === 'percent' ? 'Percent' : 'Dollars'} error={form.errors.off} required>
          <Input name="off" inputMode="decimal" autoComplete="off" className="max-w-40" />
        </Field>
        <RadioGroup
          legend="Where it holds"
          name="scope"
          value={isForOne ? 'one' : 'all'}
          onValueChange={(scope) => setForOne(scope === 'one')}
          options={[
            { value: 'all', label: 'Lessons with every coach' },
            { value: 'one', label: 'Lessons with one coach' },
          ]}
        />
        {isForOne ? (
          <div className="flex flex-col gap-4 rounded-control border p-4">
            <CoachChoice name="instructorId" error={form.errors.instructorId} />
            <RadioGroup
              legend="Who pays for it"
              name="fundedBy"
              defaultValue="platform"
              options={[
                { value: 'platform', label: `${siteName}, out of its fee` },
                { value: 'coach', label: 'The coach, out of their share' },
              ]}
            />
          </div>
        ) : null}
        <div className="grid gap-4 sm:grid-cols-3">
          <Field label="Limit" optional hint="Uses by all students together." error={form.errors.maxUses}>
            <Input name="maxUses" inputMode="numeric" autoComplete="off" />
          </Field>
          <Field label="Per student" optional hint="Empty: no limit." error={form.errors.maxUsesPerStudent}>
            <Input name="maxUsesPerStudent" inputMode="numeric" autoComplete="off" defaultValue="1" />
          </Field>
          <Field label="Last day" optional hint="New York time. Empty: no end." error={form.errors.lastDay}>
            <Input name="lastDay" type="date" />
          </Field>
        </div>
        <Button type="submit" variant="brand" loading={form.busy} className="self-start">
          Create code
        </Button>
      </form>
    </Dialog>
  )
}

/** What exit offers brought and cost, a coach each, and what looks odd. */
export function ExitOffers() {
  const reading = useQuery(
    discountsClient.exitOfferReport.queryOptions({ input: { days: 90 }, staleTime: 0 }),
  )
  if (reading.isPending) return <Skeleton className="h-80 w-full" />
  if (reading.isError)
    return (
      <EmptyState
        title="Failed to load exit offers"
        action={<Button onClick={() => void reading.refetch()}>Try again</Button>}
      >
        Nothing was lost. Please try again in a moment.
      </EmptyState>
    )
  if (reading.data.length === 0)
    return (
      <EmptyState title="No exit offers in 90 days">
        Students about to leave a participating coach’s page are offered a discount once.
      </EmptyState>
    )
  return (
    <>
      <p className="mb-3 max-w-2xl text-sm text-muted">
        The last 90 days. Many uses by new accounts, or by students with no other lesson, can be a coach’s own
        bookings: look at who they are.
      </p>
      <div className="relative overflow-x-auto rounded-card border bg-surface-raised">
        <Table label="Exit offers of the last 90 days" className="text-sm">
          <TableHead>
            <TableRow>
              {[
                'Coach',
                'Created',
                'Used',
                'Cancelled',
                'By new accounts',
                'Only lesson',
                'Refused',
                'Paid',
                'Discounts',
                'Fee waived',
              ].map((label, at) => (
                <TableHeader key={label} numeric={at > 0}>
                  {label}
                </TableHeader>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {reading.data.map((row) => {
              const isOdd =
                row.used >= 3 &&
                (row.byNewAccounts * 2 >= row.used || row.studentsWithOneLesson * 2 > row.used)
              return (
                <TableRow key={row.coachId}>
                  <TableCell>
                    <Anchor href={`/instructor/${row.coachId}`} className="font-semibold hover:underline">
                      <bdi>{row.coachName}</bdi>
                    </Anchor>{' '}
                    {isOdd ? <Badge tone="red">Check</Badge> : null}
                    {row.takesPart ? null : <Badge>Opted out</Badge>}
                  </TableCell>
                  {[
                    row.made,
                    row.used,
                    row.cancelled,
                    row.byNewAccounts,
                    row.studentsWithOneLesson,
                    row.refused,
                  ].map((n, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change their order.
                    <TableCell key={at} numeric>
                      {n}
                    </TableCell>
                  ))}
                  {[row.paidCents, row.discountCents, row.feeGivenUpCents].map((cents, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change their order.
                    <TableCell key={at} numeric>
                      {formatMoney(cents)}
                    </TableCell>
                  ))}
                </TableRow>
              )
            })}
          </TableBody>
        </Table>
      </div>
    </>
  )
}
