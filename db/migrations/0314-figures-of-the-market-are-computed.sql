-- Left to the worker, which computes some days at a time.
-- few rows: one for each day with bookings or entries.
insert into market_changes (kind, day)
select 'day', generate_series((min(began) at time zone 'UTC')::date, (max(ended) at time zone 'UTC')::date, interval '1 day')::date
from (
  select min(created_at) as began, max(created_at) as ended from bookings
  union all
  select min(occurred_at), max(occurred_at) from ledger_transactions
) times;
