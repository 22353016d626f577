alter table workspaces validate constraint workspaces_golfer_fkey;
alter table clips validate constraint clips_golfer_fkey;
alter table clip_uploads validate constraint clip_uploads_golfer_fkey;
