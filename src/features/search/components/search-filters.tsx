import { useHydrated } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { facilityOptions, genderOptions, typeOptions } from '../search.ts'
import { isSearching, priceRangeOf, type SearchControls } from '../search-address.ts'
import { coachGenderLabels, facilityLabels, typeLabels } from '../search-labels.ts'
import { PriceFilter } from './price-filter.tsx'

const genders = genderOptions.map((value) => ({ value, label: coachGenderLabels[value] }))
const facilities = facilityOptions.map((value) => ({ value, label: facilityLabels[value] }))
const types = typeOptions.map((value) => ({ value, label: typeLabels[value] }))

/**
 * The price, lesson type, gender, facility and equipment filters; each choice applies immediately.
 * @param props.isInSheet renders a single column without the button to clear filters
 */
export function SearchFilters({
  search,
  isInSheet = false,
}: {
  search: SearchControls
  isInSheet?: boolean
}) {
  const { address, refine } = search
  const isHydrated = useHydrated()
  return (
    <div
      className={
        isInSheet
          ? 'grid gap-6'
          : 'grid gap-x-6 gap-y-5 border-t pt-5 @xl:grid-cols-2 @4xl:grid-cols-[minmax(12rem,1.2fr)_1fr_1fr_1fr_auto_auto] @4xl:items-end'
      }
    >
      <PriceFilter
        {...priceRangeOf(address)}
        isAnyPrice={address.price === 'any'}
        onChange={(range) => refine({ ...range, price: undefined })}
      />
      <Field label="Lesson type">
        <Select
          name="type"
          value={address.type ?? 'all'}
          onChange={(event) => refine({ type: event.target.value })}
          options={types}
        />
      </Field>
      <Field label="Gender">
        <Select
          name="gender"
          value={address.gender ?? 'all'}
          onChange={(event) => refine({ gender: event.target.value })}
          options={genders}
        />
      </Field>
      <Field label="Facility">
        <Select
          name="facility"
          value={address.facility ?? 'all'}
          onChange={(event) => refine({ facility: event.target.value })}
          options={facilities}
        />
      </Field>
      <div className="flex flex-col gap-2">
        <Checkbox
          label="Launch monitor"
          name="launchMonitor"
          value="true"
          checked={address.launchMonitor ?? false}
          onChange={(event) => refine({ launchMonitor: event.target.checked })}
        />
        <Checkbox
          label="PGA Class A"
          name="pgaClassA"
          value="true"
          checked={address.pgaClassA ?? false}
          onChange={(event) => refine({ pgaClassA: event.target.checked })}
        />
      </div>
      {isInSheet ? null : (
        <Button variant="ghost" onClick={search.clear} disabled={isHydrated && !isSearching(address)}>
          <X aria-hidden />
          Clear
        </Button>
      )}
    </div>
  )
}
