import { Suspense, useRef, useState } from 'react'
import { z } from 'zod'
import { useOnSignedIn } from '#features/accounts/components/use-on-signed-in.ts'
import type { Me } from '#features/accounts/schema.ts'
import { formatMoney, parseMoney } from '#platform/money.ts'
import { siteName } from '#platform/site-name.ts'
import { addDays, dateIn, OFFICE_ZONE } from '#platform/time.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { useNow } from '#platform/use-now.ts'
import { uuidV4 } from '#platform/uuid.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { giftCardsClient } from '../client.ts'
import {
  DELIVERED_WITHIN_DAYS,
  GIFT_CARD_REFUND_DAYS,
  giftRefusalTexts,
  usualGiftCents,
} from '../gift-card.ts'
import { buyGiftCardSchema, type GiftCardOrder } from '../schema.ts'
import { GiftCardFace } from './gift-card-face.tsx'
import { type GiftDraft, useGiftDraft } from './use-gift-draft.ts'

/** Loaded lazily: only visitors need it, and only after they have filled in the form. */
const AccountDialog = lazyPart(
  () => import('#features/accounts/components/account-dialog.tsx'),
  'AccountDialog',
)

const OTHER = 'other'
const amounts = [
  ...usualGiftCents.map((cents) => ({ value: String(cents / 100), label: formatMoney(cents) })),
  { value: OTHER, label: 'Other' },
]

const emptyIsNone = z.string().transform((text) => text.trim() || undefined)

/** The form as it is typed. */
const formSchema = z
  .object({
    amount: z.string(),
    otherAmount: z.string().optional(),
    recipientName: buyGiftCardSchema.shape.recipientName,
    fromName: buyGiftCardSchema.shape.fromName,
    message: buyGiftCardSchema.shape.message,
    delivery: z.enum(['email', 'print']),
    recipientEmail: emptyIsNone.pipe(buyGiftCardSchema.shape.recipientEmail).optional(),
    deliverOn: emptyIsNone.pipe(buyGiftCardSchema.shape.deliverOn).optional(),
  })
  .superRefine(({ amount, otherAmount, delivery, recipientEmail }, context) => {
    const cents = buyGiftCardSchema.shape.amountCents.safeParse(centsOf(amount, otherAmount))
    if (!cents.success)
      context.addIssue({
        code: 'custom',
        path: ['otherAmount'],
        message: cents.error.issues[0]?.message ?? 'Enter whole dollars, such as 100',
      })
    if (delivery === 'email' && !recipientEmail)
      context.addIssue({
        code: 'custom',
        path: ['recipientEmail'],
        message: giftRefusalTexts.gift_without_address,
      })
  })

const centsOf = (amount: string, otherAmount: string | undefined) =>
  parseMoney(amount === OTHER ? (otherAmount ?? '') : amount) ?? null

interface BuyGiftCardProps {
  me: Me | null
  wasCancelled: boolean
}

/** Amount, recipient, message, delivery; then the checkout. A visitor makes an account on the way. */
export function BuyGiftCard(props: BuyGiftCardProps) {
  const [draft, keep, forget] = useGiftDraft()
  return (
    <GiftCardForm key={JSON.stringify(draft)} {...props} draft={draft} onTyped={keep} onBought={forget} />
  )
}

