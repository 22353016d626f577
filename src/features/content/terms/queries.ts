import { desc, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { findDocument, findText, type Operator } from '../posts/queries.ts'
import type { Document } from '../schema.ts'
import type { Terms } from './schema.ts'
import { termsVersions } from './tables.ts'

type Version = typeof termsVersions.$inferSelect

const inForceNow = sql<boolean>`${termsVersions.version} = terms_in_force()`

/** All versions, the newest first. */
export async function listVersions(db: Queryable): Promise<{ version: Version; isInForce: boolean }[]> {
  return await db
    .select({ version: termsVersions, isInForce: inForceNow })
    .from(termsVersions)
    .orderBy(desc(termsVersions.version))
}

/**
 * The terms that hold now, or a version of them, and which ones were announced.
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

/** A version as people read it. @throws Error naming what cannot be read */
export function readTerms(
  operator: Operator,
  { version, body }: Pick<Version, 'version' | 'body'>,
): Document {
  const document = findDocument('terms', operator, body === null ? undefined : { body, updated: version })
  if (!document) throw new Error('the product has no terms')
  return document
}

/** A version's text as it was written. */
export const textOfTerms = ({ body }: Pick<Version, 'body'>): string =>
  body ?? findText('terms')?.body.trim() ?? ''
