import { sql } from 'drizzle-orm'
import { type OwnData, readParts } from '#platform/own-data.ts'
import { toIso } from '#platform/time.ts'

export const webhooksOwnData: OwnData = {
  erase: ({ userId }) => [
    sql`delete from webhook_deliveries where endpoint_id in
      (select id from webhook_endpoints where user_id = ${userId}::uuid)`,
    sql`delete from webhook_endpoints where user_id = ${userId}::uuid`,
    // What the coaches of the person's golfers were sent names them.
    sql`update webhook_deliveries set body = jsonb_set(body::jsonb, '{data,golferName}', 'null')::text
      where position(${userId} in body) > 0 and body::jsonb #>> '{data,studentId}' = ${userId}
        and body::jsonb #>> '{data,golferName}' is not null`,
  ],

  endAccess: ({ userId, isClaimed, now }) => [
    {
      name: 'webhooks',
      // Its owner sees an address that was switched off, and can switch it on again or remove it.
      statement: isClaimed
        ? sql`delete from webhook_endpoints where user_id = ${userId}::uuid`
        : sql`update webhook_endpoints set disabled_at = ${toIso(now)}::timestamptz
            where user_id = ${userId}::uuid and disabled_at is null`,
    },
  ],

  export: (db, id) =>
    readParts(db, {
      webhooks: sql`
        select url, events, created_at, disabled_at from webhook_endpoints where user_id = ${id} order by created_at`,
    }),
}
