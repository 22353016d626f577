import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findRowChanges } from './check-migrations.ts'

const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the check on a migration. @returns its exit code and what it printed */
function check(sql: string) {
  const file = join(folder, '0999-a-change.sql')
  writeFileSync(file, sql)
  const script = join(import.meta.dirname, 'check-migrations.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, file], { encoding: 'utf8' })
  return { status, printed: stdout + stderr }
}

test.each([
  [
    'an index that blocks bookings',
    'create index late on bookings (lesson_date);',
    'require-concurrent-index-creation',
  ],
  [
    'a key that scans both tables',
    'alter table bookings add constraint k foreign key (id) references payments (id);',
    'adding-foreign-key-constraint',
  ],
  ['a column that older code selects', 'alter table bookings drop column notes;', 'ban-drop-column'],
  [
    'a name that older code selects',
    'alter table bookings rename column notes to remarks;',
    'renaming-column',
  ],
  [
    'a type that rewrites the table',
    'alter table bookings alter column notes type varchar(80);',
    'changing-column-type',
  ],
  [
    'a column that older code does not fill',
    'alter table bookings add column club text not null;',
    'adding-required-field',
  ],
  ['an update of every row', 'update page_views set path = lower(path);', '"update page_views" changes rows'],
])('%s is refused', (_, sql, rule) => {
  const { status, printed } = check(sql)
  expect(printed).toContain(rule)
  expect(status).toBe(1)
})

test('a table with its indexes, a nullable column and an index that blocks nobody are fine', () => {
  const { status, printed } = check(
    `create table clubs (id uuid primary key, coach_id uuid not null references profiles (id));
create index clubs_of_a_coach on clubs (coach_id);
insert into clubs (id) select gen_random_uuid();
alter table bookings add column club_id uuid;`,
  )
  expect(printed).toContain('can run beside the previous version')
  expect(status).toBe(0)
  const index = 'create index concurrently if not exists by_club on bookings (club_id);'
  expect(check(`-- runs outside a transaction\n${index}`).status).toBe(0)
})

test('rows may be changed when a comment says why they are few, and by functions that run later', () => {
  expect(
    findRowChanges('-- few rows: one for each template\nupdate message_templates set body = null;'),
  ).toEqual([])
  expect(findRowChanges('-- faster\nupdate bookings set a = 1;\n\ndelete from  payments;')).toEqual([
    'update bookings',
    'delete from payments',
  ])
  expect(
    findRowChanges('create function f() returns void language sql as $$\nupdate bookings set a = 1;\n$$;'),
  ).toEqual([])
  expect(findRowChanges('with old as (\n  select 1\n)\nupdate bookings set a = 1;')).toEqual([
    'update bookings',
  ])
})
