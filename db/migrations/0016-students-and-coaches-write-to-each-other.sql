-- One conversation for each pair of a student and a coach, whoever writes first.
create table conversations (
  id uuid primary key default gen_random_uuid(),
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  student_id uuid not null references profiles (id) on delete cascade,
  -- The coach's name as it is now; kept by triggers.
  instructor_name text not null default '',
  ai_caddie_disabled boolean not null default false,
  -- The assistant does not know what to say, or the student asked for a person. The coach's next message ends it.
  needs_human boolean not null default false,
  needs_human_reason text check (char_length(needs_human_reason) <= 500),
  -- The four below are kept by the messages' own trigger.
  message_count integer not null default 0 check (message_count >= 0),
  last_message_at timestamptz not null default now(),
  last_sender_id uuid references profiles (id) on delete set null,
  last_message_type text,
  created_at timestamptz not null default now(),
  constraint one_conversation_a_pair unique (instructor_id, student_id),
  constraint nobody_talks_to_themselves check (instructor_id <> student_id),
  constraint reasons_need_a_human check (needs_human or needs_human_reason is null)
);
create index conversations_of_a_student on conversations (student_id);

-- One of the two, and what only they decide: what they read, put away, muted, or whom they no longer want to hear from.
create table conversation_participants (
  conversation_id uuid not null references conversations (id) on delete cascade,
  user_id uuid not null references profiles (id) on delete cascade,
  side text not null check (side in ('student', 'coach')),
  last_read_at timestamptz,
  last_read_position integer not null default 0 check (last_read_position >= 0),
  archived_at timestamptz,
  muted_at timestamptz,
  blocked_at timestamptz,
  -- They have the conversation before them until then, unless they say so again; nothing older is kept.
  active_until timestamptz,
  -- A copy, so that a person's conversations are one walk along one index.
  last_message_at timestamptz not null,
  primary key (conversation_id, user_id),
  constraint one_student_and_one_coach unique (conversation_id, side)
);
create index newest_conversations_of_a_person
  on conversation_participants (user_id, last_message_at desc, conversation_id desc) where archived_at is null;
create index archived_conversations_of_a_person
  on conversation_participants (user_id, last_message_at desc, conversation_id desc) where archived_at is not null;

create table messages (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references conversations (id) on delete cascade,
  -- 1, 2, 3 … in its conversation without a gap: the order both sides see, and how a browser knows that it missed one.
  position integer not null check (position > 0),
  sender_id uuid not null references profiles (id) on delete cascade,
  content text not null check (char_length(content) <= 4000),
  message_type text not null default 'text' check (message_type in ('text', 'ai_response', 'proposal')),
  -- What a message shows beside its words, such as open times: see messages/message.ts.
  data jsonb check (jsonb_typeof(data) = 'object' and length(data::text) <= 20000),
  attachment_count smallint not null default 0 check (attachment_count between 0 and 10),
  -- Made by whoever sends, so that a message sent twice is there once.
  client_id uuid,
  -- The admin who wrote it while acting as the sender.
  impersonated_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint messages_say_something check (content <> '' or attachment_count > 0 or data is not null),
  constraint messages_have_their_place unique (conversation_id, position),
  constraint a_message_is_sent_once unique (sender_id, client_id)
);
create index newest_messages on messages (created_at desc, id);

