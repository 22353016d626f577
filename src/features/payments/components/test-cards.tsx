import { groupCardNumber, testCards } from '../card.ts'

/** The numbers that work here; one tap fills one in. */
export function TestCards({ onPick }: { onPick: (number: string) => void }) {
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
