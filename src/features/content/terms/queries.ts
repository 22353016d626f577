import { desc, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { findDocument, findText, type Operator } from '../posts/queries.ts'
import type { ContentDocument } from '../schema.ts'
import type { Terms } from './schema.ts'
import { termsVersions } from './tables.ts'

type Version = typeof termsVersions.$inferSelect

const inForceNow = sql<boolean>`${termsVersions.version} = terms_in_force()`

/** All versions, newest first. */
export async function listVersions(db: Queryable): Promise<{ version: Version; isInForce: boolean }[]> {
  return await db
    .select({ version: termsVersions, isInForce: inForceNow })
    .from(termsVersions)
    .orderBy(desc(termsVersions.version))
}

/**
 * The terms in force, or a given version, with any announced versions.
 * @throws AppError no_such_document
 */
export async function findTerms(db: Queryable, operator: Operator, asked?: string): Promise<Terms> {
  const all = await listVersions(db)
  const at = all.findIndex(({ isInForce }) => isInForce)
  const inForce = all[at]?.version
  const shown = asked === undefined ? inForce : all.find(({ version }) => version.version === asked)?.version
  if (!shown || !inForce) throw new AppError('not_found', 'no_such_document', 'There are no such terms.')
  return {
    document: readTerms(operator, shown),
    version: shown.version,
    inForce: inForce.version,
    coming: all
      .slice(0, at)
      .reverse()
      .map(({ version: { version, summary } }) => ({ version, summary: summary ?? '' })),
  }
}

/** Renders a version for display. @throws Error naming what cannot be parsed */
export function readTerms(
  operator: Operator,
  { version, body }: Pick<Version, 'version' | 'body'>,
): ContentDocument {
  const document = findDocument('terms', operator, body === null ? undefined : { body, updated: version })
  if (!document) throw new Error('the product has no terms')
  return document
}

/** The Markdown source of a version. */
export const textOfTerms = ({ body }: Pick<Version, 'body'>): string =>
  body ?? findText('terms')?.body.trim() ?? ''
