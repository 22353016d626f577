import { createHash } from 'node:crypto'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'

/** Parts of which rows are made, so that a million of them take seconds: names, addresses, sentences, towns, coaches. */
export const parts = `
  select pg_advisory_xact_lock(62);
  create schema if not exists drill;
  create or replace function drill.pick(words text[]) returns text language sql volatile
    as $$ select words[1 + floor(random() * array_length(words, 1))::int] $$;
  create or replace function drill.words(most int) returns text language sql volatile as $$ select string_agg(drill.pick(
    '{lesson,swing,driver,coach,refund,card,charged,twice,Tuesday,morning,moved,cancelled,rain,putting,green,range,photo,login,
      password,email,phone,number,calendar,invite,package,credit,receipt,name,wrong,please,help,cannot,find,my,the,a,is,it,was,and,
      not,I,to,for,on,with,from,booked,paid,time,review,video,slice,hook,bunker,tee,course,zip,city,waitlist}'), ' ')
    from generate_series(1, 3 + floor(random() * most)::int) $$;
  create or replace function drill.nth(kind text, n int) returns uuid language sql immutable
    as $$ select overlay(overlay(md5(kind || n) placing '8' from 13) placing '8' from 17)::uuid $$;
  create or replace function drill.timed(kind text, n int, at timestamptz) returns uuid language sql immutable
    as $$ select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(kind || n), 1, 3) || '8'
      || substr(md5(kind || n), 4, 15))::uuid $$;
  create table if not exists drill.parts as
    select n - 1 as id, name, lower(replace(name, ' ', '.')) as mailbox, split_part(name, ' ', 2) as last, drill.pick(
        '{gmail.com,gmail.com,gmail.com,gmail.com,gmail.com,gmail.com,yahoo.com,outlook.com,icloud.com,fairway.example}') as domain,
      '+1' || (2000000000 + floor(random() * 7999999999))::bigint as phone, drill.pick(paths) as path, drill.pick(paths) as onward,
      drill.words(5) as topic, drill.words(40) as letter, cities[1 + floor(power(random(), 2) * array_length(cities, 1))::int] as city,
      drill.pick(coaches)::uuid as coach, emails[1 + floor(power(random(), 3) * array_length(emails, 1))::int] as email_key,
      drill.pick(texts) as text_key, drill.pick('{location,location,location,experience,goals,preferences,budget,contact,contact}') as step
    from (select n, drill.pick('{Olivia,Emma,Ava,Sophia,Mia,Amelia,Harper,Evelyn,Abigail,Ella,Scarlett,Grace,Chloe,Riley,Aria,Lily,Zoe,Nora,
        Hazel,Maya,Liam,Noah,Oliver,Elijah,James,William,Ben,Lucas,Henry,Theo,Jack,Levi,Owen,Mason,Ethan,Logan,Jackson,Aiden,Sam,Carter}')
        || ' ' || drill.pick('{Smith,Johnson,Williams,Brown,Jones,Garcia,Miller,Davis,Rodriguez,Martinez,Hernandez,Lopez,Gonzalez,Wilson,
        Anderson,Thomas,Taylor,Moore,Jackson,Martin,Lee,Perez,Thompson,White,Harris,Sanchez,Clark,Ramirez,Lewis,Robinson,Walker,Young,
        Allen,King,Wright,Scott,Torres,Nguyen,Hill,Flores,Green,Adams,Nelson,Baker,Hall,Rivera,Campbell,Mitchell,Carter,Roberts}') as name
      from generate_series(1, 20011) n) named,
      (select array_agg(city) as cities from (select distinct city from zip_codes where char_length(city) < 40 order by city) c) c,
      (select array_agg(user_id::text) as coaches from instructor_profiles) k,
      (select array_agg(template_key order by template_key) as emails from email_templates) e,
      (select array_agg(template_key order by template_key) as texts from sms_templates) t,
      (select '{/,/,/,/search,/search,/search,/how-it-works,/lessons,/messages,/find-your-match,/login,/become-a-coach}'::text[] as paths) u;
  analyze drill.parts`

