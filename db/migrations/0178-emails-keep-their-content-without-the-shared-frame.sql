-- Every template repeated the frame of an email. From now on a template keeps its content, and sending adds the frame.
-- Words that admins edited stay as they are: where they kept the frame letter for letter, it is taken off, and it is added again
-- when the email is sent. Where an admin changed the frame itself, the whole document stays, and is sent as it is.
create function pg_temp.without_frame(html text) returns text language sql immutable as $body$
  select case
    when starts_with(html, head) and right(html, length(tail)) = tail and strpos(html, card) > 0
    then substr(html, strpos(html, card) + length(card), length(html) - strpos(html, card) - length(card) + 1 - length(tail))
    else html end
  from (select
    $head$<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$head$ as head,
    $card$</title>
</head>
<body style="margin:0;padding:24px 16px;background:#fbf8f2;color:#1b1f1d;font:16px/1.55 'Instrument Sans',-apple-system,'Segoe UI',Helvetica,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 24px;font:600 20px Fraunces,Georgia,serif;color:#1f5a43">Greenside</p>
<div style="padding:32px 24px;border:1px solid #e6dfd0;border-radius:14px;background:#ffffff">
$card$ as card,
    $tail$
</div>
<p style="margin:24px 8px 0;font-size:13px;color:#5a625d">Questions? Write to <a href="mailto:{{support_email}}" style="color:#5a625d">{{support_email}}</a> and a person answers.<br><a href="{{app_url}}" style="color:#1f5a43">Greenside</a>: golf lessons with coaches near you.</p>
</div>
</body>
</html>$tail$ as tail) frame
$body$;

-- Templates that nobody edited keep a digest that says so.
update email_templates set
  html_content = pg_temp.without_frame(html_content),
  shipped_digest = case when shipped_digest = md5(subject || html_content)
    then md5(subject || pg_temp.without_frame(html_content)) else shipped_digest end
where html_content <> pg_temp.without_frame(html_content);

update template_versions set content = pg_temp.without_frame(content)
where channel = 'email' and content <> pg_temp.without_frame(content);

drop function pg_temp.without_frame(text);
