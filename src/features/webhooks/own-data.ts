import { sql } from 'drizzle-orm'
import { type OwnData, readParts } from '#platform/own-data.ts'

export const webhooksOwnData: OwnData = {
  erase: ({ userId }) => [
    sql`delete from webhook_deliveries where endpoint_id in
      (select id from webhook_endpoints where user_id = ${userId}::uuid)`,
    sql`delete from webhook_endpoints where user_id = ${userId}::uuid`,
  ],

  export: (db, id) =>
    readParts(db, {
      webhooks: sql`
        select url, events, created_at, disabled_at from webhook_endpoints where user_id = ${id} order by created_at`,
    }),
}