/** The instant of row n: two years, growing denser. */
const ago = `('NOW'::timestamptz - interval '730 days' * power(1 - n::float8 / (COUNT + 1), 1.3))`
const someone = `case when n % 5 < 2 then drill.nth('user', 1 + (n * 31::bigint % COUNT)::int) end`
const rows = `from generate_series(1, COUNT) n join drill.parts p on p.id = n * 7919::bigint % 20011`
/** Ids of what is kept by month begin with its instant. */
const timed = (kind: string) => `drill.timed('${kind}', n, ${ago})`
const email = `p.mailbox || n || '@' || p.domain`
/** A statement for each table. What is rare in a real marketplace is rare: failed letters, suspended accounts, admins, open tickets. */
const tables: Record<string, string> = {
  profiles: `insert into profiles (id, full_name, email, email_verified, user_type, phone, city, suspended_at, closed_at, created_at, updated_at)
    select drill.nth('user', n), name, ${email}, true, case when n % 40 = 0 then 'instructor' else 'student' end,
      case when n % 3 > 0 then phone end, case when n % 2 > 0 then city end, case when n % 20000 = 7 then ${ago} end,
      case when n % 300 = 11 then ${ago} end, ${ago}, ${ago} ${rows}`,
  user_roles: `insert into user_roles (user_id, role) select drill.nth('user', n),
      case when n % 100000 = 1 then 'admin' when n % 5000 = 2 then 'prospect' else 'student' end ${rows} where n % 40 > 0`,
  conversations: `insert into conversations (id, instructor_id, student_id, created_at)
    select drill.nth('talk', n), coach, drill.nth('user', n), ${ago} ${rows} where n <= COUNT / 20`,
  messages: `insert into messages (conversation_id, position, sender_id, content, message_type, created_at)
    select drill.nth('talk', 1 + n % (COUNT / 20)), 1 + n / (COUNT / 20), drill.nth('user', 1 + n % (COUNT / 20)), letter,
      case when n % 50 = 0 then 'proposal' when n % 9 = 0 then 'ai_response' else 'text' end, ${ago} ${rows}`,
  email_logs: `insert into email_logs (dedupe_key, template_key, recipient_email, recipient_name, subject, status, error_message, sent_at,
      created_at, html_content, user_id)
    select 'drill-' || n, email_key, ${email}, name, 'Your ' || topic, case when n % 700 = 3 then 'failed' else 'sent' end,
      case when n % 700 = 3 then 'Mailbox unavailable' end, ${ago}, ${ago}, letter, drill.nth('user', n) ${rows}`,
  sms_logs: `insert into sms_logs (dedupe_key, template_key, recipient_phone, recipient_name, message_content, status, error_message, sent_at,
      created_at, user_id)
    select 'drill-' || n, text_key, phone, name, 'Greenside: ' || left(letter, 120), case when n % 150 = 3 then 'failed' else 'sent' end,
      case when n % 150 = 3 then 'Landline' end, ${ago}, ${ago}, drill.nth('user', n) ${rows}`,
  user_sessions: `insert into user_sessions (session_id, user_id, is_authenticated, entry_page, exit_page, pages_visited, ended_at, domain, created_at)
    select ${timed('visit')}, ${someone}, n % 5 < 2, path, onward, 1 + floor(power(random(), 4) * 30)::int,
      ${ago} + random() * interval '20 minutes', 'greenside.example', ${ago} ${rows}`,
  page_views: `insert into page_views (id, user_id, session_id, page_path, referrer, domain, duration_seconds, exit_path, created_at)
    select ${timed('view')}, ${someone}, ${timed('visit')}, path, case when n % 4 = 0 then 'https://www.google.com/' end,
      'greenside.example', case when n % 7 > 0 then floor(power(random(), 4) * 1800)::int end, onward, ${ago} ${rows}`,
  search_history: `insert into search_history (id, session_id, user_id, search_query, results_count, is_test, created_at)
    select ${timed('search')}, ${timed('visit')}, ${someone}, lpad(floor(power(random(), 2) * 99999)::int::text, 5, '0'),
      floor(power(random(), 3) * 200)::int, n % 2000 = 0, ${ago} ${rows}`,
  instructor_impressions: `insert into instructor_impressions (session_id, instructor_id, position_in_results, clicked, created_at)
    select ${timed('visit')}, coach, 1 + n % 20, n % 6 = 0, ${ago} ${rows}`,
  support_tickets: `insert into support_tickets (client_id, user_id, user_email, user_name, subject, message, status, created_at, updated_at)
    select drill.nth('ticket', n), drill.nth('user', n), ${email}, name, 'About ' || topic, letter,
      case when n > COUNT - 120 then 'open' when n % 5000 = 1 then 'in_progress' else 'closed' end, ${ago}, ${ago} ${rows}`,
  city_waitlist: `insert into city_waitlist (name, email, city, state, preferences, status, notified_at, created_at)
    select name, ${email}, city, (array['NC', 'TX', 'FL', 'CA', 'AZ', 'NY', 'GA', 'OH'])[1 + n % 8],
      jsonb_build_object('skillLevel', (array['beginner', 'casual', 'regular', 'competitive'])[1 + n % 4], 'maxBudget', 50 + n % 150),
      case when n % 400 = 0 then 'pending' else 'notified' end, case when n % 400 > 0 then ${ago} end, ${ago} ${rows}`,
  trial_interests: `insert into trial_interests (client_id, full_name, email, phone, business_name, message, contacted_at, created_at)
    select drill.nth('trial', n), name, ${email}, phone, case when n % 3 = 0 then last || ' Golf' end, letter,
      case when n % 400 > 0 then ${ago} end, ${ago} ${rows}`,
  instructor_saves: `insert into instructor_saves (name, email, phone, notes, instructor_id, contacted, contacted_at, created_at)
    select name, ${email}, case when n % 2 = 0 then phone end, case when n % 9 = 0 then topic end, coach,
      n % 400 > 0, case when n % 400 > 0 then ${ago} end, ${ago} ${rows}`,
  match_saves: `insert into match_saves (name, email, matched_instructor_id, preferences, notified, notified_at, created_at, updated_at)
    select name, ${email}, coach, jsonb_build_object('city', city, 'skillLevel', 'beginner', 'budget', jsonb_build_object('low', 50, 'high', 120)),
      n % 400 > 0, case when n % 400 > 0 then ${ago} end, ${ago}, ${ago} ${rows}`,
  quiz_responses: `insert into quiz_responses (session_id, is_test, variant, current_step, completed_at, contact_email, contact_name,
      recommended_instructor_id, recommended_instructor_name, match_found, location_city, location_state, reengagement_email_sent, created_at)
    select ${timed('visit')}, n % 3000 = 0, (array['control', 'test', 'testc'])[1 + n % 3], step, case when n % 3 = 0 then ${ago} end,
      case when n % 3 = 0 then ${email} end, case when n % 3 = 0 then name end, case when n % 4 = 0 then coach end,
      case when n % 4 = 0 then last end, case when n % 3 = 0 then n % 4 = 0 end, city, 'NC', true, ${ago} ${rows}`,
  audit_log: `insert into audit_log (actor_id, subject_id, action, target, ids, reason, created_at)
    select drill.nth('user', 1 + 100000 * (n % 10)), drill.nth('user', n), case when n % 3 = 0 then 'call' else 'change' end,
      (array['admin.list.act', 'admin.roles.give', 'disputes.settle', 'support.reply', 'templates.save', 'me.show'])[1 + n % 6],
      jsonb_build_object('id', drill.nth('thing', n)), case when n % 5 = 0 then topic end, ${ago} ${rows}`,
}

