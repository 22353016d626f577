-- runs outside a transaction
-- For searches in all of a person's messages and the export: the other two indexes have either archived conversations or the rest.
create index concurrently if not exists conversations_of_a_person on conversation_participants (user_id);
