-- What the stand-in for the marketing tool keeps of those who want no newsletters; bringing them again leaves it.
alter table local_vendor.crm_profiles add column unsubscribed_at timestamptz;
