/**
 * The search state in the page's URL. Pure; invalid values are dropped, so that a malformed URL still opens.
 */
import {
  defaultPriceRange,
  type FacilityOption,
  facilityOptions,
  type GenderOption,
  genderOptions,
  isWhen,
  isZip,
  type SortOption,
  snapPrice,
  sortOptions,
  type TypeOption,
  typeOptions,
} from './search.ts'

/** Contains only values that differ from the defaults. Prices are dollars per hour. */
export interface SearchAddress {
  zip?: string
  sort?: Exclude<SortOption, 'distance'>
  minPrice?: number
  maxPrice?: number
  /** No price limit: neither bound applies. */
  price?: 'any'
  type?: Exclude<TypeOption, 'all'>
  gender?: Exclude<GenderOption, 'all'>
  facility?: Exclude<FacilityOption, 'all'>
  launchMonitor?: true
  pgaClassA?: true
  /** See `isWhen`. */
  when?: string
  page?: number
}

/** The input of the API. Prices are dollars per hour; the bounds are omitted if there is no price limit. */
interface AskedFor {
  zip?: string
  minPrice?: number
  maxPrice?: number
  sort: SortOption
  type: TypeOption
  gender: GenderOption
  facility: FacilityOption
  page: number
  launchMonitor: boolean
  pgaClassA: boolean
  when?: string
}

const LAST_PAGE = 1000

/** Parses URL parameters or form fields. Unknown names, defaults and invalid values are dropped. */
export function readSearchAddress(raw: Record<string, unknown>): SearchAddress {
  const text = (name: string) => (raw[name] === undefined ? '' : String(raw[name]).trim())
  const price = readPrices(text('minPrice'), text('maxPrice'))
  const sort = oneOf(sortOptions, text('sort'))
  const type = oneOf(typeOptions, text('type'))
  const gender = oneOf(genderOptions, text('gender'))
  const facility = oneOf(facilityOptions, text('facility'))
  const page = /^\d{1,4}$/.test(text('page')) ? Number(text('page')) : 1
  return {
    ...(isZip(text('zip')) ? { zip: text('zip') } : {}),
    ...(sort && sort !== 'distance' ? { sort } : {}),
    ...(text('price') === 'any' ? { price: 'any' as const } : price),
    ...(type && type !== 'all' ? { type } : {}),
    ...(gender && gender !== 'all' ? { gender } : {}),
    ...(facility && facility !== 'all' ? { facility } : {}),
    ...(text('launchMonitor') === 'true' ? { launchMonitor: true as const } : {}),
    ...(text('pgaClassA') === 'true' ? { pgaClassA: true as const } : {}),
    ...(isWhen(text('when')) ? { when: text('when') } : {}),
    ...(page > 1 && page <= LAST_PAGE ? { page } : {}),
  }
}

/** The API input for an address. The default price bounds apply unless the address overrides them. */
export function searchInputOf(address: SearchAddress): AskedFor {
  const {
    zip,
    price,
    sort = 'distance',
    type = 'all',
    gender = 'all',
    facility = 'all',
    page = 1,
    when,
  } = address
  const { low, high } = priceRangeOf(address)
  return {
    ...(zip ? { zip } : {}),
    ...(price === 'any' ? {} : { minPrice: low, maxPrice: high }),
    sort,
    type,
    gender,
    facility,
    page,
    launchMonitor: address.launchMonitor ?? false,
    pgaClassA: address.pgaClassA ?? false,
    ...(when ? { when } : {}),
  }
}

/** The values of the price slider in dollars. */
export function priceRangeOf({ minPrice, maxPrice }: SearchAddress): { low: number; high: number } {
  return { low: minPrice ?? defaultPriceRange.min, high: maxPrice ?? defaultPriceRange.max }
}

/** The number of active filters, not counting ZIP code, time, sorting and page. */
export function countFilters(address: SearchAddress): number {
  const isPriced =
    address.price !== undefined || address.minPrice !== undefined || address.maxPrice !== undefined
  return [
    isPriced,
    address.type,
    address.gender,
    address.facility,
    address.launchMonitor,
    address.pgaClassA,
  ].filter(Boolean).length
}

/** True if the address contains a ZIP code or any filter. */
export function isSearching(address: SearchAddress): boolean {
  return Object.keys(address).length > 0
}

function readPrices(min: string, max: string): Pick<SearchAddress, 'minPrice' | 'maxPrice'> {
  const low = readPrice(min) ?? defaultPriceRange.min
  const high = readPrice(max) ?? defaultPriceRange.max
  if (low > high) return {}
  return {
    ...(low === defaultPriceRange.min ? {} : { minPrice: low }),
    ...(high === defaultPriceRange.max ? {} : { maxPrice: high }),
  }
}

const readPrice = (text: string) => (/^\d{1,4}(\.\d+)?$/.test(text) ? snapPrice(Number(text)) : undefined)

function oneOf<T extends string>(options: readonly T[], text: string): T | undefined {
  return options.find((option) => option === text)
}

/** Address fields to overwrite; undefined removes a field. */
export type SearchChange = Partial<Record<keyof SearchAddress, unknown>>

/** The current search and the functions to change it. */
export interface SearchControls {
  address: SearchAddress
  /** Searches another ZIP code, at another time if one is given: adds a history entry and scrolls to the top. */
  searchZip: (zip: string, when?: string) => void
  /** Searches at the map's position, keeping the map view. */
  searchHere: (zip: string) => void
  /** Changes a filter or the sorting: keeps the scroll position and replaces the history entry. */
  refine: (change: SearchChange) => void
  /** Resets the search: no ZIP code, default prices, no filters. */
  clear: () => void
  /** Called when the user starts typing a ZIP code. */
  prepareZip: () => void
  /** Preloads the code of result lists and filters, and the list without a ZIP code. */
  prepare: () => void
}
