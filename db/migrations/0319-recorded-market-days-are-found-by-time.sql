-- runs outside a transaction
create index concurrently if not exists market_days_by_time on market_days ((day::timestamp at time zone 'America/New_York'), id);
