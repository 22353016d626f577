-- Counters of attempts, shared by all web processes. Nothing here must survive a crash.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
