/** A point on the Earth, in degrees. */
export interface Point {
  lat: number
  lng: number
}

/** Computes driving times between places. */
export interface TravelPort {
  name: string
  /**
   * @returns whole minutes by car, rounded up; null if there is no route
   * @throws TravelUnavailable when the service failed
   */
  driveMinutes(from: Point, to: Point): Promise<number | null>
}

/** The routing service could not be reached, or its response could not be parsed. */
export class TravelUnavailable extends Error {
  constructor(cause: unknown) {
    super('how long the drive takes could not be found out', { cause })
    this.name = 'TravelUnavailable'
  }
}