function GiftCardForm({
  me,
  wasCancelled,
  draft,
  onTyped,
  onBought,
}: BuyGiftCardProps & {
  /** What was typed before the page was left. */
  draft: GiftDraft
  onTyped: (form: HTMLFormElement) => void
  onBought: () => void
}) {
  const buying = useAttempt()
  const form = useCheckedForm(formSchema, buying)
  const onSignedIn = useOnSignedIn()
  /** The visitor signed in for the purchase. The page still has no `me`. */
  const [hasEntered, setEntered] = useState(false)
  const [amount, setAmount] = useState(draft.amount ?? '100')
  const [otherAmount, setOtherAmount] = useState(draft.otherAmount ?? '')
  const [delivery, setDelivery] = useState(draft.delivery ?? 'email')
  const [face, setFace] = useState({
    fromName: draft.fromName || me?.fullName || '',
    recipientName: draft.recipientName ?? '',
    message: draft.message ?? '',
  })
  const [waiting, setWaiting] = useState<GiftCardOrder | null>(null)
  const key = useRef({ of: '', key: '' })
  const now = useNow(60_000)
  const today = now === null ? undefined : dateIn(now, OFFICE_ZONE)
  const amountCents = centsOf(amount, otherAmount)
  const type = (name: keyof typeof face) => (event: { target: { value: string } }) =>
    setFace((before) => ({ ...before, [name]: event.target.value }))

  async function buy(order: GiftCardOrder) {
    // A retry of the same order is the same card.
    const of = JSON.stringify(order)
    if (key.current.of !== of) key.current = { of, key: uuidV4() }
    const { checkoutUrl } = await giftCardsClient.buy.call({ ...order, idempotencyKey: key.current.key })
    onBought()
    window.location.assign(checkoutUrl)
    // The button stays busy until the browser leaves the page.
    await new Promise((resolve) => setTimeout(resolve, 10_000))
  }

  const sends = form.sends(async (typed) => {
    const order: GiftCardOrder = {
      amountCents: centsOf(typed.amount, typed.otherAmount) ?? 0,
      fromName: typed.fromName,
      recipientName: typed.recipientName,
      ...(typed.message ? { message: typed.message } : {}),
      ...(typed.delivery === 'email' && typed.recipientEmail ? { recipientEmail: typed.recipientEmail } : {}),
      ...(typed.delivery === 'email' && typed.deliverOn ? { deliverOn: typed.deliverOn } : {}),
    }
    if (me || hasEntered) await buy(order)
    else setWaiting(order)
  })

  return (
    <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <form
        {...sends}
        onChange={(event) => onTyped(event.currentTarget)}
        className="flex min-w-0 flex-col gap-6"
      >
        {wasCancelled ? (
          <Alert tone="info" title="You left the checkout">
            Nothing was charged. Your gift card can still be bought.
          </Alert>
        ) : null}
        <FormError title={form.failure ? 'The gift card was not bought' : null}>{form.failure}</FormError>
        <RadioGroup
          legend="Amount"
          name="amount"
          look="cards"
          options={amounts}
          value={amount}
          onValueChange={setAmount}
          error={amount === OTHER ? undefined : form.errors.otherAmount}
        />
        {amount === OTHER ? (
          <Field label="Other amount" hint="Whole dollars from $10 to $500." error={form.errors.otherAmount}>
            <Input
              name="otherAmount"
              inputMode="numeric"
              autoComplete="off"
              leading="$"
              className="tabular"
              value={otherAmount}
              onChange={(event) => setOtherAmount(event.target.value)}
            />
          </Field>
        ) : null}
        <div className="grid gap-6 sm:grid-cols-2">
          <Field label="Who is it for?" error={form.errors.recipientName}>
            <Input
              name="recipientName"
              autoComplete="off"
              maxLength={100}
              defaultValue={draft.recipientName}
              onChange={type('recipientName')}
            />
          </Field>
          <Field label="From" error={form.errors.fromName}>
            <Input
              name="fromName"
              autoComplete="name"
              maxLength={100}
              defaultValue={draft.fromName || me?.fullName}
              onChange={type('fromName')}
            />
          </Field>
        </div>
        <Field label="Message" optional error={form.errors.message}>
          <Textarea
            name="message"
            rows={3}
            defaultValue={draft.message}
            counter={{ length: face.message.length, max: 300 }}
            onChange={type('message')}
          />
        </Field>
        <RadioGroup
          legend="How do you want to give it?"
          name="delivery"
          look="cards"
          value={delivery}
          onValueChange={setDelivery}
          options={[
            { value: 'email', label: 'By email', description: 'We send it now, or on a day you choose.' },
            { value: 'print', label: 'Print it', description: 'You get the code to print or to pass on.' },
          ]}
        />
        {delivery === 'email' ? (
          <div className="grid gap-6 sm:grid-cols-2">
            <Field label="Email of the recipient" error={form.errors.recipientEmail}>
              <Input
                name="recipientEmail"
                type="email"
                autoComplete="off"
                defaultValue={draft.recipientEmail}
              />
            </Field>
            <Field
              label="Day"
              optional
              hint="In the morning in New York. Empty: at once."
              error={form.errors.deliverOn}
            >
              <Input
                name="deliverOn"
                type="date"
                defaultValue={draft.deliverOn}
                min={today}
                max={today && addDays(today, DELIVERED_WITHIN_DAYS)}
              />
            </Field>
          </div>
        ) : null}
        <Button
          type="submit"
          variant="primary"
          size="lg"
          loading={form.busy}
          className="w-full sm:w-auto sm:self-start"
        >
          {amountCents === null ? 'Continue to payment' : `Pay ${formatMoney(amountCents)}`}
        </Button>
      </form>
      <div className="flex flex-col gap-4 lg:sticky lg:top-24">
        <GiftCardFace amountCents={amountCents} {...face} />
        <ul className="flex list-disc flex-col gap-1 pl-5 text-[0.9375rem] text-muted">
          <li>For lessons with any coach on {siteName}.</li>
          <li>It never expires, and there is no fee.</li>
          <li>What is left stays on it for the next lesson.</li>
          <li>While nobody has redeemed it, you can have it refunded for {GIFT_CARD_REFUND_DAYS} days.</li>
        </ul>
      </div>
      {waiting ? (
        <Suspense>
          <AccountDialog
            open
            onOpenChange={(open) => open || setWaiting(null)}
            title="Your account"
            description="You find the gift card and its receipt there."
            submitLabel="Continue to Payment"
            continuingLabel="Opening the checkout..."
            signInLabel="Sign in and continue"
            keptText="what you typed is kept"
            created={{ title: 'Account created!', text: 'The checkout opens...' }}
            onEntered={async (person) => {
              await onSignedIn(person, { isPageKept: true })
              setEntered(true)
              // The account exists now: what goes wrong with the purchase is shown on the page.
              await buying.attempt(
                () => buy(waiting),
                () => {
                  setWaiting(null)
                  return false
                },
              )
            }}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
