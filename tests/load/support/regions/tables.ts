import type pg from 'pg'

const words = (text: string) => text.split(/\s+/)

/** Tables of people's accounts, which stay in `public`: a golfer has one account in all regions. */
const ofAccounts = `access_tokens account_links address_subscriptions calendar_feeds coach_drafts credentials delivery_reports email_logs
  golfers impersonations message_preferences notification_preferences notification_settings notifications orders passkeys
  payment_customers phone_codes profiles push_logs push_subscriptions sessions shot_mappings sms_consents sms_inbound sms_logs
  support_replies support_tickets support_viewers suppressed_addresses trial_interests two_factor_codes_used two_factors user_roles
  verifications webhook_deliveries webhook_endpoints`

/** Tables of the whole marketplace, which stay in `public`. */
const ofEverybody = `announcements audit_log city_waitlist crm_syncs email_templates email_wordings failed_items platform_config
  rate_limits saved_views schema_migrations sms_templates stray_files template_versions terms_versions vendor_calls vendor_circuits
  vendor_health zip_codes`

/** Visits, which would be in a database of their own before there are regions. */
const ofVisits = `instructor_impressions instructor_profile_events page_views search_history user_sessions web_vitals`

/** Figures that a worker adds up over the lessons of its region; they stay when a coach moves. */
const ofFigures = `market_changes market_coaches market_days market_entries market_first_days market_lessons market_months market_returns
  market_searches revenue_changes revenue_days`

/**
 * Tables of a region that nothing in the catalog connects with a coach, each with the condition for the rows of a coach ($1); `moved_…` are
 * the coach's rows of other tables (`move.ts`). `payment_events` would otherwise hold the events that another region has seen.
 */
export const withoutKey: Record<string, string> = {
  payment_events: 'session_id in (select stripe_session_id from moved_payments)',
  message_digests: 'conversation_id in (select id from moved_conversations)',
  google_access_ended: 'coach_id = $1',
  ...Object.fromEntries(words(ofFigures).map((name) => [name, 'false'])),
}

const staying = [ofAccounts, ofEverybody, ofVisits].flatMap(words)

export interface Divided {
  /** Tables of a coach, which each region has. */
  regional: string[]
  /** Tables that are in none of the lists, or in two. */
  wrong: string[]
}

/**
 * Divides the tables of `public` by the catalog: a table belongs to a coach if it has a column `instructor_id`, or if foreign keys lead from
 * it to coaches. So no key leads from a table that stays to one of a region.
 */
export async function divideTables(client: pg.ClientBase): Promise<Divided> {
  const { rows } = await client.query<{ name: string; is_of_coach: boolean }>(
    `with recursive of_coach as (
       select 'instructor_profiles'::regclass::oid as oid
       union select attrelid from pg_attribute where attname = 'instructor_id' and not attisdropped
       union select c.conrelid from pg_constraint c join of_coach k on c.confrelid = k.oid where c.contype = 'f'
     )
     select relname as name, oid in (select oid from of_coach) and relname <> all ($1) as is_of_coach
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
    [words(ofVisits)],
  )
  const regional = rows.flatMap(({ name, is_of_coach }) => (is_of_coach || name in withoutKey ? [name] : []))
  const known = [...regional, ...staying]
  const wrong = [
    ...rows.flatMap(({ name }) => (known.includes(name) ? [] : [name])),
    ...known.filter((name, n) => known.indexOf(name) !== n || rows.every((row) => row.name !== name)),
  ]
  return { regional, wrong }
}
