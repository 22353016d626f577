/** Jobs whose names say too little. */
const labels: Readonly<Record<string, string>> = {
  'announce-freed-time': 'Offer a freed time after quiet hours',
  'answer-message': 'Answer a message by the assistant',
  'clean-attachments': 'Delete unused attachments',
  'clean-documents': 'Delete unused documents',
  'clean-drill-pictures': 'Delete unused drill pictures',
  'delete-removed-items': 'Delete removed notes and practice',
  'deliver-local-payment-events': 'Deliver demo payment events',
  'expire-hold': 'End an unpaid hold',
  'forget-old-rows': 'Delete expired data',
  'locate-places': 'Look up locations of places',
  'look-after-packages': 'Expire packages and send reminders',
  'look-after-proposals': 'Expire proposals and send reminders',
  'measure-drives': 'Measure driving times',
  'pass-on-freed-times': 'Offer freed times to the next student',
  'quiz-follow-ups': 'Send quiz follow-ups',
  'read-calendar': 'Read an external calendar',
  'read-calendars': 'Read external calendars',
  'read-payout-account': 'Read a payout account',
  'reread-payout-accounts': 'Refresh payout accounts',
  'remind-of-lessons': 'Send lesson reminders',
  'send-templated-email': 'Send email',
  'send-templated-sms': 'Send text message',
  'send-push': 'Send browser notification',
  'sweep-assistant-turns': 'Pass unanswered questions to coaches',
  'sweep-clip-uploads': 'Delete unfinished clip uploads',
  'sweep-holds': 'End unpaid holds',
  'tell-of-clips': 'Send clip notifications',
  'tell-of-decision': 'Send dispute decision',
  'tell-of-terms': 'Send emails about new terms',
  'tell-of-ticket-status': 'Send ticket status',
  'tell-of-tomorrow': 'Send tomorrow’s lessons to coaches',
  'tell-workspace-news': 'Send workspace notifications',
  'unsubscribe-from-crm': 'Unsubscribe in Klaviyo',
  'write-lessons-to-google': 'Write lessons to Google Calendar',
}

/**
 * What a job is called on screen: `complete-lessons` is "Complete lessons".
 * @param name of a queue, or of a part of its job: `remind-of-lessons/24h`
 */
export function jobLabel(name: string): string {
  const [queue = '', part] = name.split('/')
  const words = queue.replaceAll('-', ' ')
  const label = labels[queue] ?? words.charAt(0).toUpperCase() + words.slice(1)
  return part ? `${label} (${part})` : label
}

/** How often a repeating job runs, in words. @param cron five cron fields */
export function scheduleWords(cron: string): string {
  const [minute = '', hour, day, month, weekday] = cron.trim().split(/\s+/)
  if (day !== '*' || month !== '*') return 'By a calendar'
  if (weekday !== '*') return 'Once a week'
  if (hour !== '*') return 'Once a day'
  if (minute === '*') return 'Every minute'
  const every = /^\*\/(\d+)$/.exec(minute)?.[1]
  if (every) return `Every ${every} minutes`
  const times = minute.split(',').length
  return times === 1 ? 'Once an hour' : times === 2 ? 'Twice an hour' : `${times} times an hour`
}
