import { CreditCard } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '#ui/class-names.ts'
import type { SavedCardView } from '../saved-cards/schema.ts'

/** The value of the choice to type a card. */
export const ANOTHER_CARD = 'another'

/** The saved cards of the payer, and the choice to type another one. */
export function CardChoice({
  cards,
  value,
  onChange,
}: {
  cards: readonly SavedCardView[]
  /** A card's id, or `ANOTHER_CARD`. */
  value: string
  onChange: (value: string) => void
}) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-semibold">Pay with</legend>
      {cards.map(({ id, brand, last4, expiry, isExpired }) => (
        <Choice key={id} value={id} isChosen={value === id} onChoose={onChange} disabled={isExpired}>
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-medium">
              {brand} <span className="sr-only">ending in </span>
              <span aria-hidden>•••• </span>
              <span className="tabular">{last4}</span>
            </span>
            <span className="tabular text-sm text-muted">
              {isExpired ? 'Expired' : 'Expires'} {expiry}
            </span>
          </span>
        </Choice>
      ))}
      <Choice value={ANOTHER_CARD} isChosen={value === ANOTHER_CARD} onChoose={onChange}>
        <span className="flex flex-1 items-center justify-between gap-x-4 font-medium">
          Another card
          <CreditCard aria-hidden className="size-5 text-muted" />
        </span>
      </Choice>
    </fieldset>
  )
}

function Choice({
  value,
  isChosen,
  onChoose,
  disabled = false,
  children,
}: {
  value: string
  isChosen: boolean
  onChoose: (value: string) => void
  disabled?: boolean
  children: ReactNode
}) {
  return (
    <label
      className={cn(
        'flex min-h-13 items-center gap-3 rounded-control border border-line-strong bg-surface-raised px-4 py-3 text-[0.9375rem] transition-colors has-checked:border-[#17384b] has-checked:bg-[#e9f1f5]',
        disabled ? 'opacity-60' : 'hover:bg-surface-hover',
      )}
    >
      <input
        type="radio"
        name="card"
        value={value}
        defaultChecked={isChosen}
        disabled={disabled}
        onChange={() => onChoose(value)}
        className="size-5 shrink-0 appearance-none rounded-full border border-line-strong bg-surface-raised transition-[border-width] checked:border-6 checked:border-[#17384b]"
      />
      {children}
    </label>
  )
}
