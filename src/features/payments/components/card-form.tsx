import { CreditCard, LockKeyhole } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { formatMoney } from '#platform/money.ts'
import { siteName } from '#platform/site-name.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import {
  type CardField,
  type CardRefusalReason,
  cardRefusalTexts,
  fieldOfRefusal,
  isCardRefusal,
} from '../card.ts'
import { type TestCheckout, testCardSchema } from '../schema.ts'
import { BankConfirmation } from './bank-confirmation.tsx'
import { ANOTHER_CARD, CardChoice } from './card-choice.tsx'
import { TestCards } from './test-cards.tsx'
import { useCardInputs } from './use-card-inputs.ts'
import { failureCode, type usePay } from './use-pay.ts'

type Problems = Partial<Record<CardField, string>>
const fields = ['number', 'expiry', 'cvc'] as const

/**
 * Saved cards and card fields of the test processor. A form of its own that also posts without scripts.
 * @param problem why the last attempt without scripts was refused
 */
export function CardForm({
  checkout,
  pay,
  problem,
}: {
  checkout: TestCheckout
  pay: ReturnType<typeof usePay>
  problem: CardRefusalReason | undefined
}) {
  const card = useCardInputs()
  const keep = useRef<HTMLInputElement>(null)
  const usable = checkout.cards.find(({ isExpired }) => !isExpired)?.id ?? ANOTHER_CARD
  const [picked, setPicked] = useState(usable)
  // A card may have been removed, or may have expired, since the page was opened.
  const chosen = checkout.cards.some(({ id, isExpired }) => id === picked && !isExpired) ? picked : usable
  const isTyped = chosen === ANOTHER_CARD
  const [missing, setMissing] = useState<Problems>({})
  const reason = failureCode(pay.error)
  const refusal = reason && isCardRefusal(reason) ? reason : pay.error ? undefined : problem
  const problems = { ...(refusal ? problemsOf(refusal) : {}), ...missing }
  const message = pay.error ? messageOf(pay.error) : refusal ? cardRefusalTexts[refusal] : null
  const atField = refusal && fieldOfRefusal(refusal)
  const { focus } = card
  useEffect(() => {
    if (pay.error && atField) focus(atField)
  }, [pay.error, atField, focus])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // Read from the page: it may have been chosen before the scripts arrived.
    const choice = new FormData(event.currentTarget).get('card')
    if (typeof choice === 'string' && choice !== ANOTHER_CARD) return pay.send({ cardId: choice })
    const typed = card.read()
    const found = missingIn(typed)
    setMissing(found)
    const first = fields.find((field) => found[field])
    if (first) focus(first)
    else pay.send({ ...typed, keepCard: keep.current?.checked ?? false })
  }

  return (
    <>
      {pay.toConfirm ? <BankConfirmation checkout={checkout} payment={pay.toConfirm} pay={pay} /> : null}
      <form
        method="post"
        noValidate
        onSubmit={submit}
        hidden={pay.toConfirm !== null}
        aria-label="Pay by card"
        className="group/pay flex flex-col gap-5"
      >
        <h2 className="font-sans text-lg font-semibold tracking-normal">Pay by card</h2>
        {message && !(atField && isTyped) ? <FormError title={message} key={message} /> : null}
        {checkout.cards.length > 0 ? (
          <CardChoice
            key={checkout.cards.map(({ id }) => id).join()}
            cards={checkout.cards}
            value={chosen}
            onChange={(value) => {
              setPicked(value)
              setMissing({})
              if (!pay.isPaying && !pay.isLeaving) pay.forget()
            }}
          />
        ) : null}
        {/* By CSS, so that it also follows the choice without scripts. */}
        <div className="flex flex-col gap-5 group-has-[[name=card]:checked:not([value=another])]/pay:hidden">
          <Field label="Card number" error={problems.number} required>
            <Input
              {...card.number}
              name="number"
              inputMode="numeric"
              autoComplete="cc-number"
              placeholder="1234 1234 1234 1234"
              maxLength={30}
              className="tabular pr-24"
              leading={<CreditCard aria-hidden />}
              trailing={<span className="pr-1.5 font-medium">{card.brand}</span>}
            />
          </Field>
          <div className="grid grid-cols-2 gap-4">
            <Field label="Expiry" error={problems.expiry} required>
              <Input
                {...card.expiry}
                name="expiry"
                inputMode="numeric"
                autoComplete="cc-exp"
                placeholder="MM / YY"
                maxLength={10}
                className="tabular"
              />
            </Field>
            <Field label="CVC" error={problems.cvc} required>
              <Input
                {...card.cvc}
                name="cvc"
                inputMode="numeric"
                autoComplete="cc-csc"
                placeholder="123"
                maxLength={5}
                className="tabular"
              />
            </Field>
          </div>
          {checkout.mayKeepCard ? (
            <Checkbox
              ref={keep}
              name="keep"
              label="Keep this card for next time"
              description={`The payment processor keeps it, not ${siteName}. You can remove it in your settings at any time.`}
            />
          ) : null}
          <TestCards
            onPick={(number) => {
              card.fill({ number, expiry: '1234', cvc: '123' })
              setMissing({})
              if (!pay.isPaying && !pay.isLeaving) pay.forget()
            }}
          />
        </div>
        <Button
          type="submit"
          size="lg"
          variant="brand"
          loading={pay.isPaying}
          aria-disabled={pay.isLeaving}
          className="mt-1 w-full border-transparent bg-[#17384b] text-white enabled:hover:bg-[#0f2836]"
        >
          <LockKeyhole aria-hidden /> Pay {formatMoney(checkout.amountCents)}
        </Button>
        <Button
          type="submit"
          name="intent"
          value="leave"
          variant="ghost"
          loading={pay.isLeaving}
          aria-disabled={pay.isPaying}
          onClick={(event) => {
            event.preventDefault()
            pay.send('leave')
          }}
          className="w-full text-muted"
        >
          Leave without paying
        </Button>
      </form>
    </>
  )
}

const problemsOf = (reason: CardRefusalReason): Problems => {
  const field = fieldOfRefusal(reason)
  return field ? { [field]: cardRefusalTexts[reason] } : {}
}

function missingIn(typed: Record<CardField, string>): Problems {
  const parsed = testCardSchema.safeParse(typed)
  if (parsed.success) return {}
  return Object.fromEntries(
    fields.flatMap((field) => {
      const issue = parsed.error.issues.find((candidate) => candidate.path[0] === field)
      return issue ? [[field, issue.message]] : []
    }),
  )
}

const messageOf = (error: Error) =>
  failureCode(error)
    ? error.message
    : 'We could not reach the payment service. What you typed is still here; please try again. You are never charged twice.'
