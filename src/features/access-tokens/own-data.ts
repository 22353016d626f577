import { sql } from 'drizzle-orm'
import { type OwnData, readParts } from '#platform/own-data.ts'

export const accessTokensOwnData: OwnData = {
  erase: ({ userId }) => [sql`delete from access_tokens where user_id = ${userId}::uuid`],

  endAccess: ({ userId }) => [
    { name: 'access tokens', statement: sql`delete from access_tokens where user_id = ${userId}::uuid` },
  ],

  export: (db, id) =>
    readParts(db, {
      access_tokens: sql`
        select name, ending, scopes, created_at, expires_at, last_used_at from access_tokens
        where user_id = ${id} order by created_at`,
    }),
}
