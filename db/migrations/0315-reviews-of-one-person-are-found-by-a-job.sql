-- What several recent reviewers of a coach share. Finding it takes seconds, so a job does it every hour (decision 0156).
create table review_patterns (
  id uuid primary key,
  instructor_id uuid not null,
  what text not null check (what in ('card', 'browser', 'network')),
  reviewers integer not null,
  -- The first of these reviews.
  since timestamptz not null
);
create index review_patterns_by_time on review_patterns (since, id);
-- Vacuum marks pages, so that accounts are counted in an index alone.
alter table profiles set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.01);
