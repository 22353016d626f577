import { useHydrated } from '@tanstack/react-router'
import { CalendarRange, SlidersHorizontal } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Button, buttonClass } from '#ui/button.tsx'
import { CountBadge } from '#ui/count-badge.tsx'
import { Field } from '#ui/field.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Select } from '#ui/select.tsx'
import { sortOptions } from '../search.ts'
import { countFilters, type SearchControls } from '../search-address.ts'
import { sortLabels } from '../search-labels.ts'
import { SearchFilters } from './search-filters.tsx'
import { WhenSelect } from './when-select.tsx'
import { ZipBox } from './zip-box.tsx'

const sorts = sortOptions.map((value) => ({ value, label: sortLabels[value] }))

/** All search controls. A plain form that can be submitted without JavaScript. */
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
      <div className="grid gap-3 @4xl:grid-cols-[minmax(0,1fr)_auto] @4xl:gap-4">
        <ZipBox zip={address.zip} onSearch={search.searchZip} />
        <div className="flex flex-wrap gap-2 @2xl:flex-nowrap">
          <div className="flex min-w-0 flex-1 gap-2 @max-2xl:basis-full">
            <WhenSelect
              when={address.when ?? ''}
              onChoose={(when) => refine({ when })}
              className="min-w-0 flex-1 @4xl:w-60"
            />
            <DaysButton search={search} />
          </div>
          <Field label="Sort by" hideLabel className="min-w-0 flex-1 @4xl:w-52">
            <Select
              name="sort"
              value={address.sort ?? 'distance'}
              onChange={(event) => refine({ sort: event.target.value })}
              options={sorts}
              className="h-13"
            />
          </Field>
          <FiltersToggle search={search} />
        </div>
      </div>
      {/* On narrow screens, this checkbox opens the filters until the scripts have loaded. */}
      <div className="hidden pt-5 group-has-[[data-toggle=filters]:checked]/panel:block @4xl:block">
        <SearchFilters search={search} />
      </div>
    </form>
  )
}

const latePanel = () => import('./late-panel.ts')
const WhenDialog = lazyPart(latePanel, 'WhenDialog')
const FilterSheet = lazyPart(latePanel, 'FilterSheet')

/** Opens the choice of several days and parts of the day. */
function DaysButton({ search }: { search: SearchControls }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="icon"
        aria-haspopup="dialog"
        aria-label="Choose several days"
        onClick={() => setOpen(true)}
        className="size-13"
      >
        <CalendarRange aria-hidden />
      </Button>
      {isOpen ? (
        <Suspense>
          <WhenDialog search={search} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

/**
 * Opens the filters on narrow screens: in a sheet over the results, or with a checkbox until the scripts have
 * loaded.
 */
function FiltersToggle({ search }: { search: SearchControls }) {
  const box = useRef<HTMLInputElement>(null)
  const isHydrated = useHydrated()
  const [isOpen, setOpen] = useState(false)
  // The checkbox may have been ticked before hydration.
  useEffect(() => setOpen(box.current?.checked === true), [])
  const look = buttonClass(
    { size: 'lg' },
    'px-4 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus) has-checked:bg-brand-soft @4xl:hidden',
  )
  const label = (
    <>
      <SlidersHorizontal aria-hidden />
      Filters
      <CountBadge count={countFilters(search.address)} label="set" />
    </>
  )
  if (!isHydrated)
    return (
      <label className={look}>
        <input ref={box} type="checkbox" data-toggle="filters" className="absolute size-px appearance-none" />
        {label}
      </label>
    )
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} className={look}>
        {label}
      </button>
      {isOpen ? (
        <Suspense>
          <FilterSheet search={search} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
