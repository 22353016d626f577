alter table payouts validate constraint shares_belong_to_one_thing;
