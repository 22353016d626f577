import { eq, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { type DividedHtml, divideHtml, htmlDigest, joinHtml, wordingDigest } from './kept-html.ts'
import { renderEmail } from './render-email.ts'
import { type emailLogs, emailWordings } from './tables.ts'
import type { Footer } from './template.ts'

/** The HTML of an email as the log keeps it. */
export interface KeptHtml {
  html: string
  /** Null if the whole HTML is kept. */
  divided: DividedHtml | null
}

/**
 * Renders the HTML of an email for the log.
 * @param shared the values that all emails of the site have in common
 */
export function keepHtml(
  template: { subject: string; htmlContent: string },
  variables: Record<string, string>,
  { footer, shared }: { footer: Footer | null; shared: Readonly<Record<string, string>> },
): KeptHtml {
  const render = (values: Record<string, string>) => renderEmail(template, values, footer).html
  const html = render(variables)
  return { html, divided: divideHtml(html, { variables, shared, render }) }
}

/**
 * The parts of a statement that stores the HTML of an email in the log.
 * @param kept null to keep nothing
 */
export function storedHtml(kept: KeptHtml | null): {
  /** Goes before the insert into the log; stores the wording unless it is known. */
  first: SQL
  /** The values of the columns html_content, wording, wording_values and html_digest. */
  values: SQL
} {
  if (!kept?.divided) return { first: sql``, values: sql`${kept?.html ?? null}, null, null, null` }
  const { wording, values } = kept.divided
  const digest = wordingDigest(wording)
  return {
    first: sql`with wording as (insert into email_wordings (digest, parts, slots)
      values (${digest}, ${sql.param(wording.parts)}::text[], ${sql.param(wording.slots)}::smallint[])
      on conflict (digest) do nothing)`,
    values: sql`null, ${digest}::bytea, ${sql.param(values)}::text[], ${htmlDigest(kept.html)}::bytea`,
  }
}

/** The HTML of a logged email, as the log has it. */
export interface LoggedHtml {
  /** Null if it is not kept, or is damaged. */
  html: string | null
  /** The stored parts do not result in the HTML that was kept, as after a change by hand or a broken disk. */
  isDamaged: boolean
}

/** Reads the HTML of a logged email exactly as it was kept. */
export async function readKeptHtml(
  db: Queryable,
  row: Pick<typeof emailLogs.$inferSelect, 'htmlContent' | 'wording' | 'wordingValues' | 'htmlDigest'>,
): Promise<LoggedHtml> {
  if (!row.wording) return { html: row.htmlContent, isDamaged: false }
  const [wording] = await db.select().from(emailWordings).where(eq(emailWordings.digest, row.wording))
  const html = wording && joinHtml(wording, row.wordingValues ?? [])
  if (html === undefined || !row.htmlDigest?.equals(htmlDigest(html))) return { html: null, isDamaged: true }
  return { html, isDamaged: false }
}
