-- A background check is kept like a certificate that was looked at: what was shown, who looked, when, and until when it is
-- good. It stands under one name, whatever the coach's profile says.
alter table credential_verifications
  add column kind text not null default 'certificate' check (kind in ('certificate', 'background')),
  add constraint a_background_check_has_one_name check (kind <> 'background' or credential = 'Background check');
drop index one_record_a_certificate;
create unique index one_record_a_certificate on credential_verifications (instructor_id, kind, credential)
  where withdrawn_at is null;
