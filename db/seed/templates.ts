import type pg from 'pg'
import { accountEmailTemplates } from './account-email-templates.ts'
import { type EmailTemplate, emailTemplates } from './email-templates.ts'
import { notificationEmailTemplates } from './notification-email-templates.ts'
import { proposalEmailTemplates } from './proposal-email-templates.ts'
import { supportEmailTemplates } from './support-email-templates.ts'

/** A text message as it comes with the product. `{{name}}` is replaced when it is sent. */
interface SmsTemplate {
  readonly key: string
  readonly name: string
  readonly message: string
}

/** Short, and in the phones' own alphabet: one character outside of it makes a text cost twice. */
export const smsTemplates: readonly SmsTemplate[] = [
  {
    key: 'booking-confirmed-student',
    name: 'Lesson booked: text to the student',
    message:
      'Greenside: booked with {{coach_name}}, {{lesson_short}}, {{place_name}}. Details: {{lesson_url}}',
  },
  {
    key: 'booking-confirmed-coach',
    name: 'Lesson booked: text to the coach',
    message: 'Greenside: {{student_name}} booked {{lesson_short}}, {{place_name}}. Details: {{lesson_url}}',
  },
  {
    key: 'booking-cancelled-student',
    name: 'Lesson cancelled: text to the student',
    message:
      'Greenside: your lesson with {{coach_name}}, {{lesson_short}}, is cancelled. {{refund_short}} Details: {{lesson_url}}',
  },
  {
    key: 'booking-cancelled-coach',
    name: 'Lesson cancelled: text to the coach',
    message:
      'Greenside: the lesson with {{student_name}}, {{lesson_short}}, is cancelled. Details: {{lesson_url}}',
  },
  {
    key: 'booking-rescheduled-student',
    name: 'Lesson moved: text to the student',
    message: 'Greenside: your lesson with {{coach_name}} is now {{lesson_short}}. Details: {{lesson_url}}',
  },
  {
    key: 'booking-rescheduled-coach',
    name: 'Lesson moved: text to the coach',
    message: 'Greenside: the lesson with {{student_name}} is now {{lesson_short}}. Details: {{lesson_url}}',
  },
  {
    key: 'lesson-reminder-student',
    name: 'Reminder: text to the student',
    message:
      'Greenside: your lesson with {{coach_name}} is {{lesson_short}}, {{place_name}}. Details: {{lesson_url}}',
  },
  {
    key: 'lesson-reminder-coach',
    name: 'Reminder: text to the coach',
    message:
      'Greenside: you teach {{student_name}} {{lesson_short}}, {{place_name}}. Details: {{lesson_url}}',
  },
  {
    key: 'new-message',
    name: 'A message: text',
    message: 'Greenside: {{sender_name}} wrote to you. Read and reply: {{conversation_url}}',
  },
  {
    key: 'new-messages',
    name: 'Several messages: text',
    message:
      'Greenside: {{message_count}} new messages from {{sender_name}}. Read and reply: {{conversation_url}}',
  },
  {
    key: 'texts-on',
    name: 'Texts turned on: text',
    message:
      'Greenside: texts about your lessons are on: bookings, changes and reminders, a few a month. Msg & data rates may apply. Reply STOP to end, HELP for help.',
  },
]

/** The names between double braces in the given texts, each once, in the order they appear. */
export function placeholdersIn(...texts: string[]): string[] {
  return [
    ...new Set(texts.flatMap((text) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? ''))),
  ]
}

/** Every email the product can send, as it comes. A new list of templates is added here. */
export const allEmailTemplates: readonly EmailTemplate[] = [
  ...emailTemplates,
  ...notificationEmailTemplates,
  ...accountEmailTemplates,
  ...proposalEmailTemplates,
  ...supportEmailTemplates,
]

/**
 * Adds the templates that are missing and renews those whose words are still as an earlier version of the product brought
 * them. One that an admin has edited is never touched.
 */
export async function loadTemplates(client: pg.ClientBase): Promise<void> {
  for (const { key, name, subject, html } of allEmailTemplates)
    await client.query(
      `insert into email_templates as t (template_key, template_name, subject, html_content, variables, shipped_digest)
       values ($1, $2, $3, $4, $5, md5($3::text || $4::text))
       on conflict (template_key) do update set template_name = excluded.template_name, subject = excluded.subject,
         html_content = excluded.html_content, variables = excluded.variables, shipped_digest = excluded.shipped_digest
       where t.shipped_digest = md5(t.subject || t.html_content) and t.shipped_digest <> excluded.shipped_digest`,
      [key, name, subject, html, placeholdersIn(subject, html)],
    )
  for (const { key, name, message } of smsTemplates)
    await client.query(
      `insert into sms_templates as t (template_key, template_name, message_content, variables, shipped_digest)
       values ($1, $2, $3, $4, md5($3::text))
       on conflict (template_key) do update set template_name = excluded.template_name,
         message_content = excluded.message_content, variables = excluded.variables, shipped_digest = excluded.shipped_digest
       where t.shipped_digest = md5(t.message_content) and t.shipped_digest <> excluded.shipped_digest`,
      [key, name, message, placeholdersIn(message)],
    )
}