/**
 * Adds rows to every table that a list of the back office reads, with its triggers off, unless it has them. Indexes are taken
 * away and made again, because a million rows enter them one by one for many minutes.
 * @param count rows for each table
 * @param lists by name, as in {@link measuredLists}
 */
export const fillLists = (client: pg.ClientBase, count: number, lists: readonly string[]) =>
  fillTables(client, count, [...new Set(lists.flatMap((list) => measuredLists[list]?.tables ?? []))])

/** Adds rows to these tables in the same way. @param count rows for each table */
export async function fillTables(
  client: pg.ClientBase,
  count: number,
  names: readonly string[],
): Promise<void> {
  await client.query(parts)
  await client.query(
    `select set_config('session_replication_role', 'replica', false), set_config('maintenance_work_mem', '512MB', false)`,
  )
  const { rows: present } = await client.query<{ now: string }>('select current_instant()::text as now')
  const numbers: Record<string, string> = { COUNT: String(count), NOW: String(present[0]?.now) }
  for (const table of names) {
    const wanted = table === 'conversations' ? count / 20 : table === 'user_roles' ? count * 0.9 : count
    const { rows: there } = await client.query<{ n: string }>(`select count(*) as n from ${table}`)
    if (Number(there[0]?.n) >= wanted) continue
    const began = performance.now()
    await withoutIndexes(client, table, () =>
      client.query((tables[table] ?? '').replaceAll(/COUNT|NOW/g, (name) => String(numbers[name]))),
    )
    await client.query(`vacuum analyze ${table}`)
    console.log(`${table}: filled in ${Math.round((performance.now() - began) / 1000)} s`)
  }
  await client.query(`select set_config('session_replication_role', 'origin', false)`)
}