-- A picture or a short video, checked and made anew before it is kept. Without a message it is only its uploader's.
create table message_attachments (
  id uuid primary key default gen_random_uuid(),
  uploader_id uuid not null references profiles (id) on delete cascade,
  message_id uuid references messages (id) on delete cascade,
  ordinal smallint not null default 0,
  kind text not null check (kind in ('image', 'video')),
  -- Folder of its files: random, and nothing of what the uploader called it.
  storage_key text not null unique check (storage_key ~ '^[a-z0-9/-]{10,100}$'),
  -- [{ "name": "1600.webp", "type": "image/webp", "bytes": 81234, "width": 1600, "height": 1200 }]
  files jsonb not null check (jsonb_typeof(files) = 'array'),
  byte_size bigint not null check (byte_size > 0),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  duration_ms integer check (duration_ms > 0),
  created_at timestamptz not null default now(),
  constraint only_videos_last check ((kind = 'video') = (duration_ms is not null))
);
create index attachments_of_a_message on message_attachments (message_id, ordinal);
create index attachments_of_an_uploader on message_attachments (uploader_id, created_at);
create index attachments_nobody_sent on message_attachments (created_at) where message_id is null;

-- Files whose rows are gone wait here until they are gone, too.
create table stray_files (
  storage_key text primary key,
  since timestamptz not null default now()
);
create function remember_stray_files() returns trigger language plpgsql as $$
begin
  insert into stray_files (storage_key) values (old.storage_key) on conflict do nothing;
  return null;
end $$;
create trigger attachments_leave_files after delete on message_attachments
  for each row execute function remember_stray_files();

create table message_reports (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references conversations (id) on delete cascade,
  message_id uuid references messages (id) on delete set null,
  reporter_id uuid references profiles (id) on delete set null,
  reported_id uuid references profiles (id) on delete set null,
  reason text not null check (reason in ('harassment', 'spam', 'off_platform_payment', 'unsafe', 'other')),
  details text check (char_length(details) <= 2000),
  status text not null default 'open' check (status in ('open', 'resolved')),
  resolved_by uuid references profiles (id) on delete set null,
  resolved_at timestamptz,
  admin_notes text check (char_length(admin_notes) <= 4000),
  created_at timestamptz not null default now(),
  check ((status = 'resolved') = (resolved_at is not null))
);
create index newest_message_reports on message_reports (status, created_at desc);
create unique index one_open_report_a_message on message_reports (reporter_id, conversation_id, message_id) nulls not distinct
  where status = 'open';

-- Only what differs from what the product does by itself.
create table message_preferences (
  user_id uuid primary key references profiles (id) on delete cascade,
  -- Whether those they talk to see `active now`; who hides it does not see it either.
  share_presence boolean not null default true,
  updated_at timestamptz not null default now()
);

create function open_conversation() returns trigger language plpgsql as $$
begin
  new.instructor_name := coalesce((select coalesce(c.display_name, p.full_name) from instructor_profiles c
    join profiles p on p.id = c.user_id where c.user_id = new.instructor_id), '');
  return new;
end $$;
create trigger conversations_name_their_coach before insert on conversations
  for each row execute function open_conversation();

create function add_participants() returns trigger language plpgsql as $$
begin
  insert into conversation_participants (conversation_id, user_id, side, last_message_at) values
    (new.id, new.instructor_id, 'coach', new.last_message_at), (new.id, new.student_id, 'student', new.last_message_at);
  return null;
end $$;
create trigger conversations_have_two_people after insert on conversations
  for each row execute function add_participants();

create function rename_coach_of_conversations() returns trigger language plpgsql as $$
begin
  update conversations set instructor_name = coalesce(new.display_name, instructor_name) where instructor_id = new.user_id;
  return null;
end $$;
create trigger coaches_rename_conversations after update of display_name on instructor_profiles
  for each row when (old.display_name is distinct from new.display_name) execute function rename_coach_of_conversations();

-- Whoever inserts: only the two write, one after the other, and time does not run backwards.
create function place_message() returns trigger language plpgsql as $$
declare
  talk conversations;
begin
  select * into talk from conversations where id = new.conversation_id for no key update;
  if not found or new.sender_id not in (talk.instructor_id, talk.student_id)
    or (new.message_type = 'ai_response' and new.sender_id <> talk.instructor_id) then
    raise exception 'only its two people write in a conversation' using errcode = 'check_violation',
      constraint = 'only_participants_write';
  end if;
  new.position := talk.message_count + 1;
  if talk.message_count > 0 then new.created_at := greatest(new.created_at, talk.last_message_at); end if;
  update conversations set message_count = new.position, last_message_at = new.created_at, last_sender_id = new.sender_id,
    last_message_type = new.message_type where id = new.conversation_id;
  return new;
