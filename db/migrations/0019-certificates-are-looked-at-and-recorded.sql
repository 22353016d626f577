-- Somebody of ours looked at a coach's certificate: which, what was shown, who looked and when. A record is never rewritten;
-- one that no longer holds is withdrawn, with the reason.
create table credential_verifications (
  id uuid primary key default gen_random_uuid(),
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  -- As the coach's profile words it.
  credential text not null check (char_length(credential) between 1 and 200),
  -- What was shown: 'PGA membership card, number ends in 4821'. Only admins read it.
  evidence text not null check (char_length(evidence) between 3 and 500),
  verified_by uuid references profiles (id) on delete set null,
  verified_at timestamptz not null default now(),
  -- The last day the certificate itself is good for, where it says one.
  expires_on date,
  withdrawn_at timestamptz,
  withdrawn_by uuid references profiles (id) on delete set null,
  withdrawn_reason text check (char_length(withdrawn_reason) between 3 and 500),
  check ((withdrawn_at is null) = (withdrawn_reason is null))
);
create unique index one_record_a_certificate on credential_verifications (instructor_id, credential) where withdrawn_at is null;
create index records_of_a_coach on credential_verifications (instructor_id, verified_at desc);
