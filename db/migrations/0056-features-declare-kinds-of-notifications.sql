-- Which kinds of notifications there are is declared by the features, in code; the table takes any name of the right form.
alter table notifications drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind ~ '^[a-z][a-z_]{1,59}$');
