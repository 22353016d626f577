import { AppError } from '#platform/errors.ts'
import type { Point } from '../travel/travel.ts'

/** A teaching place as entered by the coach. City and state are derived from the ZIP code. */
export interface PlaceToLocate {
  /** House number and street; null if the coach entered none. */
  address: string | null
  city: string
  /** Two letters. */
  state: string
  zip: string | null
}

export interface LocatedPlace extends Point {
  /** `address`: the location of the address itself; `area`: the center of its ZIP code or town. */
  by: 'address' | 'area'
}

/** Finds the coordinates of a place. */
export interface GeocodingPort {
  readonly name: 'zip-codes' | 'nominatim'
  /**
   * @returns null for an unknown place
   * @throws GeocodingUnavailable when the service failed
   */
  locate(place: PlaceToLocate): Promise<LocatedPlace | null>
}

/** The geocoding service could not be reached, or its response could not be parsed. */
export class GeocodingUnavailable extends AppError {
  constructor(cause?: unknown) {
    super('unavailable', 'geocoding_unavailable', 'The geocoding service can’t be reached right now.', {
      cause,
    })
    this.name = 'GeocodingUnavailable'
  }
}
