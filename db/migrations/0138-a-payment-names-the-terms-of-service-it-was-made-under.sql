-- The version of /terms that was in force when the checkout began, by its date; null for payments that were made before there was one,
-- and for those no student paid through us.
alter table payments add column terms_version date;
