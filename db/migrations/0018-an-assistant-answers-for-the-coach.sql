-- One row for each message of a student that the assistant was asked about, written with the message itself.
create table assistant_turns (
  message_id uuid primary key references messages (id) on delete cascade,
  conversation_id uuid not null references conversations (id) on delete cascade,
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  state text not null default 'waiting'
    check (state in ('waiting', 'answered', 'handed_over', 'superseded', 'silent', 'failed')),
  -- Counted before each try, so that a try that takes the process with it counts, too.
  attempts smallint not null default 0 check (attempts >= 0),
  -- Why it was handed over or left: src/features/assistant/assistant.ts has the list.
  reason text check (char_length(reason) <= 40),
  answer_message_id uuid unique references messages (id) on delete set null,
  -- What the guard found wrong with a draft that was therefore not sent.
  breaches text[] not null default '{}',
  -- A proposal for the coach to look at: { lessonTitle, durationMinutes, lessons, locationId, starts }.
  proposal_draft jsonb check (jsonb_typeof(proposal_draft) = 'object'),
  adapter text check (char_length(adapter) <= 20),
  model text check (char_length(model) <= 120),
  input_tokens integer not null default 0 check (input_tokens >= 0),
  output_tokens integer not null default 0 check (output_tokens >= 0),
  duration_ms integer check (duration_ms >= 0),
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint turns_end_when_they_are_over check ((state = 'waiting') = (finished_at is null))
);
create index turns_of_a_conversation on assistant_turns (conversation_id, created_at desc);
create index turns_of_a_coach on assistant_turns (instructor_id, created_at desc);
create index turns_that_wait on assistant_turns (created_at) where state = 'waiting';

-- Whatever way a coach writes into a conversation, the assistant leaves it at once and whoever waited for a person has one.
create function assistant_makes_way() returns trigger language plpgsql as $$
begin
  update conversations set ai_caddie_disabled = true, needs_human = false, needs_human_reason = null
    where id = new.conversation_id and instructor_id = new.sender_id
      and (not ai_caddie_disabled or needs_human);
  return null;
end $$;
create trigger coaches_take_over_from_the_assistant after insert on messages
  for each row when (new.message_type <> 'ai_response') execute function assistant_makes_way();
