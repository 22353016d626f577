-- A coach compares swings of all students with some of the videos the coach added: the model swings.
alter table clips add column model_since timestamptz;
alter table clips add constraint model_swings_are_videos_of_their_coach
  check (model_since is null or (kind = 'video' and uploader_id = instructor_id));
create index model_swings_of_a_coach on clips (instructor_id, model_since desc) where model_since is not null;
