-- Coaches get one message in the evening about all lessons of the next day, instead of two for each lesson: what they chose about
-- reminders holds for it.
insert into notification_preferences (user_id, kind, channel, enabled, updated_at)
select p.user_id, 'tomorrows_lessons', p.channel, p.enabled, p.updated_at
from notification_preferences p join instructor_profiles c on c.user_id = p.user_id
where p.kind = 'lesson_reminder'
on conflict do nothing;