end $$;
create trigger messages_find_their_place before insert on messages
  for each row execute function place_message();

-- A message brings the conversation back for both, unless blocked; who writes by hand has read what was there.
create function file_message() returns trigger language plpgsql as $$
declare
  notice text := json_build_object('type', 'message', 'conversationId', new.conversation_id, 'position', new.position)::text;
begin
  update conversation_participants set last_message_at = new.created_at,
    archived_at = case when blocked_at is null then null else archived_at end,
    last_read_position = case when user_id = new.sender_id and new.message_type <> 'ai_response' then new.position else last_read_position end,
    last_read_at = case when user_id = new.sender_id and new.message_type <> 'ai_response' then new.created_at else last_read_at end
    where conversation_id = new.conversation_id;
  perform pg_notify('greenside', 'conversation:' || new.conversation_id || ' ' || notice);
  perform pg_notify('greenside', 'inbox:' || user_id || ' ' || notice)
    from conversation_participants where conversation_id = new.conversation_id;
  return null;
end $$;
create trigger messages_are_filed after insert on messages
  for each row execute function file_message();

create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception 'what was written stays as it was written' using errcode = 'check_violation',
    constraint = 'messages_are_not_rewritten';
end $$;
create trigger messages_are_not_rewritten before update of conversation_id, position, sender_id, message_type, created_at on messages
  for each row execute function refuse_rewriting();

create function announce_conversation() returns trigger language plpgsql as $$
declare
  notice text := json_build_object('type', 'conversation', 'conversationId', new.id)::text;
begin
  perform pg_notify('greenside', 'conversation:' || new.id || ' ' || notice);
  perform pg_notify('greenside', 'inbox:' || new.instructor_id || ' ' || notice);
  perform pg_notify('greenside', 'inbox:' || new.student_id || ' ' || notice);
  return null;
end $$;
create trigger conversations_announce_change after update on conversations
  for each row when (old.ai_caddie_disabled is distinct from new.ai_caddie_disabled or old.needs_human is distinct from new.needs_human)
  execute function announce_conversation();

-- What somebody read is told to both; what they put away or whom they blocked only to themselves.
create function announce_participant() returns trigger language plpgsql as $$
begin
  if new.last_read_position is distinct from old.last_read_position then
    perform pg_notify('greenside', 'conversation:' || new.conversation_id || ' ' || json_build_object('type', 'read',
      'conversationId', new.conversation_id, 'userId', new.user_id, 'position', new.last_read_position)::text);
  end if;
  perform pg_notify('greenside', 'inbox:' || new.user_id || ' ' ||
    json_build_object('type', 'conversation', 'conversationId', new.conversation_id)::text);
  return null;
end $$;
create trigger participants_announce_change after update on conversation_participants
  -- Not for what a message itself moved: that is announced with the message.
  for each row when (pg_trigger_depth() = 0 and (old.last_read_position is distinct from new.last_read_position or old.archived_at is distinct from new.archived_at
    or old.muted_at is distinct from new.muted_at or old.blocked_at is distinct from new.blocked_at))
  execute function announce_participant();

-- Switching the assistant for a coach changes what counts as unread.
create function announce_assistant() returns trigger language plpgsql as $$
begin
  perform pg_notify('greenside', 'inbox:' || new.user_id || ' ' || json_build_object('type', 'assistant')::text);
  return null;
end $$;
create trigger coaches_announce_assistant after update of ai_caddie_enabled on instructor_profiles
  for each row when (old.ai_caddie_enabled is distinct from new.ai_caddie_enabled) execute function announce_assistant();
