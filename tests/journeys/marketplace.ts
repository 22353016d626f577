/** Journeys side by side each have a marketplace of their own, so that none takes another's times. Three fill two cores (decision 0086). */
export const MARKETPLACES = 3

/** The port of the first marketplace; the others follow it. The runner chooses it and its workers inherit it. */
export const firstPort = (): number => {
  process.env.JOURNEY_PORT ??= String(4300 + MARKETPLACES * (process.pid % 200))
  return Number(process.env.JOURNEY_PORT)
}

/** The port of this worker's marketplace. A worker that starts after a failure takes over the index of the one before. */
export const journeyPort = (): number => firstPort() + Number(process.env.TEST_PARALLEL_INDEX ?? 0)

/** The name of the database of the marketplace at a port. */
export const journeyDatabase = (port: number): string => `journeys_${port}`

/** Where a journey's own program listens for what the marketplace at a port tells it. */
export const receiverPort = (port: number): number => port + 1_000

/** Where a journey hears the marketplace's lines of errors; not among the ports that fetch refuses. */
export const reportsPort = (port: number): number => port + 3_000
