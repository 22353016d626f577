import type pg from 'pg'

/** Sessions of the demo's golfers begin with it, so that they can be taken away again. */
export const DEMO_QUIZ_SESSIONS = 'de300000-'

/**
 * Three hundred golfers who began the quiz in the last six weeks, in all three orders: some stop on the way, most find a coach near
 * where some coach teaches, a few don't. The same every time.
 * @param now milliseconds since 1970, UTC
 */
export async function insertQuizSessions(client: pg.ClientBase, now: number): Promise<void> {
  await client.query(
    `with places as (
       select row_number() over (order by l.instructor_id) - 1 as nth, count(*) over () as many, c.user_id, c.display_name,
         l.city, l.state, coalesce(l.zip, l.city || ', ' || l.state) as typed
       from instructor_teaching_locations l join instructor_profiles c on c.user_id = l.instructor_id
       join profiles p on p.id = c.user_id
       where l.is_primary and c.is_visible and c.instant_book_enabled and not c.takes_demo_bookings and p.is_demo
     ), golfers as (
       select n, (array['control', 'test', 'testc'])[1 + n % 3] as variant, abs(hashtext('luck ' || n)) % 100 as luck,
         abs(hashtext('taste ' || n)) % 1000 as taste,
         $1::timestamptz - make_interval(mins => 30 + abs(hashtext('when ' || n)) % 60000) as began
       from generate_series(1, 300) n
     ), walked as (
       select g.*, p.user_id as coach, p.display_name, p.city, p.state, p.typed,
         case variant
           when 'control' then case when luck < 10 then 1 when luck < 30 then 2 when luck < 37 then 3 when luck < 43 then 4 when luck < 50 then 5 else 6 end
           when 'test' then case when luck < 8 then 1 when luck < 14 then 2 when luck < 22 then 3 when luck < 28 then 4 when luck < 36 then 5 else 6 end
           else case when luck < 8 then 1 when luck < 13 then 2 when luck < 20 then 3 when luck < 27 then 4 else 5 end end as reached,
         case variant when 'control' then luck >= 55 when 'test' then luck >= 42 else luck >= 31 end as is_done
       from golfers g join places p on p.nth = (g.taste * 7919 + g.n) % p.many
     ), told as (
       select w.*, (is_done and luck < 94) as found,
         case variant
           when 'control' then array['location', 'contact', 'experience', 'goals', 'preferences', 'budget']
           when 'test' then array['experience', 'goals', 'preferences', 'budget', 'location', 'contact']
           else array['experience', 'goals', 'preferences', 'budget', 'location'] end as steps
       from walked w
     ), seen as (
       select t.*, is_done or array_position(steps, 'location') < reached as has_place,
         is_done or array_position(steps, 'experience') < reached as has_level,
         is_done or array_position(steps, 'goals') < reached as has_goals,
         is_done or array_position(steps, 'preferences') < reached as has_preferences,
         is_done or array_position(steps, 'budget') < reached as has_budget,
         variant <> 'testc' and (is_done or array_position(steps, 'contact') < reached) and taste % 10 < 7 as has_contact
       from told t
     )
     insert into quiz_responses (session_id, is_test, variant, current_step, completed_at, contact_email, contact_name,
       recommended_instructor_id, recommended_instructor_name, match_found, no_match_reason, location_city, location_state,
       location_raw, experience_level, lesson_type, gender_preference, budget, has_launch_monitor, technologies, goals,
       reengagement_email_sent, created_at, updated_at)
     select ('${DEMO_QUIZ_SESSIONS}0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, n % 40 = 0, variant, steps[reached],
       case when is_done then began + interval '3 minutes' end,
       case when has_contact then 'golfer' || n || '@quiz.demo' end,
       case when has_contact then (array['Alex', 'Jordan', 'Casey', 'Riley', 'Morgan', 'Jamie', 'Taylor', 'Robin'])[1 + taste % 8] || ' '
         || (array['Reyes', 'Novak', 'Okafor', 'Lind', 'Marsh', 'Ito', 'Beck', 'Walsh', 'Duarte'])[1 + n % 9] end,
       case when found then coach end, case when found then coalesce(display_name, 'Golf Instructor') end,
       case when is_done then found end, case when is_done and not found then 'budget' end,
       case when has_place then city end, case when has_place then state end, case when has_place then typed end,
       case when has_level then (array['beginner', 'beginner', 'casual', 'casual', 'regular', 'competitive'])[1 + taste % 6] end,
       case when has_preferences then (array['private', 'private', 'private', 'group', 'playing'])[1 + taste % 5] end,
       case when has_preferences then (array['any', 'any', 'any', 'any', 'female', 'male'])[1 + n % 6] end,
       case when has_budget then (array['up-to-75', 'up-to-100', 'up-to-100', 'up-to-150', 'any'])[1 + n % 5] end,
       case when has_preferences then taste % 4 = 0 end,
       case when has_preferences and taste % 4 = 0 then array['launch-monitor'] else '{}'::text[] end,
       case when has_goals then array[(array['learn-basics', 'better-contact', 'short-game', 'putting', 'distance', 'lower-scores'])[1 + taste % 6]]
         else '{}'::text[] end,
       found and has_contact and began < $1::timestamptz - interval '25 hours', began, began + interval '3 minutes'
     from seen`,
    [new Date(now)],
  )
  await letSomeBook(client, now)
}

/** Of golfers who finished the quiz and left no address, some turn out to be students of the demo who booked within two weeks. */
async function letSomeBook(client: pg.ClientBase, now: number): Promise<void> {
  await client.query(
    `with finished as (
       select q.id, q.created_at, row_number() over (order by q.session_id) as nth from quiz_responses q
       where q.session_id::text like $2 and q.match_found and not q.is_test and q.contact_email is null
         and q.created_at < $1::timestamptz - interval '14 days' and abs(hashtext('books ' || q.session_id::text)) % 3 = 0
     ), booked as (
       select b.student_id, b.instructor_id, b.created_at, row_number() over (partition by b.student_id order by b.created_at) as which
       from bookings b join profiles p on p.id = b.student_id
       where p.is_demo and p.email <> 'student@greenside.demo' and b.status in ('confirmed', 'completed')
         and b.created_at between $1::timestamptz - interval '45 days' and $1::timestamptz
     ), pairs as (
       select distinct on (b.student_id) b.student_id, b.instructor_id, f.id
       from finished f join booked b on b.which = 1 and b.created_at between f.created_at and f.created_at + interval '13 days'
       order by b.student_id, abs(hashtext(b.student_id::text || f.id::text))
     ), once as (select distinct on (id) * from pairs order by id, student_id)
     update quiz_responses q set user_id = once.student_id,
       recommended_instructor_id = case when abs(hashtext(once.student_id::text)) % 3 > 0 then once.instructor_id else q.recommended_instructor_id end,
       recommended_instructor_name = case when abs(hashtext(once.student_id::text)) % 3 > 0
         then (select coalesce(c.display_name, 'Golf Instructor') from instructor_profiles c where c.user_id = once.instructor_id)
         else q.recommended_instructor_name end
     from once where q.id = once.id`,
    [new Date(now), `${DEMO_QUIZ_SESSIONS}%`],
  )
}
