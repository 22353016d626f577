/** A point on the Earth, in degrees. */
export interface Point {
  lat: number
  lng: number
}

/** How long it takes to drive from one place to another. */
export interface TravelPort {
  name: string
  /**
   * @returns whole minutes by car, rounded up; null where no road leads
   * @throws TravelUnavailable when nobody could say
   */
  driveMinutes(from: Point, to: Point): Promise<number | null>
}

/** The routing service could not be asked, or its answer not be understood. */
export class TravelUnavailable extends Error {
  constructor(cause: unknown) {
    super('how long the drive takes could not be found out', { cause })
    this.name = 'TravelUnavailable'
  }
}
