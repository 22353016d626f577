/** The search as the page's address carries it. Pure; what can't be understood is left out, so a bad address still opens. */
import {
  defaultPriceRange,
  type FacilityOption,
  facilityOptions,
  type GenderOption,
  genderOptions,
  isZip,
  type SortOption,
  snapPrice,
  sortOptions,
} from './search.ts'

/** Only what differs from the beginning: an address never carries defaults. Prices are dollars an hour. */
export interface SearchAddress {
  zip?: string
  sort?: Exclude<SortOption, 'distance'>
  minPrice?: number
  maxPrice?: number
  /** Whatever it costs: neither bound applies. */
  price?: 'any'
  gender?: Exclude<GenderOption, 'all'>
  facility?: Exclude<FacilityOption, 'all'>
  launchMonitor?: true
  pgaClassA?: true
  page?: number
}

/** What the API is asked; the same names in its own words. Prices are dollars an hour, without bounds when any will do. */
interface AskedFor {
  zip?: string
  minPrice?: number
  maxPrice?: number
  sort: SortOption
  gender: GenderOption
  facility: FacilityOption
  page: number
  launchMonitor: boolean
  pgaClassA: boolean
}

const LAST_PAGE = 1000

/** Reads an address or a form's fields; unknown names, defaults and nonsense are dropped. */
export function readSearchAddress(raw: Record<string, unknown>): SearchAddress {
  const text = (name: string) => (raw[name] === undefined ? '' : String(raw[name]).trim())
  const price = readPrices(text('minPrice'), text('maxPrice'))
  const sort = oneOf(sortOptions, text('sort'))
  const gender = oneOf(genderOptions, text('gender'))
  const facility = oneOf(facilityOptions, text('facility'))
  const page = /^\d{1,4}$/.test(text('page')) ? Number(text('page')) : 1
  return {
    ...(isZip(text('zip')) ? { zip: text('zip') } : {}),
    ...(sort && sort !== 'distance' ? { sort } : {}),
    ...(text('price') === 'any' ? { price: 'any' as const } : price),
    ...(gender && gender !== 'all' ? { gender } : {}),
    ...(facility && facility !== 'all' ? { facility } : {}),
    ...(text('launchMonitor') === 'true' ? { launchMonitor: true as const } : {}),
    ...(text('pgaClassA') === 'true' ? { pgaClassA: true as const } : {}),
    ...(page > 1 && page <= LAST_PAGE ? { page } : {}),
  }
}

/** What to ask the API for this address. The bounds are the default ones unless the address says otherwise. */
export function searchInputOf(address: SearchAddress): AskedFor {
  const { zip, price, sort = 'distance', gender = 'all', facility = 'all', page = 1 } = address
  const { low, high } = priceRangeOf(address)
  return {
    ...(zip ? { zip } : {}),
    ...(price === 'any' ? {} : { minPrice: low, maxPrice: high }),
    sort,
    gender,
    facility,
    page,
    launchMonitor: address.launchMonitor ?? false,
    pgaClassA: address.pgaClassA ?? false,
  }
}

/** The slider's two ends in dollars. */
export function priceRangeOf({ minPrice, maxPrice }: SearchAddress): { low: number; high: number } {
  return { low: minPrice ?? defaultPriceRange.min, high: maxPrice ?? defaultPriceRange.max }
}

/** How many filters are set; the ZIP code, the order and the page are none. */
export function countFilters(address: SearchAddress): number {
  const isPriced =
    address.price !== undefined || address.minPrice !== undefined || address.maxPrice !== undefined
  return [isPriced, address.gender, address.facility, address.launchMonitor, address.pgaClassA].filter(
    Boolean,
  ).length
}

/** True when there is something to look for: a ZIP code, or any choice without one. */
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

/** Fields of the address to be written over; what is undefined is taken out. */
export type SearchChange = Partial<Record<keyof SearchAddress, unknown>>

/** What is searched for now, and the ways to change it. */
export interface SearchControls {
  address: SearchAddress
  /** Another ZIP code: a step of its own in the history, read from the top. */
  searchZip: (zip: string) => void
  /** What the map looks at: the picture stays where it is. */
  searchHere: (zip: string) => void
  /** Another filter or order: the page stays where it is, and one step back leaves the list. */
  refine: (change: SearchChange) => void
  /** Back to the beginning: no ZIP code, the default prices, nothing chosen. */
  clear: () => void
  /** Somebody begins to type a ZIP code. */
  prepareZip: () => void
  /** Fetches what lists are made of, and the list without a ZIP code ahead of the first filter. */
  prepare: () => void
}
