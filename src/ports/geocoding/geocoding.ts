import { AppError } from '#platform/errors.ts'
import type { Point } from '../travel/travel.ts'

/** A teaching place as its coach wrote it down. Town and state are those of its ZIP code. */
export interface PlaceToLocate {
  /** House number and street; null where the coach gave none. */
  address: string | null
  city: string
  /** Two letters. */
  state: string
  zip: string | null
}

export interface LocatedPlace extends Point {
  /** `address`: the point of the address itself; `area`: the middle of its ZIP code or town. */
  by: 'address' | 'area'
}

/** Where on the Earth a place is. */
export interface GeocodingPort {
  readonly name: 'zip-codes' | 'nominatim'
  /**
   * @returns null for a place that is not known
   * @throws GeocodingUnavailable when nobody could say
   */
  locate(place: PlaceToLocate): Promise<LocatedPlace | null>
}

/** The geocoding service could not be asked, or its answer not be understood. */
export class GeocodingUnavailable extends AppError {
  constructor(cause?: unknown) {
    super('unavailable', 'geocoding_unavailable', 'The geocoding service can’t be reached right now.', {
      cause,
    })
    this.name = 'GeocodingUnavailable'
  }
}
