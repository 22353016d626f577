import type pg from 'pg'
import { type CrmPort, isAddress, profileFields, sortProfiles } from './crm.ts'

/** Stores the profiles in a table. No data leaves. */
export function localCrm({ pool }: { pool: pg.Pool }): CrmPort {
  return {
    name: 'local',
    async upsert(profiles) {
      const { good, bad } = sortProfiles(profiles)
      await pool.query(
        `insert into local_vendor.crm_profiles (email, attributes)
         select one ->> 'email', one from jsonb_array_elements($1::jsonb) one
         on conflict (email) do update set attributes = excluded.attributes, updated_at = current_instant()`,
        [JSON.stringify(good.map(profileFields))],
      )
      return { synced: good.length, failed: bad }
    },
    async unsubscribe(email) {
      if (!isAddress(email)) return
      await pool.query(
        `insert into local_vendor.crm_profiles (email, attributes, unsubscribed_at)
         values ($1, jsonb_build_object('email', $1::text), current_instant())
         on conflict (email) do update
           set unsubscribed_at = coalesce(crm_profiles.unsubscribed_at, excluded.unsubscribed_at)`,
        [email.toLowerCase()],
      )
    },
  }
}
