import { formatMoney } from '#platform/money.ts'
import { RatingStars } from '#ui/rating-stars.tsx'
import { withCommas } from '../cities/city.ts'
import type { CityFigures as Figures } from '../schema.ts'

/** Four key figures about a city's coaches. */
export function CityFigures({ figures }: { figures: Figures }) {
  const { coachCount, prices, rating, instantBookCount } = figures
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-6 lg:grid-cols-4">
      <Figure label="Coaches within 50 miles" value={coachCount} />
      {prices ? (
        <Figure
          label="An hour costs"
          value={
            prices.low === prices.high
              ? formatMoney(prices.low)
              : `${formatMoney(prices.low)}–${formatMoney(prices.high)}`
          }
        />
      ) : null}
      {rating ? (
        <Figure
          label={`From ${withCommas(rating.reviews)} ${rating.reviews === 1 ? 'review' : 'reviews'}`}
          value={rating.average.toFixed(1)}
          mark={<RatingStars value={rating.average} look="compact" className="[&>span]:sr-only" />}
        />
      ) : null}
      <Figure label="Instant booking" value={instantBookCount} />
    </dl>
  )
}

function Figure({ label, value, mark }: { label: string; value: string | number; mark?: React.ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end border-t-2 border-brand pt-3">
      <dt className="text-[0.9375rem] text-muted">{label}</dt>
      <dd className="tabular flex items-center gap-2 font-display text-2xl font-[560] sm:text-3xl">
        {value}
        {mark}
      </dd>
    </div>
  )
}
