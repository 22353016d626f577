/**
 * Statements that write many rows at once. Times are milliseconds since 1970; existing ids are ignored. Rows
 * are written in the order of their keys, so that two processes cannot deadlock.
 */

/** Session, user and time: the first columns of every statement's rows. */
const at = 'to_timestamp(e.at / 1000.0)'

/** Inserts page views and their sessions: only new views count as visited pages. */
export const insertPageViews = `
  with added as (
    insert into page_views (id, session_id, user_id, page_path, referrer, domain, created_at)
    select e.id, e.session_id, e.user_id, e.path, e.referrer, e.domain, ${at}
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::float8[], $5::text[], $6::text[], $7::text[])
      as e (id, session_id, user_id, at, path, referrer, domain)
    order by e.id
    on conflict (id) do nothing
    returning *
  )
  insert into user_sessions as s
    (session_id, user_id, is_authenticated, entry_page, exit_page, pages_visited, ended_at, domain, created_at)
  select session_id,
    (array_agg(user_id order by created_at desc, id desc) filter (where user_id is not null))[1],
    bool_or(user_id is not null),
    (array_agg(page_path order by created_at, id))[1],
    (array_agg(page_path order by created_at desc, id desc))[1],
    count(*), max(created_at), min(domain), min(created_at)
  from added group by session_id order by session_id
  on conflict (session_id) do update set
    user_id = coalesce(excluded.user_id, s.user_id),
    is_authenticated = s.is_authenticated or excluded.is_authenticated,
    exit_page = excluded.exit_page,
    pages_visited = s.pages_visited + excluded.pages_visited,
    ended_at = greatest(s.ended_at, excluded.ended_at)`

/**
 * Updates how long pages were viewed. Ignores beats older than the stored one, and beats of another session.
 */
export const updatePageViews = `
  with beats as (
    select * from unnest($1::uuid[], $2::uuid[], $3::float8[], $4::integer[], $5::text[])
      as e (id, session_id, at, seconds, exit_path)
  ), seen as (
    update page_views v set duration_seconds = e.seconds, exit_path = e.exit_path
    from beats e
    where v.id = e.id and v.session_id = e.session_id and e.seconds >= coalesce(v.duration_seconds, 0)
    returning v.session_id, e.at
  )
  update user_sessions s set ended_at = greatest(s.ended_at, to_timestamp(b.at / 1000.0))
  from (select session_id, max(at) as at from seen group by session_id) b
  where s.session_id = b.session_id`

/** Upserts lists of coaches, one row per coach and session. Unknown coaches are skipped. */
export const upsertImpressions = `
  insert into instructor_impressions as i
    (session_id, instructor_id, user_id, search_query, search_filters, position_in_results, created_at)
  select e.session_id, e.instructor_id, e.user_id, e.query, e.filters::jsonb, e.position, ${at}
  from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::float8[], $5::text[], $6::text[], $7::integer[])
    as e (session_id, instructor_id, user_id, at, query, filters, position)
  join instructor_profiles p on p.user_id = e.instructor_id
  order by e.session_id, e.instructor_id
  on conflict (session_id, instructor_id) do update set
    user_id = coalesce(excluded.user_id, i.user_id),
    search_query = excluded.search_query,
    search_filters = excluded.search_filters,
    position_in_results = excluded.position_in_results
  where (i.user_id, i.search_query, i.search_filters, i.position_in_results) is distinct from
    (coalesce(excluded.user_id, i.user_id), excluded.search_query, excluded.search_filters, excluded.position_in_results)`

/** Records clicks on the session's latest impression of a coach; the first time of each kind is kept. */
export const markImpressions = `
  update instructor_impressions i set
    clicked = i.clicked or c.card is not null,
    clicked_at = coalesce(i.clicked_at, c.card),
    message_clicked = i.message_clicked or c.message is not null,
    message_clicked_at = coalesce(i.message_clicked_at, c.message),
    book_clicked = i.book_clicked or c.booking is not null,
    book_clicked_at = coalesce(i.book_clicked_at, c.booking)
  from (
    select e.session_id, e.instructor_id,
      min(${at}) filter (where e.action = 'card_click') as card,
      min(${at}) filter (where e.action = 'message_click') as message,
      min(${at}) filter (where e.action = 'booking_click') as booking
    from unnest($1::uuid[], $2::uuid[], $3::float8[], $4::text[]) as e (session_id, instructor_id, at, action)
    group by e.session_id, e.instructor_id
  ) c
  where i.session_id = c.session_id and i.instructor_id = c.instructor_id`

export const insertProfileEvents = `
  insert into instructor_profile_events (id, session_id, user_id, instructor_id, event_type, created_at)
  select e.id, e.session_id, e.user_id, e.instructor_id, e.action, ${at}
  from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::float8[], $5::uuid[], $6::text[])
    as e (id, session_id, user_id, at, instructor_id, action)
  join instructor_profiles p on p.user_id = e.instructor_id
  order by e.id
  on conflict (id) do nothing`

/**
 * Inserts ZIP searches. The location is looked up here instead of trusting the browser; null for an unknown
 * code.
 */
export const insertSearches = `
  insert into search_history (id, session_id, user_id, search_query, search_type, search_location, results_count, created_at)
  select e.id, e.session_id, e.user_id, e.zip, 'zip_code', z.lat || ',' || z.lng, e.results, ${at}
  from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::float8[], $5::text[], $6::integer[])
    as e (id, session_id, user_id, at, zip, results)
  left join zip_codes z on z.zip = e.zip
  order by e.id
  on conflict (id) do nothing`

export const insertVitals = `
  insert into web_vitals (id, session_id, name, value, rating, page_path, created_at)
  select e.id, e.session_id, e.name, e.value, e.rating, e.path, ${at}
  from unnest($1::uuid[], $2::uuid[], $3::float8[], $4::text[], $5::float8[], $6::text[], $7::text[])
    as e (id, session_id, at, name, value, rating, path)
  order by e.id
  on conflict (id) do nothing`
