-- However much it is used, a session ends ninety days after signing in (the hour leaves room for rounding).
update sessions set expires_at = created_at + interval '2160 hours' where expires_at > created_at + interval '2160 hours';
alter table sessions add constraint a_session_has_an_end check (expires_at <= created_at + interval '2161 hours');
