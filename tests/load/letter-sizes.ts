/**
 * Sends every sample of every email in turn, and prints the disk space of the email log: as it is kept, and with the whole HTML of each
 * email in its row, both with their indexes. Values differ by reader and number, as in real emails.
 *
 *   npm run drill -- letter-sizes [--letters=20000]
 */
import { parseArgs } from 'node:util'
import { deliverEmail } from '#features/notifications/delivery.ts'
import { uuidV4 } from '#platform/uuid.ts'
import { each, openDrillCluster, openMemoryProduct } from './support/memory-product.ts'
import { addStudents } from './support/students.ts'

const { values } = parseArgs({ options: { letters: { type: 'string', default: '20000' } } })
const letters = Number(values.letters)
const AT_ONCE = 4
const READERS = 500

const cluster = await openDrillCluster()
const product = await openMemoryProduct(await cluster.fresh('letter_sizes'), Date.now())
try {
  const { services } = product
  const pool = services.db.$client
  const mailing = { ...services, email: { ...services.email, send: async () => ({ id: uuidV4() }) } }
  const readers = await addStudents(pool, READERS)
  const samples = services.letters
    .samples(services.clock.now())
    .filter(({ key }) => services.letters.templates.some((letter) => letter.key === key && letter.email))
  await each(
    Array.from({ length: letters }, (_, nth) => nth),
    AT_ONCE,
    send,
  )

  async function send(nth: number) {
    const sample = samples[nth % samples.length]
    const reader = readers[nth % READERS]
    if (!sample || !reader) throw new Error('there are no samples or no readers')
    const variables = Object.fromEntries(
      Object.entries(sample.variables).map(([name, value]) => [
        name,
        name.endsWith('_name') ? `${value} ${nth}` : value,
      ]),
    )
    await deliverEmail(mailing, {
      key: `${sample.kind.id}-student:${uuidV4()}`,
      template: sample.key,
      userId: reader.userId,
      variables,
    })
  }

  const written = await pool.query(
    `select round(pg_total_relation_size('email_logs')::numeric / count(*)) as "bytes a letter, now, before vacuum" from email_logs`,
  )
  await pool.query(`create table whole_emails (like email_logs including all);
    alter table whole_emails drop constraint if exists emails_have_wording_and_values`)
  await pool.query(`
    insert into whole_emails select (jsonb_populate_record(l, jsonb_build_object('wording', null, 'wording_values', null, 'html_digest', null,
      'html_content', coalesce(l.html_content, (select string_agg(part || coalesce(l.wording_values[w.slots[at] + 1], ''), '' order by at)
        from email_wordings w, unnest(w.parts) with ordinality as p (part, at) where w.digest = l.wording))))).*
    from email_logs l`)
  // Space of the row versions with the status 'sending' is counted only in the figure before vacuum.
  for (const table of ['email_logs', 'whole_emails', 'email_wordings'])
    await pool.query(`vacuum full ${table}`)
  const { rows } = await pool.query(`
    select (select count(*)::int from email_logs) as letters,
      (select count(*)::int from email_logs where wording is null) as "kept whole",
      (select count(*)::int from email_wordings) as wordings,
      pg_total_relation_size('email_wordings') as "bytes of wordings",
      round(pg_total_relation_size('whole_emails')::numeric / (select count(*) from email_logs)) as "bytes a letter, whole",
      round(pg_total_relation_size('email_logs')::numeric / (select count(*) from email_logs)) as "bytes a letter, now",
      round(pg_indexes_size('email_logs')::numeric / (select count(*) from email_logs)) as "of which indexes",
      (select round(avg(pg_column_size(html_content))) from whole_emails) as "html_content",
      (select round(avg(pg_column_size(wording_values))) from email_logs) as "wording_values",
      (select round(avg(pg_column_size(wording) + pg_column_size(html_digest))) from email_logs) as "two digests",
      (select round(avg(pg_column_size(job))) from email_logs) as "job"`)
  console.table({ ...rows[0], ...written.rows[0] })
} finally {
  await product.close()
  await cluster.stop()
}
