-- Rows of passwords are older, and are not affected (decision 0145).
create unique index one_account_an_identity on credentials (provider_id, account_id) where provider_id <> 'credential';
create unique index one_identity_a_provider_and_account on credentials (user_id, provider_id) where provider_id <> 'credential';
