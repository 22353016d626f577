-- Codes of the local sign-in provider, each for one exchange (src/ports/identity/local.ts).
create table local_vendor.identity_codes (
  code text primary key,
  code_challenge text not null,
  redirect_uri text not null,
  nonce text not null,
  email text not null,
  is_email_verified boolean not null,
  name text not null,
  expires_at timestamptz not null
);
