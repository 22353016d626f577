import { Counter, Gauge, type Registry } from '@prometheus-io/client'
import { cachedFor } from '#platform/cached-for.ts'
import type { Services } from '#ports/services.ts'
import type { AdmissionFigures } from './overload.ts'

/** Several may ask at once, and all processes say the same. */
const KEPT_MS = 5_000

/** Work that waits for an admin and the queues, as the database says; null while it is away. */
const readMarketplace = cachedFor(
  { forMs: KEPT_MS, atMost: 1 },
  async ({ attention, db, jobs, log }: Services, _: 'all') => {
    try {
      const [waiting, queues] = await Promise.all([
        Promise.all(attention.map(async ({ id, read }) => ({ id, ...(await read(db)) }))),
        jobs.queues(),
      ])
      return { waiting, queues }
    } catch (error) {
      log.warn({ err: error }, 'figures: the database does not answer')
      return null
    }
  },
)

type Marketplace = NonNullable<Awaited<ReturnType<typeof readMarketplace>>>

/**
 * Adds what is the same whichever process is asked, because the database says it: work that waits for an admin (open circuits, payouts
 * and refunds with errors, failed jobs among it), and the queues. While the database is away, only that.
 */
export function addMarketplaceFigures(services: Services, common: Registry): void {
  const { clock } = services
  const read = () => readMarketplace(services, clock, 'all')
  const age = (since: number | null) => (since === null ? 0 : Math.max(0, (clock.now() - since) / 1_000))
  new Gauge({
    name: 'greenside_database_up',
    help: 'Whether the database answers',
    registers: [common],
    async collect() {
      this.set((await read()) ? 1 : 0)
    },
  })
  const by = <Label extends string>(
    labelName: Label,
    name: string,
    help: string,
    valuesOf: (marketplace: Marketplace) => (readonly [label: string, value: number])[],
  ) =>
    new Gauge<string>({
      name,
      help,
      labelNames: [labelName],
      registers: [common],
      async collect() {
        const marketplace = await read()
        this.reset()
        for (const [label, value] of marketplace ? valuesOf(marketplace) : [])
          this.set({ [labelName]: label }, value)
      },
    })
  by('what', 'greenside_waiting', 'What waits for an admin', ({ waiting }) =>
    waiting.map(({ id, count }) => [id, count]),
  )
  by('what', 'greenside_waiting_seconds', 'How long the oldest of it has waited', ({ waiting }) =>
    waiting.map(({ id, oldest }) => [id, age(oldest)]),
  )
  by('queue', 'greenside_jobs_waiting', 'Jobs that wait, those for later among them', ({ queues }) =>
    queues.map(({ name, waiting }) => [name, waiting]),
  )
  by('queue', 'greenside_jobs_late_seconds', 'How long the oldest job that is due has waited', ({ queues }) =>
    queues.map(({ name, nextRun }) => [name, age(nextRun)]),
  )
  by('queue', 'greenside_jobs_dead', 'Jobs that failed and have no tries left', ({ queues }) =>
    queues.map(({ name, failed }) => [name, failed]),
  )
}

/** Adds what only a process itself knows: whom it turned away, and how far its replica is behind, where it has one. */
export function addProcessFigures(services: Services, own: Registry, admission: AdmissionFigures): void {
  new Counter({
    name: 'http_turned_away_total',
    help: 'Requests answered 503 because the process was full',
    registers: [own],
    collect() {
      this.reset()
      this.inc(admission.turnedAway())
    },
  })
  new Gauge({
    name: 'http_requests_admitted_at_once',
    help: 'How many requests are answered at the same time at most; 0 without a limit',
    registers: [own],
    aggregator: 'sum',
    collect() {
      this.set(admission.atOnce())
    },
  })
  const { copy } = services
  if (!copy) return
  new Gauge({
    name: 'greenside_replica_read',
    help: 'Whether the replica may be read from',
    registers: [own],
    aggregator: 'min',
    collect() {
      this.set(copy.lagMs() === null ? 0 : 1)
    },
  })
  new Gauge({
    name: 'greenside_replica_lag_seconds',
    help: 'How far the replica is behind at most',
    registers: [own],
    aggregator: 'max',
    collect() {
      const lagMs = copy.lagMs()
      if (lagMs === null) this.remove()
      else this.set(lagMs / 1_000)
    },
  })
}
