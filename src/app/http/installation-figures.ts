import { statfs } from 'node:fs/promises'
import { resolve } from 'node:path'
import { connect } from 'node:tls'
import { Gauge, type Registry } from '@prometheus-io/client'
import { sql } from 'drizzle-orm'
import { countFailedMessages } from '#features/notifications/queries.ts'
import { cachedFor } from '#platform/cached-for.ts'
import { DAY, HOUR } from '#platform/duration.ts'
import { readRestoreTest } from '#platform/restore-test.ts'
import type { Services } from '#ports/services.ts'

/** How long a certificate is waited for. */
const WAIT_MS = 5_000

/** What an installation is about to run out of, so that alerts come before visitors notice. */
export function addInstallationFigures(services: Services, common: Registry, own: Registry): void {
  const { clock, env, log } = services
  new Gauge({
    name: 'greenside_backup_follows',
    help: 'Whether the backup copies changes as they happen; missing where no backup was set up',
    registers: [common],
    async collect() {
      const backup = await readBackup(services, clock, 'all').catch(() => null)
      if (backup === null) this.remove()
      else this.set(backup ? 1 : 0)
    },
  })
  new Gauge({
    name: 'greenside_restore_test_passed',
    help: 'Whether the last test of a restore passed; missing where none was recorded',
    registers: [common],
    async collect() {
      const test = env.BACKUP_FOLDER ? await readRestoreTest(env.BACKUP_FOLDER) : null
      if (test) this.set(test.problem === null ? 1 : 0)
      else this.remove()
    },
  })
  new Gauge({
    name: 'greenside_restore_test_days',
    help: 'How many days ago a test of a restore passed; missing where none did',
    registers: [common],
    async collect() {
      const test = env.BACKUP_FOLDER ? await readRestoreTest(env.BACKUP_FOLDER) : null
      if (test && test.passedAt !== null) this.set((clock.now() - test.passedAt) / DAY)
      else this.remove()
    },
  })
  new Gauge({
    name: 'greenside_messages_failed',
    help: 'Letters and texts of the last hour that could not be sent',
    registers: [common],
    async collect() {
      const count = await countFailed(services, clock, 'all').catch(() => null)
      if (count === null) this.remove()
      else this.set(count)
    },
  })
  new Gauge({
    name: 'greenside_disk_free_ratio',
    help: 'How much of the disk is free where files are kept, from 0 to 1',
    registers: [own],
    aggregator: 'min',
    async collect() {
      const disk = await statfs(env.S3_BUCKET ? '.' : resolve(env.FILES_FOLDER)).catch(() => statfs('.'))
      this.set(disk.blocks > 0 ? disk.bavail / disk.blocks : 0)
    },
  })
  new Gauge({
    name: 'greenside_certificate_days',
    help: 'For how many days the certificate of the public address is good; missing where it cannot be read',
    registers: [common],
    async collect() {
      const until = await certificateEnd(services, clock, env.appUrl).catch((error: unknown) => {
        log.warn({ err: error }, 'figures: the certificate of the public address could not be read')
        return null
      })
      if (until === null) this.remove()
      else this.set((until - clock.now()) / DAY)
    },
  })
}

/** Null where nothing was set up that follows: neither `npm run backup -- --follow` nor the server's own archiving (pgBackRest). */
const readBackup = cachedFor({ forMs: 5_000, atMost: 1 }, async ({ db }: Services, _: 'all') => {
  const { rows } = await db.execute<{ active: boolean }>(
    sql`select coalesce((select active from pg_replication_slots where slot_name = 'greenside_backup'),
        case when current_setting('archive_mode') <> 'off'
          then coalesce(last_archived_time >= coalesce(last_failed_time, '-infinity'), false) end) as active
      from pg_stat_archiver`,
  )
  return rows[0]?.active ?? null
})

const countFailed = cachedFor({ forMs: 5_000, atMost: 1 }, ({ db, clock }: Services, _: 'all') =>
  countFailedMessages(db, clock.now() - HOUR),
)

/** The instant until which the certificate is good, in milliseconds since 1970; null where the address has none. */
const certificateEnd = cachedFor(
  { forMs: HOUR, atMost: 1 },
  async ({ env }: Services, appUrl: string): Promise<number | null> => {
    const { protocol, hostname, port } = new URL(appUrl)
    if (protocol !== 'https:' || env.isDemo) return null
    const { promise, resolve: done, reject } = Promise.withResolvers<number>()
    // One that is not trusted has an end, too; whether it is trusted is the doctor's question.
    const socket = connect(
      {
        host: hostname,
        port: Number(port || 443),
        servername: hostname,
        timeout: WAIT_MS,
        rejectUnauthorized: false,
      },
      () => done(Date.parse(socket.getPeerCertificate().valid_to)),
    )
    socket.on('error', reject).on('timeout', () => reject(new Error('the public address does not answer')))
    try {
      return await promise
    } finally {
      socket.destroy()
    }
  },
)
