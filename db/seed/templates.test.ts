import { expect, test } from 'vitest'
import { letters } from '#app/letters/letters.ts'
import { freedTimeOffered } from '#features/cancellation-list/letters.ts'
import { seatsReminderStudent } from '#features/lesson-letters/seat-letters.ts'
import { testDatabase } from '#tests/support/database.ts'
import { loadTemplates, placeholdersIn } from './templates.ts'

const database = testDatabase()

test('every placeholder of a stored template is listed as its variable, and no brace is left open', async () => {
  const { rows } = await database.pool.query(
    'select template_key, subject, html_content, variables from email_templates',
  )
  expect(rows).toHaveLength(letters.filter(({ email }) => email).length)
  for (const row of rows) {
    expect(row.variables).toEqual(placeholdersIn(row.subject, row.html_content))
    expect(`${row.subject}${row.html_content}`.replaceAll(/\{\{\w+\}\}/g, '')).not.toMatch(
      /\{\{|\}\}|undefined|<table/,
    )
  }
})

/** Variables with the time where it is not that of the lesson, or longer. */
const otherTimes: Record<string, string> = {
  [freedTimeOffered.key]: 'lesson_when',
  [seatsReminderStudent.letter.key]: 'date',
}
/** The lessons of a day are named together. */
const ofADay = ['tomorrows-lessons-coach', 'rain-forecast-coach']

test('messages about a lesson say when and where; the time carries its zone', () => {
  const about = letters.filter(({ key }) => key.startsWith('booking-'))
  expect(about).toHaveLength(10)
  for (const { email } of about)
    expect(placeholdersIn(email?.html ?? '')).toEqual(
      expect.arrayContaining(['lesson_when', 'place_name', 'lesson_url']),
    )
  // Consent to texts names no lesson.
  for (const { key, text } of letters)
    if (text?.message.includes('lesson') && !ofADay.includes(key) && key !== 'texts-on')
      expect(placeholdersIn(text.message), key).toContain(otherTimes[key] ?? 'lesson_short')
})

test('a new version of the product renews the words nobody has edited', async () => {
  const { pool } = database
  await pool.query(`update email_templates set subject = 'As it was once', shipped_digest = md5('As it was once' || html_content)
    where template_key = 'magic-link'`)
  await pool.query(`update sms_templates set message_content = 'Edited' where template_key = 'new-message'`)
  const client = await pool.connect()
  await loadTemplates(client)
  client.release()
  const { rows } = await pool.query(`
    select subject as words from email_templates where template_key = 'magic-link'
    union all select message_content from sms_templates where template_key = 'new-message'`)
  expect(rows).toEqual([{ words: 'Your sign-in link' }, { words: 'Edited' }])
})

test('loading again restores what is missing and leaves an edited template alone', async () => {
  const { pool } = database
  await pool.query(`update email_templates set subject = 'Ours' where template_key = 'welcome'`)
  await pool.query(`delete from sms_templates`)
  const client = await pool.connect()
  await loadTemplates(client)
  client.release()
  const { rows } = await pool.query(`select subject from email_templates where template_key = 'welcome'`)
  expect(rows).toEqual([{ subject: 'Ours' }])
  expect((await pool.query('select from sms_templates')).rowCount).toBe(
    letters.filter(({ text }) => text).length,
  )
})
