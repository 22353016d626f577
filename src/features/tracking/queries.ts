import { type TrackingServices, trackingQueue } from './commands.ts'

/** What became of this process's tracked rows, as Prometheus reads it. */
export function trackingFigures(services: TrackingServices): string {
  const { waiting, written, dropped } = trackingQueue(services).counts()
  const outcomes = { written, ...dropped }
  return [
    '# HELP tracking_rows_total Tracked rows by what became of them',
    '# TYPE tracking_rows_total counter',
    ...Object.entries(outcomes).map(([outcome, n]) => `tracking_rows_total{outcome="${outcome}"} ${n}`),
    '# HELP tracking_rows_waiting Tracked rows that wait to be written',
    '# TYPE tracking_rows_waiting gauge',
    `tracking_rows_waiting ${waiting}`,
    '',
  ].join('\n')
}
