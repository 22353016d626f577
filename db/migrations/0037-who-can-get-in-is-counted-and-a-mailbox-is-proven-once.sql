-- When whoever holds the account was first seen to read its mailbox. An address that was confirmed by a click alone proves nothing
-- about who holds the account; a link that changed the password or the address, or signed in, does.
alter table profiles add column mailbox_proven_at timestamptz;
update profiles p set mailbox_proven_at = (
  select min(l.used_at) from account_links l
  where l.user_id = p.id and lower(l.email) = lower(p.email) and l.purpose in ('password-reset', 'magic-link', 'email-change'))
where email_verified;

-- Raised whenever who can get into an account changes: by a new password, another address, signing out everywhere, a first proof.
-- What was given out before it was raised, such as a link to change the address, is worth nothing any more.
alter table profiles add column access_version integer not null default 1;
alter table account_links add column access_version integer;
update account_links set used_at = created_at where purpose = 'email-change' and used_at is null;

-- Texts end with everything else that somebody may have set up in the owner's name.
alter table sms_consents drop constraint sms_consents_source_check,
  add constraint sms_consents_source_check
    check (source in ('settings', 'text_message', 'unsubscribe_page', 'seed', 'signed_out_everywhere'));
