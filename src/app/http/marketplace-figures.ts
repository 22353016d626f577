import { cachedFor } from '#platform/cached-for.ts'
import type { Services } from '#ports/services.ts'

/** Several may ask at once, and all processes say the same. */
const KEPT_MS = 5_000

/**
 * What is the same whichever process is asked, because the database says it: work that waits for an admin (open circuits, payouts and
 * refunds with errors, failed jobs among it), and the queues. While the database is away, only that.
 */
export const marketplaceFigures = cachedFor(
  { forMs: KEPT_MS, atMost: 1 },
  async (services: Services, _: 'all'): Promise<string> => {
    const now = services.clock.now()
    const age = (since: number | null) => (since === null ? 0 : Math.max(0, (now - since) / 1_000))
    try {
      const [waiting, queues] = await Promise.all([
        Promise.all(services.attention.map(async ({ id, read }) => ({ id, ...(await read(services.db)) }))),
        services.jobs.queues(),
      ])
      return [
        ...gauge('greenside_database_up', 'Whether the database answers', [['', 1]]),
        ...gauge(
          'greenside_waiting',
          'What waits for an admin',
          waiting.map(({ id, count }) => [`{what="${id}"}`, count]),
        ),
        ...gauge(
          'greenside_waiting_seconds',
          'How long the oldest of it has waited',
          waiting.map(({ id, oldest }) => [`{what="${id}"}`, age(oldest)]),
        ),
        ...gauge(
          'greenside_jobs_waiting',
          'Jobs that wait, those for later among them',
          queues.map(({ name, waiting: n }) => [`{queue="${name}"}`, n]),
        ),
        ...gauge(
          'greenside_jobs_late_seconds',
          'How long the oldest job that is due has waited',
          queues.map(({ name, nextRun }) => [`{queue="${name}"}`, age(nextRun)]),
        ),
        ...gauge(
          'greenside_jobs_dead',
          'Jobs that failed and have no tries left',
          queues.map(({ name, failed }) => [`{queue="${name}"}`, failed]),
        ),
        '',
      ].join('\n')
    } catch (error) {
      services.log.warn({ err: error }, 'figures: the database does not answer')
      return `${gauge('greenside_database_up', 'Whether the database answers', [['', 0]]).join('\n')}\n`
    }
  },
)

/** What only this process knows. */
export function processFigures(services: Services, turnedAway: number): string {
  const lagMs = services.copy?.lagMs() ?? null
  return [
    '# HELP http_turned_away_total Requests answered 503 because the process was full',
    '# TYPE http_turned_away_total counter',
    `http_turned_away_total ${turnedAway}`,
    ...(services.copy
      ? gauge('greenside_replica_read', 'Whether the replica may be read from', [
          ['', lagMs === null ? 0 : 1],
        ])
      : []),
    ...(lagMs === null
      ? []
      : gauge('greenside_replica_lag_seconds', 'How far the replica is behind at most', [
          ['', lagMs / 1_000],
        ])),
    '',
  ].join('\n')
}

const gauge = (name: string, help: string, values: readonly (readonly [labels: string, value: number])[]) => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} gauge`,
  ...values.map(([labels, value]) => `${name}${labels} ${value}`),
]
