-- Columns chosen before there were more fields are completed by the headings of the file.
alter table shot_mappings add column is_whole boolean not null default false;
