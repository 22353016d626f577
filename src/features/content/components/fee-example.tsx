import { PLATFORM_FEE_PERCENT, platformFee } from '#features/ledger/fee.ts'
import { formatMoney } from '#platform/money.ts'

const rates = [6_000, 8_500, 12_000]

/** A coach's earnings per lesson, calculated for three prices. */
export function FeeExample() {
  return (
    <section aria-labelledby="pricing" className="border-y bg-surface-sunken">
      <div className="wrap grid gap-x-16 gap-y-8 py-14 sm:py-20 lg:grid-cols-2 lg:items-center">
        <div>
          <h2 id="pricing" className="text-headline">
            {PLATFORM_FEE_PERCENT}% of a lesson, and no monthly fee
          </h2>
          <p className="mt-4 max-w-[48ch] text-muted">
            You set your price. We keep {PLATFORM_FEE_PERCENT}% of each lesson that a student books and pays.
            There is no monthly fee, no listing fee and no paid placement.
          </p>
        </div>
        <table className="tabular w-full text-left">
          <caption className="sr-only">What a lesson of one hour brings</caption>
          <thead className="text-sm text-muted">
            <tr className="border-b-2 border-brand">
              <th scope="col" className="py-2.5 font-medium">
                Your hour
              </th>
              <th scope="col" className="py-2.5 text-right font-medium">
                Our {PLATFORM_FEE_PERCENT}%
              </th>
              <th scope="col" className="py-2.5 text-right font-medium">
                Yours
              </th>
            </tr>
          </thead>
          <tbody className="font-display text-xl">
            {rates.map((rate) => {
              const fee = platformFee(rate)
              return (
                <tr key={rate} className="border-b">
                  <td className="py-3.5">{formatMoney(rate)}</td>
                  <td className="py-3.5 text-right text-muted">{formatMoney(fee)}</td>
                  <td className="py-3.5 text-right font-[560]">{formatMoney(rate - fee)}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </section>
  )
}
