import { siteName } from '#platform/site-name.ts'

/** The audit log in sentences: what an admin did, and where it is shown. Pure. */

const sentences: Record<string, string> = {
  'accounts.setAdmin': 'Changed the admin role',
  'accounts.takeSecondFactorAway': 'Removed two-step sign-in',
  'accounts.signOutEverywhere': 'Signed the person out everywhere',
  'accounts.closeForPerson': 'Deleted the account',
  'accounts.exportForPerson': 'Exported the person’s data',
  'accounts.startImpersonation': `Viewed ${siteName} as this person`,
  'accounts.actAs': 'Started to act as this person',
  'accounts.sendWelcome': 'Sent the welcome email',
  'analytics.markSearch': 'Marked a search as test or real',
  'backOffice.list': 'Read private messages',
  'backOffice.saveView': 'Saved a view of a list',
  'backOffice.dropView': 'Deleted a view of a list',
  'bookings.cancel': 'Cancelled a lesson',
  'bookings.reschedule': 'Moved a lesson',
  'coaches.recordVerification': 'Recorded a verification',
  'coaches.withdrawVerification': 'Withdrew a verification',
  'content.announceTerms': 'Announced new terms',
  'discounts.makePromoCode': 'Created a promo code',
  'discounts.endPromoCode': 'Ended a promo code',
  'disputes.evidencePack': 'Downloaded the evidence of a dispute',
  'disputes.settle': 'Updated a dispute',
  'disputes.refund': 'Refunded a disputed payment',
  'lessons.refund': 'Refunded a lesson',
  'lessons.addNote': 'Added a note to a lesson',
  'marketing.sync': 'Synced contacts with Klaviyo',
  'matchQuiz.markTest': 'Marked a quiz as test or real',
  'messageLogs.resend': 'Sent a message again',
  'messages.settleReport': 'Decided on a reported message',
  'messages.setSuspended': 'Paused or reopened a conversation',
  'messages.readReport': 'Read a reported conversation',
  'operations.createDemoData': 'Created demo accounts',
  'operations.geocode': 'Looked up coordinates of teaching places',
  'ownProfile.approveReview': 'Approved an imported review',
  'ownProfile.refuseReview': 'Refused an imported review',
  'ownProfile.refuseCheck': 'Refused a certificate',
  'quizFollowUp.send': 'Sent a quiz follow-up',
  'support.setStatus': 'Changed the status of a ticket',
  'support.answer': 'Answered a ticket',
  'templates.save': 'Saved a template',
  'templates.restore': 'Restored a template',
  'templates.test': 'Sent a test of a template',
  'templates.setAppUrl': 'Changed the app URL',
  'templates.setSmsCtaUrl': 'Changed the link in texts',
}

const acts: Record<string, string> = {
  suspend: 'Suspended the account',
  lift: 'Lifted the suspension',
  close: 'Closed a ticket',
  reopen: 'Reopened a ticket',
  takeUp: 'Marked a ticket as in progress',
  notify: 'Marked as notified',
  contact: 'Marked as contacted',
  markTest: 'Marked as a test',
  markReal: 'Marked as real',
  retry: 'Retried a background job',
  settle: 'Marked a money finding as settled',
  'send-again': 'Sent a refund again',
  'paid-by-hand': 'Marked a refund as paid another way',
}

/** The target of an export is `file of users`. */
const FILE_OF = 'file of '

/** Whether an entry is about a list that was downloaded as a file. */
export const isListFile = (target: string) => target.startsWith(FILE_OF)

type Facts = Readonly<Record<string, unknown>>

/** `Cancelled a lesson`. @param entry.target the procedure; `after` names the act of a list */
export function auditSentence(entry: { target: string; after: Facts }): string {
  const { target, after } = entry
  if (target === 'backOffice.act')
    return acts[String(after.act)] ?? `Changed a row: ${plain(String(after.act))}`
  if (target === 'backOffice.undo')
    return `Undid: ${(acts[String(after.undid)] ?? plain(String(after.undid))).toLowerCase()}`
  if (isListFile(target)) return `Downloaded ${plain(target.slice(FILE_OF.length))}`
  if ('read' in after && target === 'backOffice.list') return `Read ${plain(String(after.read))}`
  return sentences[target] ?? plain(target)
}

/** `ownProfile.refuseCheck` → `Own profile: refuse check`, for a procedure without a sentence. */
function plain(name: string): string {
  const words = name
    .replaceAll('.', ': ')
    .replaceAll('-', ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Where the thing an entry is about is shown; null where it has no page. */
export function auditHref(ids: Facts): string | null {
  const id = (name: string) => (typeof ids[name] === 'string' ? String(ids[name]) : null)
  const pages: [id: string | null, path: string][] = [
    [id('bookingId'), '/admin/lessons/'],
    [id('disputeId'), '/?tab=disputes&q='],
    [id('ticketId') ?? id('support-tickets'), '/?tab=support&q='],
    [id('users') ?? id('userId'), '/admin/users/'],
  ]
  const found = pages.find(([of]) => of !== null)
  return found ? `${found[1]}${found[0]}` : null
}

/** `Status: open → closed`: what is different after an act. Facts that only name the act are left out. */
export function auditChanges(before: Facts, after: Facts): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !['act', 'undid', 'read', 'q'].includes(name) && !(name === 'rows' && 'read' in after),
  )
  return names
    .flatMap((name) => {
      const [was, is] = [before[name], after[name]].map((fact) =>
        fact === undefined ? null : shown(name, fact),
      )
      if (was === is) return []
      return [
        `${plain(name.replace(/Cents$/, ''))}: ${was === null ? is : is === null ? was : `${was} → ${is}`}`,
      ]
    })
    .join(', ')
}

function shown(name: string, fact: unknown): string {
  if (typeof fact === 'boolean') return fact ? 'yes' : 'no'
  if (typeof fact === 'number' && name.endsWith('Cents'))
    return `$${(fact / 100).toFixed(fact % 100 ? 2 : 0)}`
  if (fact === null) return 'none'
  return typeof fact === 'string' ? fact.replaceAll('_', ' ') : JSON.stringify(fact)
}
