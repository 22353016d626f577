import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { deadlinesFor, policyText, termsInDates } from '#features/bookings/cancellation/cancellation.ts'
import { giftCardsClient } from '#features/gift-cards/client.ts'
import { formatMoney } from '#platform/money.ts'
import { useNow } from '#platform/use-now.ts'
import { useTabDraft } from '#platform/use-tab-draft.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { navigateAway } from '#ui/history-listener.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { proposalsClient } from '../client.ts'
import { PROPOSAL_TEXT_LENGTH } from '../proposal.ts'
import type { Proposal } from '../schema.ts'
import { proposalWhen } from './proposal-when.ts'
import { useProposalStep } from './use-proposals.ts'

/** Loaded lazily: few students have gift cards. */
const UseGiftCard = lazyPart(() => import('#features/gift-cards/components/use-gift-card.tsx'), 'UseGiftCard')

/** The student's answer: choosing a time and continuing to payment, requesting changes, or declining. */
export function ProposalAnswer({ proposal }: { proposal: Proposal }) {
  const { id, version, times, zone, durationMinutes, steps, coach, priceCents, policy } = proposal
  const queryClient = useQueryClient()
  const [giftCents, setGiftCents] = useState(0)
  const open = times.filter((time) => time.isOpen !== false)
  const [picked, setPicked] = useState<string | null>(null)
  const start = open.some((time) => time.start === picked)
    ? picked
    : open.length === 1
      ? (open[0]?.start ?? null)
      : null
  const now = useNow(60_000)
  const { busy, run } = useProposalStep('The proposal was not changed')
  const [unchosen, setUnchosen] = useState(false)
  const answer = useRef<HTMLDivElement>(null)

  async function accept() {
    if (!start) {
      setUnchosen(true)
      answer.current?.querySelector<HTMLElement>('[type="radio"]:not([disabled])')?.focus()
      return
    }
    const isHeld = await run('accept', async () => {
      const { checkoutUrl } = await proposalsClient.accept.call({
        proposalId: id,
        version,
        start,
        expectedPolicy: policy,
        ...(giftCents > 0 ? { giftCents } : {}),
      })
      navigateAway(checkoutUrl)
    })
    if (!isHeld) await queryClient.invalidateQueries({ queryKey: giftCardsClient.key() })
  }

  return (
    <div ref={answer} className="flex flex-col gap-4">
      {steps.includes('accept') ? (
        open.length > 0 ? (
          <>
            <RadioGroup
              legend="Choose a time"
              name={`time-${id}`}
              value={start ?? ''}
              onValueChange={(value) => {
                setPicked(value)
                setUnchosen(false)
              }}
              error={unchosen && !start ? 'Choose one of the times first' : undefined}
              options={times.map((time) => ({
                value: time.start,
                label: proposalWhen(time.start, durationMinutes, zone),
                ...(time.isOpen === false ? { disabled: true, description: 'No longer available' } : {}),
              }))}
            />
            {proposal.packageTerms ? (
              <p className="text-sm text-muted">
                You choose the first of {proposal.lessons} lessons now and the others whenever they suit you.{' '}
                {proposal.packageTerms}
              </p>
            ) : null}
            {/* Processes of the previous version do not return the policy. */}
            {!proposal.packageTerms && policy ? (
              <p className="tabular text-sm text-muted">
                {start ? termsInDates(deadlinesFor(policy, start), now, zone) : policyText(policy)}
              </p>
            ) : null}
            <Suspense>
              <UseGiftCard
                priceCents={priceCents}
                what={proposal.lessons > 1 ? 'the package' : 'the lesson'}
                onPart={setGiftCents}
              />
            </Suspense>
            <Button
              variant="primary"
              className="w-full"
              loading={busy === 'accept'}
              disabled={busy !== null}
              onClick={() => void accept()}
            >
              {giftCents === priceCents
                ? 'Accept and pay with your gift card'
                : `Accept and pay ${formatMoney(priceCents - giftCents)}`}
            </Button>
          </>
        ) : (
          <Alert tone="warning" title="None of these times are still open">
            Ask {coach.label} for other times, and say when you are available.
          </Alert>
        )
      ) : null}
      <div className="flex flex-wrap gap-2">
        {steps.includes('request_changes') ? <AskForChanges proposal={proposal} /> : null}
        <ConfirmDialog
          trigger={
            <Button variant="ghost" disabled={busy !== null}>
              Decline
            </Button>
          }
          title="Decline this proposal?"
          description={`We will let ${coach.label} know. You can ask for another proposal in the conversation.`}
          confirmLabel="Decline"
          keepLabel="Keep it open"
          onConfirm={async () => {
            if (await run('decline', () => proposalsClient.decline.call({ proposalId: id })))
              toast.success('Proposal declined', `We let ${coach.label} know.`)
          }}
        />
      </div>
    </div>
  )
}

function AskForChanges({ proposal }: { proposal: Proposal }) {
  const { id, version, coach } = proposal
  const [open, setOpen] = useState(false)
  const [message, setMessage, forget] = useTabDraft(`proposal-changes:${id}`)
  const [missing, setMissing] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const { busy, run } = useProposalStep('Nothing was sent')

  async function send() {
    if (message.trim() === '') {
      setMissing(true)
      box.current?.focus()
      return
    }
    const sent = await run('ask', () =>
      proposalsClient.requestChanges.call({ proposalId: id, version, message }),
    )
    if (!sent) return
    forget()
    setOpen(false)
    toast.success('Sent', `${coach.label} can now change the proposal.`)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      size="sm"
      title="Ask for changes"
      description={`${coach.label} reads this and can change times, price or length.`}
      trigger={<Button>Ask for changes</Button>}
      footer={
        <>
          <Button onClick={() => setOpen(false)}>Not now</Button>
          <Button variant="brand" loading={busy !== null} onClick={() => void send()}>
            Send
          </Button>
        </>
      }
    >
      <Field
        label="What should be different?"
        required
        error={missing && message.trim() === '' ? 'Say what should change' : undefined}
      >
        <Textarea
          ref={box}
          rows={4}
          maxLength={PROPOSAL_TEXT_LENGTH}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
          counter={{ length: message.length, max: PROPOSAL_TEXT_LENGTH }}
        />
      </Field>
    </Dialog>
  )
}