/** Takes the indexes of a table away while rows are added, except indexes of constraints, and creates them again; in one transaction. */
export async function withoutIndexes(
  client: pg.ClientBase,
  table: string,
  add: () => Promise<unknown>,
): Promise<void> {
  const indexes = await client.query<{ name: string; definition: string; samples: number | null }>(
    // An index of a table that is kept by month is shown as that of the whole alone; it is made for every month.
    `select i.indexname as name, replace(i.indexdef, ' ON ONLY ', ' ON ') as definition,
       (select a.attstattarget from pg_attribute a where a.attrelid = i.indexname::regclass and a.attnum = 1) as samples
     from pg_indexes i
     where i.schemaname = 'public' and i.tablename = $1 and not exists (select from pg_constraint c where c.conname = i.indexname)`,
    [table],
  )
  await client.query('begin')
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`)
  await add()
  for (const { name, definition, samples } of indexes.rows) {
    await client.query(definition)
    if (samples) await client.query(`alter index ${name} alter column 1 set statistics ${samples}`)
  }
  await client.query('commit')
}

interface Measured {
  tables: string[]
  /** Common words, a rare one, an absent one, and short ones. */
  search: string[]
  /** What text columns are filtered by. */
  texts?: Record<string, string[]>
}

const nobody = '00000000-0000-4000-8000-000000000000'

/** The lists that grow with the business: their tables, and what is looked for in them. */
export const measuredLists: Record<string, Measured> = {
  users: {
    tables: ['profiles', 'user_roles'],
    search: ['gmail', 'smith', 'olivia smith', 'smith77777@', 'qqzxv', 'jo', 'zq', '5551234'],
    texts: { city: ['Charlotte', 'Springfield', 'qqzx'] },
  },
  'email-logs': {
    tables: ['profiles', 'email_logs'],
    search: ['gmail', 'lesson', 'smith77777@', 'qqzxv', 'jo', 'zq'],
    texts: { template: ['booking', 'reset', 'qqzx'] },
  },
  'support-tickets': {
    tables: ['profiles', 'support_tickets'],
    search: ['refund', 'charged twice', 'smith77777@', 'qqzxv', 'my', 'zq'],
    texts: { subject: ['lesson', 'qqzx'] },
  },
  'page-views': { tables: ['profiles', 'page_views'], search: ['/', '/search', '/qqzx', nobody] },
  'sms-logs': {
    tables: ['profiles', 'sms_logs'],
    search: ['lesson', 'refund twice', '5551234', 'qqzxv', 'my', 'zq'],
    texts: { template: ['reminder', 'qqzx'] },
  },
  waitlist: {
    tables: ['city_waitlist'],
    search: ['gmail', 'smith', 'Charlotte', 'qqzxv', 'jo', 'zq'],
    texts: { city: ['Charlotte', 'qqzx'], state: ['NC', 'QQ'] },
  },
  'search-history': {
    tables: ['profiles', 'search_history', 'instructor_impressions'],
    search: ['28202', '9', '00', 'qq', nobody],
  },
  'trial-requests': {
    tables: ['trial_interests'],
    search: ['gmail', 'smith golf', '5551234', 'qqzxv', 'jo', 'zq'],
  },
  quiz: {
    tables: ['quiz_responses'],
    search: ['gmail', 'smith', 'Charlotte', 'qqzxv', 'jo', 'zq'],
    texts: { place: ['Charlotte', 'qqzx'], recommended: ['Smith', 'qqzx'] },
  },
  visits: { tables: ['profiles', 'user_sessions'], search: ['/', '/search', '/qqzx', nobody] },
  'match-saves': {
    tables: ['match_saves'],
    search: ['gmail', 'smith', 'qqzxv', 'jo', 'zq'],
    texts: { city: ['Charlotte', 'qqzx'] },
  },
  'instructor-saves': {
    tables: ['instructor_saves'],
    search: ['gmail', 'smith', '5551234', 'qqzxv', 'jo', 'zq'],
  },
  messages: {
    tables: ['profiles', 'conversations', 'messages'],
    search: ['student@greenside.demo', 'nobody@example.com', nobody],
  },
  'failed-jobs': { tables: [], search: ['451', 'try 7007', 'qqzxv', nobody] },
  'audit-log': {
    tables: ['profiles', 'audit_log'],
    search: ['refund', 'roles', 'qqzxv', 'zq'],
    texts: { target: ['roles', 'qqzx'] },
  },
}

/**
 * Prints what each index of words costs when rows are written: 4,000 of them go in with it and without it, and out again.
 * @param count rows the tables have
 */
export async function measureWrites(
  client: pg.ClientBase,
  count: number,
  lists: readonly string[],
): Promise<void> {
  const names = [...new Set(lists.flatMap((list) => measuredLists[list]?.tables ?? []))]
  const { rows: indexes } = await client.query<{ table: string; name: string; mb: number }>(
    `select tablename as table, indexname as name, pg_relation_size(indexname::regclass) / 1048576 as mb from pg_indexes
     where schemaname = 'public' and tablename = any($1) and indexdef ~* 'gin|where' order by 1, 2`,
    [names],
  )
  console.log('| index | MB | a row with it | without it |\n|---|--:|--:|--:|')
  for (const { table, name, mb } of indexes) {
    const inserting = (tables[table] ?? '')
      .replaceAll('generate_series(1, COUNT)', `generate_series(${count + 1}, ${count + 4000})`)
      .replaceAll('COUNT', String(2 * count))
      .replaceAll('NOW', new Date(Date.now()).toISOString())
    const took: number[][] = [[], []]
    for (const way of [0, 1, 0, 1, 0, 1]) {
      await client.query('begin')
      await client.query('set local session_replication_role = replica')
      if (way === 1) await client.query(`drop index ${name}`)
      const began = performance.now()
      await client.query(inserting)
      took[way]?.push((performance.now() - began) / 4)
      await client.query('rollback')
    }
    const [withIt, without] = took.map((all) => `${Math.min(...all).toFixed(0)} µs`)
    console.log(`| ${name} | ${mb} | ${withIt} | ${without} |`)
  }
}

/**
 * A week of jobs: almost all are done, one in a thousand was given up, some wait and a few are at work.
 * @param kinds the names of the queues, which are there
 */
export async function fillJobs(
  client: pg.ClientBase,
  count: number,
  kinds: readonly string[],
): Promise<void> {
  const { rows } = await client.query<{ n: string }>('select count(*) as n from pgboss.job')
  if (Number(rows[0]?.n) >= count) return
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  await client.query(
    `insert into pgboss.job (name, data, state, start_after, created_on, started_on, completed_on, keep_until, output)
     select name, jsonb_build_object('template', 'lesson-reminder', 'userId', drill.nth('user', n)), state::pgboss.job_state, at, at,
       case when state <> 'created' then at end, case when state in ('completed', 'failed') then at + interval '1 second' end,
       at + interval '14 days', case when state = 'failed' then jsonb_build_object('message', 'The mail server answers 451: try ' || n) end
     from (
       select n, $1::text[] as names, now() - interval '7 days' * (1 - n::float8 / $2) as at,
         case when n > $2 - 40 then 'active' when n > $2 - 2000 then 'created' when n % 1000 = 7 then 'failed' else 'completed' end as state
       from generate_series(1, $2::int) n
     ) drawn cross join lateral (select names[1 + n % cardinality(names)] as name) named`,
    [kinds, count],
  )
  await client.query('commit')
  await client.query('vacuum analyze pgboss.job')
}

/** Letters and texts that wait in the queue for the morning, as the logs show them. */
export async function fillQueue(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false })
  await boss.start()
  try {
    for (const name of ['send-templated-email', 'send-templated-sms']) {
      await boss.createQueue(name)
      if ((await boss.getQueueStats(name)).some(({ queuedCount }) => queuedCount > 0)) continue
      const ids = Array.from({ length: 500 }, (_, n) =>
        createHash('md5')
          .update(`user${n + 1}`)
          .digest('hex'),
      )
      await boss.insert(
        name,
        ids.map((id) => ({
          data: {
            template: 'lesson-reminder',
            // As drill.nth.
            userId: id.replace(/(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-8$3-8$4-'),
          },
          startAfter: 24 * 60 * 60,
        })),
      )
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}
