import { Link } from '@tanstack/react-router'
import { siteName } from '#platform/site-name.ts'
import { buttonClass } from '#ui/button.tsx'
import { countCoaches, priceRange } from '../cities/city.ts'
import { landscapesOf } from '../landscapes.ts'
import type { CityPage } from '../schema.ts'
import { Cover } from './cover.tsx'

/** The page header of a city: a one-sentence summary and a link to the search. */
export function CityHero({ page }: { page: CityPage }) {
  const { city, figures, zip } = page
  return (
    <header className="wrap grid items-center gap-x-14 gap-y-8 pt-5 pb-10 sm:pb-14 lg:grid-cols-[1.15fr_1fr]">
      <div>
        <h1 className="max-w-[14ch] text-[clamp(2.375rem,1.6rem+3vw,4rem)] leading-[1.05] tracking-[-0.02em]">
          Golf instructors in <span className="text-brand">{city}</span>
        </h1>
        <p className="mt-5 max-w-[48ch] text-lead text-muted">{lead(page)}</p>
        {figures.coachCount > 0 ? (
          <Link
            to="/"
            search={{ zip, price: 'any' }}
            hash="search"
            className={buttonClass({ variant: 'primary', size: 'lg' }, 'mt-7')}
          >
            See open times
          </Link>
        ) : null}
      </div>
      <Cover
        number={coverOf(page)}
        sizes="(min-width: 78rem) 32rem, (min-width: 64rem) 42vw, 92vw"
        isPriority
        className="aspect-[2/1] rounded-card lg:aspect-[4/3]"
      />
    </header>
  )
}

function lead({ city, figures, nearby }: CityPage): string {
  const { coachCount, prices } = figures
  if (coachCount === 0 || !prices) {
    const nobody = `There is no ${siteName} coach within 50 miles of ${city} yet.`
    return nearby.length > 0 ? `${nobody} The nearest coaches are listed below.` : nobody
  }
  const teach = coachCount === 1 ? 'teaches' : 'teach'
  return `${countCoaches(coachCount)} ${teach} within 50 miles of the middle of town, ${priceRange(prices)}. Book their open times online.`
}

/** Picks a cover for a city from its region's landscapes. The choice is deterministic. */
function coverOf({ slug, state }: CityPage): number {
  const { covers } = landscapesOf(state)
  let sum = 7
  for (const sign of slug) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 65_521
  return covers[sum % covers.length] ?? 1
}
