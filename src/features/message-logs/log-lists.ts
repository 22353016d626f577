import { isNull, type SQL, sql } from 'drizzle-orm'
import { plannedSubject } from '#features/match-quiz/follow-up/emails.ts'
import { plannedFor } from '#features/match-quiz/follow-up/queries.ts'
import {
  type MessageStatus,
  messageStatuses,
  messageStatusWords,
} from '#features/notifications/message-status.ts'
import { liftSuppressions } from '#features/notifications/suppressions.ts'
import { suppressedAddresses as suppressed } from '#features/notifications/tables.ts'
import type { AdminList } from '#ports/services.ts'

/** The email and text logs as lists of the back office. */

const statusOptions = messageStatuses.map((value) => ({ value, label: messageStatusWords[value] }))

/** Messages scheduled in the queue, for example until the end of quiet hours. Raw: the queue's own table. */
const waiting = (queue: 'send-templated-email' | 'send-templated-sms', recipient: SQL) => sql`
  select j.id, j.data ->> 'template', coalesce(j.data ->> 'toEmail', ${recipient}), coalesce(j.data ->> 'toName', p.full_name),
    '', 'scheduled', null, null, null::timestamptz, j.start_after
  from pgboss.job j left join profiles p on p.id = (j.data ->> 'userId')::uuid
  where j.name = ${queue} and j.state = 'created' and j.start_after > current_instant()`

/** Rare statuses have partial indexes. */
function conditionOf(status: MessageStatus): SQL {
  if (status === 'complained')
    return sql`l.delivery in ('undelivered', 'complained') and l.delivery = 'complained'`
  if (status === 'undelivered')
    return sql`l.delivery in ('undelivered', 'complained') and l.delivery = 'undelivered'`
  if (status === 'delivered') return sql`l.delivery = 'delivered'`
  if (status === 'sent') return sql`l.status = 'sent' and l.delivery is null`
  return sql`l.status <> 'sent' and l.status = ${status}`
}

const columns: AdminList['columns'] = {
  createdAt: { label: 'When', kind: 'instant', value: sql`l.created_at`, sort: true, filter: true },
  status: {
    label: 'Status',
    kind: 'choice',
    value: sql`coalesce(l.delivery, l.status)`,
    options: statusOptions,
    filter: true,
    is: Object.fromEntries(messageStatuses.map((status) => [status, conditionOf(status)])),
  },
  template: {
    label: 'Template',
    kind: 'text',
    value: sql`l.template_key`,
    filter: true,
    inWords: true,
    minor: true,
  },
  recipientName: { label: 'Name', kind: 'text', value: sql`l.recipient_name`, fileOnly: true },
  recipient: { label: 'Recipient', kind: 'text', value: sql`l.recipient` },
}

const words = sql`(l.recipient || ' ' || coalesce(l.recipient_name, '') || ' ' || l.words || ' ' || l.template_key)`

/** Every email that was sent, failed, or is scheduled; including scheduled quiz follow-ups. */
export const emailLogList: AdminList = {
  name: 'email-logs',
  noun: ['email', 'emails'],
  from: sql`(
    select id, template_key, recipient_email as recipient, recipient_name, subject as words, status, delivery,
      coalesce(error_message, delivery_note) as error_message, sent_at, created_at
    from email_logs
    union all ${waiting('send-templated-email', sql`p.email`)}
    union all select q.id, 'quiz-reengagement', q.contact_email, q.contact_name, ${plannedSubject}, 'scheduled', null, null,
      null::timestamptz, q.created_at + interval '24 hours'
    from quiz_responses q where ${plannedFor} and q.created_at > current_instant() - interval '7 days') l`,
  id: sql`l.id`,
  idKind: 'uuid',
  columns: {
    ...columns,
    subject: { label: 'Subject', kind: 'text', isLong: true, value: sql`l.words` },
    errorMessage: { label: 'Error', kind: 'text', value: sql`l.error_message` },
    sentAt: { label: 'Sent', kind: 'instant', value: sql`l.sent_at`, fileOnly: true },
  },
  sortedBy: '-createdAt',
  search: { label: 'Name, address, subject or template', words },
}

/** Suppressed email addresses, newest first. */
export const suppressedAddressList: AdminList = {
  name: 'suppressed-addresses',
  noun: ['address', 'addresses'],
  from: sql`${suppressed}`,
  where: isNull(suppressed.liftedAt),
  id: sql`${suppressed.id}`,
  idKind: 'uuid',
  columns: {
    since: { label: 'Since', kind: 'instant', value: sql`${suppressed.since}`, sort: true, filter: true },
    email: { label: 'Address', kind: 'text', value: sql`${suppressed.email}` },
    reason: {
      label: 'Why',
      kind: 'choice',
      value: sql`${suppressed.reason}`,
      options: [
        { value: 'bounced', label: 'Bounced' },
        { value: 'complained', label: 'Marked as spam' },
      ],
      filter: true,
    },
    note: { label: 'Mail server said', kind: 'text', isLong: true, value: sql`${suppressed.note}` },
    holder: {
      label: 'Account',
      kind: 'text',
      // Raw: the owner of an address belongs to accounts; the list only shows the name.
      value: sql`(select p.full_name from profiles p where lower(p.email) = ${suppressed.email} and p.closed_at is null limit 1)`,
    },
  },
  sortedBy: '-since',
  search: { label: 'A part of the address', words: sql`${suppressed.email}` },
  acts: {
    lift: {
      label: 'Send letters there again',
      done: 'Letters go there again',
      confirm:
        'We will email these addresses again until an email bounces or is marked as spam. Mailgun has its own list: remove them there, too.',
      needsReason: true,
      async run({ clock }, tx, ids) {
        const lifted = await liftSuppressions(tx, ids, clock.now())
        return lifted.map(({ id, reason }) => ({
          id,
          before: { suppressed: reason },
          after: { suppressed: null },
        }))
      },
    },
  },
}

/** Every text that was sent, failed, or is scheduled for the morning. */
export const smsLogList: AdminList = {
  name: 'sms-logs',
  noun: ['text', 'texts'],
  from: sql`(
    select id, template_key, recipient_phone as recipient, recipient_name, message_content as words, status, delivery,
      coalesce(error_message, delivery_note) as error_message, sent_at, created_at
    from sms_logs
    union all ${waiting('send-templated-sms', sql`p.phone`)}) l`,
  id: sql`l.id`,
  idKind: 'uuid',
  columns: {
    ...columns,
    message: { label: 'Message', kind: 'text', isLong: true, value: sql`l.words` },
    errorMessage: { label: 'Error', kind: 'text', value: sql`l.error_message` },
    sentAt: { label: 'Sent', kind: 'instant', value: sql`l.sent_at`, fileOnly: true },
  },
  sortedBy: '-createdAt',
  search: { label: 'Name, number, message or template', words },
}
