import { useHydrated } from '@tanstack/react-router'
import { SlidersHorizontal } from 'lucide-react'
import { useId } from 'react'
import { buttonClass } from '#ui/button.tsx'
import { CountBadge } from '#ui/count-badge.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { sortLabels, sortOptions } from '../search.ts'
import { countFilters, type SearchControls } from '../search-address.ts'
import { SearchFilters } from './search-filters.tsx'
import { ZipBox } from './zip-box.tsx'

const sorts = sortOptions.map((value) => ({ value, label: sortLabels[value] }))

/** Everything that decides who is listed. A plain form: without scripts its button sends what is chosen. */
export function SearchPanel({ search }: { search: SearchControls }) {
  const { address, refine } = search
  const isHydrated = useHydrated()
  return (
    <form
      action="/"
      method="get"
      aria-label="Search"
      noValidate={isHydrated}
      onSubmit={(event) => event.preventDefault()}
      onPointerEnter={search.prepare}
      onFocus={search.prepare}
      className="group/panel rounded-card border bg-surface-raised p-4 @xl:p-5"
    >
      <div className="grid gap-3 @2xl:grid-cols-[minmax(0,1fr)_auto] @2xl:gap-4">
        <ZipBox zip={address.zip} onSearch={search.searchZip} />
        <div className="flex gap-2">
          <Field label="Sort by" hideLabel className="min-w-0 flex-1 @2xl:w-52">
            <Select
              name="sort"
              value={address.sort ?? 'distance'}
              onChange={(event) => refine({ sort: event.target.value })}
              options={sorts}
              className="h-13"
            />
          </Field>
          <FiltersToggle count={countFilters(address)} />
        </div>
      </div>
      <div className="hidden pt-5 group-has-[[data-toggle=filters]:checked]/panel:block @4xl:block">
        <SearchFilters search={search} />
      </div>
    </form>
  )
}

/** Opens the filters on narrow screens: a box to tick, so that it works before scripts load. */
function FiltersToggle({ count }: { count: number }) {
  const id = useId()
  const look = buttonClass(
    { size: 'lg' },
    'px-4 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus) has-checked:bg-brand-soft @4xl:hidden',
  )
  return (
    <label htmlFor={id} className={look}>
      <input id={id} type="checkbox" data-toggle="filters" className="absolute size-px appearance-none" />
      <SlidersHorizontal aria-hidden />
      Filters
      <CountBadge count={count} label="set" />
    </label>
  )
}
