-- The session in which a browser was subscribed, so that the subscription ends when this session is ended from another device. Null
-- for browsers that were subscribed before. Without a reference: the subscription stays when the person signs in again.
alter table push_subscriptions add column session_id uuid;
