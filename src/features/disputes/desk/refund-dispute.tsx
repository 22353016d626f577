import { useState } from 'react'
import { z } from 'zod'
import { refundDueLines } from '#features/ledger/ledger.ts'
import { readProblem } from '#platform/api-problem.ts'
import { contentIds } from '#platform/content-id.ts'
import { formatMoney, parseMoney } from '#platform/money.ts'
import { siteName } from '#platform/site-name.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast.tsx'
import { disputesClient } from '../client.ts'
import type { Evidence } from './schema.ts'

const refundForm = (keptCents: number) =>
  z.object({
    amount: z
      .string()
      .transform(parseMoney)
      .pipe(z.int('Enter an amount, such as 42.50').min(1, 'Enter an amount, such as 42.50'))
      .refine((cents) => cents <= keptCents, { message: `You can refund ${formatMoney(keptCents)} at most` }),
  })

/** A refund to the student of a dispute: the amount, what the coach loses, and a confirmation that names both. */
export function RefundDispute({
  evidence: { dispute, lesson, money },
  explanation,
  onRefunded,
}: {
  evidence: Evidence
  /** What both sides read if the refund resolves the dispute. */
  explanation: string
  onRefunded: (refund: { resolves: boolean }) => Promise<unknown>
}) {
  const form = useCheckedForm(refundForm(money.keptCents))
  const [typed, setTyped] = useState('')
  const isOpen = dispute.status === 'pending' || dispute.status === 'investigating'
  const [resolves, setResolves] = useState(isOpen)
  const [confirming, setConfirming] = useState<number | null>(null)
  const [failure, setFailure] = useState<{ title: string; text: string } | null>(null)
  const [changeIds] = useState(contentIds)
  if (money.isAtBank)
    return <Reason>The student’s bank is reviewing this payment. A refund now would be paid twice.</Reason>
  if (lesson === null || dispute.instructorName === null)
    return <Reason>This payment is not for a lesson. Only the payer’s bank decides about it.</Reason>
  if (!money.isOurs)
    return <Reason>{`Nothing was paid through ${siteName}, so there is nothing to refund.`}</Reason>
  if (money.keptCents === 0) return <Reason>Everything that was paid has been refunded.</Reason>

  const coachName = dispute.instructorName
  const effect = (cents: number) => effectOn(coachName, money, cents)
  const preview = parseMoney(typed)
  const refund = async (amountCents: number) => {
    setFailure(null)
    const asked = { amountCents, resolves: resolves && isOpen, explanation }
    try {
      await disputesClient.refund.call({
        disputeId: dispute.id,
        // Without an answer the refund may have started: sending the same again does not start a second one.
        changeId: changeIds.of(asked),
        version: dispute.version,
        keptCents: money.keptCents,
        ...asked,
      })
      toast.success(`${formatMoney(amountCents)} refunded to ${dispute.studentName}`)
      await onRefunded(asked)
    } catch (error) {
      const { code, message } = readProblem(error)
      setFailure(
        code === 'offline'
          ? { title: 'We could not reach the server', text: 'Try again: the refund is sent once.' }
          : { title: 'Nothing was refunded', text: message ?? 'Please try again.' },
      )
    }
  }
  const title = `Refund ${formatMoney(confirming ?? 0)} to ${dispute.studentName}?`
  return (
    <form {...form.sends(async ({ amount }) => setConfirming(amount))} className="flex flex-col gap-4">
      <FormError title={failure?.title ?? null}>{failure?.text}</FormError>
      <Field
        label="Refund amount"
        hint={`${formatMoney(money.keptCents)} of ${formatMoney(money.paidCents)} can be refunded.`}
        error={form.errors.amount}
      >
        <Input
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          leading="$"
          className="tabular"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="button" size="sm" onClick={() => setTyped(halfOf(money.keptCents))}>
          Half
        </Button>
        <Button type="button" size="sm" onClick={() => setTyped((money.keptCents / 100).toFixed(2))}>
          Full amount
        </Button>
      </div>
      {preview && preview <= money.keptCents ? <p className="text-sm text-muted">{effect(preview)}</p> : null}
      {isOpen ? (
        <Checkbox
          checked={resolves}
          onChange={(event) => setResolves(event.target.checked)}
          label="Also resolve the dispute"
          description="Both sides get an email with the decision."
        />
      ) : null}
      <Button type="submit" variant="danger">
        {preview && preview <= money.keptCents ? `Refund ${formatMoney(preview)}…` : 'Refund…'}
      </Button>
      <ConfirmDialog
        open={confirming !== null}
        onOpenChange={(open) => open || setConfirming(null)}
        title={title}
        description={`The refund goes back to ${dispute.studentName}’s original payment method: at once to a gift card, usually within 5 to 10 business days to a card. ${effect(confirming ?? 0)} ${
          resolves && isOpen
            ? 'The dispute is resolved, and both sides are notified.'
            : 'The dispute stays as it is. Both sides get an email about the refund.'
        } A refund cannot be undone.`}
        confirmLabel={`Refund ${formatMoney(confirming ?? 0)}`}
        onConfirm={() => (confirming === null ? undefined : refund(confirming))}
      />
    </form>
  )
}

const Reason = ({ children }: { children: string }) => <p className="text-sm text-muted">{children}</p>

const halfOf = (cents: number) => (Math.round(cents / 2) / 100).toFixed(2)

/** What a refund takes from the coach, and from where. */
function effectOn(
  coach: string,
  { keptCents, sale, payout }: Evidence['money'],
  refundCents: number,
): string {
  const loss = refundDueLines(keptCents, refundCents, sale).coach_held ?? 0
  if (loss <= 0) return `${coach} loses nothing.`
  const isSent = payout?.status === 'sent' || payout?.status === 'sending'
  return isSent
    ? `${coach} loses ${formatMoney(loss)}. The share has been paid out, so we take this part back.`
    : `${coach} loses ${formatMoney(loss)} of the share we hold.`
}
