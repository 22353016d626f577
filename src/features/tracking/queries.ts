import { Counter, Gauge, type Registry } from '@prometheus-io/client'
import { type TrackingServices, trackingQueue } from './commands.ts'

/** Adds what became of this process's tracked rows to its figures. */
export function addTrackingFigures(services: TrackingServices, own: Registry): void {
  const counts = () => trackingQueue(services).counts()
  new Counter({
    name: 'tracking_rows_total',
    help: 'Tracked rows by what became of them',
    labelNames: ['outcome'],
    registers: [own],
    collect() {
      const { written, dropped } = counts()
      this.reset()
      for (const [outcome, n] of Object.entries({ written, ...dropped })) this.inc({ outcome }, n)
    },
  })
  new Gauge({
    name: 'tracking_rows_waiting',
    help: 'Tracked rows that wait to be written',
    registers: [own],
    collect() {
      this.set(counts().waiting)
    },
  })
}
