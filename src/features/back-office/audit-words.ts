import { formatMoney } from '#platform/money.ts'
import { siteName } from '#platform/site-name.ts'

/** The audit log in sentences: what an admin did, and where it is shown. Pure. */

/** By the name of the procedure. */
const sentences: Record<string, string> = {
  'accessTokens.make': 'Created an access token',
  'accessTokens.revoke': 'Revoked an access token',
  'accounts.setAdmin': 'Changed the admin role',
  'accounts.takeSecondFactorAway': 'Removed two-step sign-in',
  'accounts.signOutEverywhere': 'Signed the person out everywhere',
  'accounts.closeForPerson': 'Deleted the account',
  'accounts.exportForPerson': 'Exported the person’s data',
  'accounts.startImpersonation': `Viewed ${siteName} as this person`,
  'accounts.actAsPerson': 'Started to act as this person',
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
  'disputes.evidence': 'Read the evidence of a dispute',
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
  'messages.reported': 'Read a reported conversation',
  'operations.createDemoData': 'Created demo accounts',
  'operations.geocode': 'Looked up coordinates of teaching places',
  'ownProfile.approveReview': 'Approved an imported review',
  'ownProfile.refuseReview': 'Refused an imported review',
  'ownProfile.refuseCheck': 'Refused a certificate',
  'quizFollowUp.send': 'Sent a quiz follow-up',
  'support.setOwner': 'Changed who handles a ticket',
  'support.setStatus': 'Changed the status of a ticket',
  'support.answer': 'Answered a ticket',
  'templates.save': 'Saved a template',
  'templates.restore': 'Restored a template',
  'templates.test': 'Sent a test of a template',
  'templates.setAppUrl': 'Changed the app URL',
  'templates.setSmsCtaUrl': 'Changed the link in texts',
  'webhooks.add': 'Added a webhook',
  'webhooks.remove': 'Removed a webhook',
}

/** By the name of the list and of its act: two lists can have acts of one name. */
const acts: Record<string, string> = {
  'failed-jobs retry': 'Retried a background job',
  'gift-cards refund-rest': 'Refunded what was left on a gift card',
  'instructor-saves contact': 'Marked as contacted',
  'match-saves notify': 'Marked as notified',
  'money-findings paid-by-hand': 'Marked a refund as paid another way',
  'money-findings send-again': 'Sent a refund again',
  'money-findings settle': 'Marked a money finding as settled',
  'search-history markReal': 'Marked as real',
  'search-history markTest': 'Marked as a test',
  'support-tickets close': 'Closed a ticket',
  'support-tickets reopen': 'Reopened a ticket',
  'support-tickets takeUp': 'Marked a ticket as in progress',
  'suppressed-addresses lift': 'Allowed emails to an address again',
  'trial-requests contact': 'Marked as contacted',
  'users lift': 'Lifted the suspension',
  'users suspend': 'Suspended the account',
  'users suspend-and-refund': 'Suspended the account, and cancelled and refunded its lessons',
  'video-reviews refund': 'Refunded a video review',
  'waitlist notify': 'Marked as notified',
}

/** The target of an export is `file of users`. */
const FILE_OF = 'file of '

/** Whether an entry is about a list that was downloaded as a file. */
export const isListFile = (target: string) => target.startsWith(FILE_OF)

type Facts = Readonly<Record<string, unknown>>

/**
 * `Cancelled a lesson`.
 * @param entry.target the procedure; `ids` names the list of an act, `after` the act
 */
export function auditSentence(entry: { target: string; ids: Facts; after: Facts }): string {
  const { target, ids, after } = entry
  if (target === 'backOffice.act')
    return actSentence(ids, String(after.act)) ?? `Changed a row: ${plain(String(after.act))}`
  if (target === 'backOffice.undo') {
    const undid = String(after.undid)
    return `Undid: ${(actSentence(ids, undid) ?? plain(undid)).toLowerCase()}`
  }
  if (isListFile(target)) return `Downloaded ${plain(target.slice(FILE_OF.length))}`
  if ('read' in after && target === 'backOffice.list') return `Read ${plain(String(after.read))}`
  // A new record of a certificate withdraws an expired one.
  const withdraws = target === 'coaches.recordVerification' && after.state === 'withdrawn'
  return sentences[withdraws ? 'coaches.withdrawVerification' : target] ?? plain(target)
}

/** What an act did to a row. @param ids the id of the row by the name of its list, and others */
const actSentence = (ids: Facts, act: string): string | undefined =>
  Object.keys(ids)
    .map((list) => acts[`${list} ${act}`])
    .find((sentence) => sentence !== undefined)

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
  if (typeof fact === 'number' && name.endsWith('Cents')) return formatMoney(fact)
  if (fact === null) return 'none'
  if (Array.isArray(fact)) return fact.join(', ') || 'none'
  return typeof fact === 'string' ? fact.replaceAll('_', ' ') : JSON.stringify(fact)
}
