-- A digest of a template as the product brought it. While the words are still those, a new version of the product replaces
-- them; once somebody has edited them, they stay. Until now nothing in the product could edit one.
alter table email_templates add column shipped_digest text;
update email_templates set shipped_digest = md5(subject || html_content);
alter table sms_templates add column shipped_digest text;
update sms_templates set shipped_digest = md5(message_content);
