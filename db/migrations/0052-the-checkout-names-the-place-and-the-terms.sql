-- What the page of the local processor shows beside the price: where the lesson is, and what cancelling it costs.
alter table local_vendor.checkouts add column place text, add column terms text;
