import { type SQL, sql } from 'drizzle-orm'
import { contains } from '#platform/list-page.ts'
import { isUuid } from '#platform/uuid.ts'
import type { AdminList } from '#ports/services.ts'
import { messageTypes, reportOutcomes, reportReasons, reportReasonTexts } from '../message.ts'
import { conversations, messages, messageReports as reports } from '../tables.ts'

const nameOf = (id: SQL) => sql`(select p.full_name from profiles p where p.id = ${id})`
const emailOf = (id: SQL) => sql`(select p.email from profiles p where p.id = ${id})`
const typeLabels = { text: 'Person', ai_response: 'Assistant', proposal: 'Proposal' } as const
const outcomeLabels = { dismissed: 'Dismissed', warned: 'Warned', suspended: 'Paused' } as const

/** All messages, newest first. Opening the list is recorded in the audit log. */
export const messageList: AdminList = {
  name: 'messages',
  noun: ['message', 'messages'],
  from: sql`${messages}`,
  id: sql`${messages.id}`,
  idKind: 'uuid',
  isPrivate: true,
  columns: {
    createdAt: {
      label: 'Sent',
      kind: 'instant',
      value: sql`${messages.createdAt}`,
      sort: true,
      filter: true,
    },
    sender: { label: 'Sender', kind: 'text', value: nameOf(sql`${messages.senderId}`) },
    senderEmail: { label: 'Email', kind: 'text', value: emailOf(sql`${messages.senderId}`), fileOnly: true },
    content: { label: 'Message', kind: 'text', isLong: true, value: sql`left(${messages.content}, 500)` },
    messageType: {
      label: 'Written by',
      kind: 'choice',
      value: sql`${messages.messageType}`,
      options: messageTypes.map((value) => ({ value, label: typeLabels[value] })),
      filter: true,
      minor: true,
    },
    files: { label: 'Files', kind: 'number', value: sql`${messages.attachmentCount}`, minor: true },
    senderId: { label: 'Person', kind: 'text', value: sql`${messages.senderId}`, hidden: true },
    conversationId: {
      label: 'Conversation',
      kind: 'text',
      value: sql`${messages.conversationId}`,
      hidden: true,
    },
  },
  sortedBy: '-createdAt',
  search: {
    label: 'Email of the sender, or an id',
    // Finds messages by their id, conversation or sender only; the text of messages cannot be searched.
    matches: (words) =>
      isUuid(words)
        ? sql`${messages.id} = ${words} or ${messages.conversationId} = ${words} or ${messages.senderId} = ${words}`
        : sql`${messages.senderId} = (select p.id from profiles p where lower(p.email) = lower(${words}))`,
  },
}

/** Reports of messages, newest first. */
export const messageReportList: AdminList = {
  name: 'message-reports',
  noun: ['report', 'reports'],
  from: sql`${reports}`,
  id: sql`${reports.id}`,
  idKind: 'uuid',
  columns: {
    createdAt: {
      label: 'Reported',
      kind: 'instant',
      value: sql`${reports.createdAt}`,
      sort: true,
      filter: true,
    },
    status: {
      label: 'Status',
      kind: 'choice',
      value: sql`${reports.status}`,
      options: [
        { value: 'open', label: 'Open' },
        { value: 'resolved', label: 'Dealt with' },
      ],
      filter: true,
    },
    reason: {
      label: 'Reason',
      kind: 'choice',
      value: sql`${reports.reason}`,
      options: reportReasons.map((value) => ({ value, label: reportReasonTexts[value] })),
      filter: true,
    },
    reporter: { label: 'Reported by', kind: 'text', value: nameOf(sql`${reports.reporterId}`) },
    reported: { label: 'About', kind: 'text', value: nameOf(sql`${reports.reportedId}`) },
    details: {
      label: 'Details',
      kind: 'text',
      isLong: true,
      value: sql`left(${reports.details}, 300)`,
      minor: true,
    },
    outcome: {
      label: 'Action taken',
      kind: 'choice',
      value: sql`${reports.outcome}`,
      options: reportOutcomes.map((value) => ({ value, label: outcomeLabels[value] })),
      filter: true,
    },
    isPaused: {
      label: 'Paused',
      kind: 'yes-no',
      value: sql`(select c.suspended_at is not null from ${conversations} c where c.id = ${reports.conversationId})`,
      minor: true,
    },
    conversationId: {
      label: 'Conversation',
      kind: 'text',
      value: sql`${reports.conversationId}`,
      hidden: true,
    },
  },
  sortedBy: '-createdAt',
  search: {
    label: 'Name of either person',
    matches: (words) =>
      sql`${contains(nameOf(sql`${reports.reporterId}`), words)} or ${contains(nameOf(sql`${reports.reportedId}`), words)}`,
  },
}
