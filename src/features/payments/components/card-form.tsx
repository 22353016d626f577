import { CreditCard, LockKeyhole } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { formatMoney } from '#platform/money.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import {
  type CardField,
  type CardRefusalReason,
  cardRefusalTexts,
  fieldOfRefusal,
  groupCardNumber,
  isCardRefusal,
  testCards,
} from '../card.ts'
import { type TestCheckout, testCardSchema } from '../schema.ts'
import { useCardInputs } from './use-card-inputs.ts'
import { failureCode, type usePay } from './use-pay.ts'

type Problems = Partial<Record<CardField, string>>
const fields = ['number', 'expiry', 'cvc'] as const

/**
 * Card fields of the test processor. A form of its own that also posts without scripts.
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
    const typed = card.read()
    const found = missingIn(typed)
    setMissing(found)
    const first = fields.find((field) => found[field])
    if (first) focus(first)
    else pay.send(typed)
  }

  return (
    <form method="post" noValidate onSubmit={submit} aria-label="Pay by card" className="flex flex-col gap-5">
      <h2 className="font-sans text-lg font-semibold tracking-normal">Pay by card</h2>
      {message && !atField ? <FormError title={message} key={message} /> : null}
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
      <TestCards
        onPick={(number) => {
          card.fill({ number, expiry: '1234', cvc: '123' })
          setMissing({})
          if (!pay.isPaying && !pay.isLeaving) pay.forget()
        }}
      />
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

/** The numbers that work here; one tap fills one in. */
function TestCards({ onPick }: { onPick: (number: string) => void }) {
  return (
    <fieldset className="rounded-control border border-dashed border-line-strong/60 px-4 pt-2 pb-3">
      <legend className="px-1.5 text-sm font-semibold text-muted">Test cards: tap one to fill it in</legend>
      <ul className="divide-y divide-line">
        {testCards.map((card) => (
          <li key={card.number}>
            <button
              type="button"
              onClick={() => onPick(card.number)}
              className="-mx-2 flex min-h-11 w-[calc(100%+1rem)] flex-wrap items-center justify-between gap-x-4 rounded-lg px-2 py-1.5 text-left text-sm hover:bg-surface-hover"
            >
              <span className="tabular font-medium">{groupCardNumber(card.number)}</span>
              <span className="text-muted">{card.outcome}</span>
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
