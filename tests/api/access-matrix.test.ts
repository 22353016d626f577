import { randomUUID } from 'node:crypto'
import { isProcedure } from '@orpc/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { api } from '#app/api.ts'
import { actAs } from '../support/acting.ts'
import { addCoach, giveRole, makeCoach } from '../support/people.ts'
import { testProduct, type Visitor } from '../support/product.ts'

/**
 * Who may call which procedure. The test fails for procedures that are missing here or respond differently.
 */
const matrix: Record<
  string,
  {
    access: 'open' | 'signed-in' | 'student' | 'coach' | 'admin'
    method: string
    path: string
    body?: object
  }
> = {
  'accessTokens.list': { access: 'signed-in', method: 'GET', path: '/api/me/access-tokens' },
  'accessTokens.make': { access: 'signed-in', method: 'POST', path: '/api/me/access-tokens', body: {} },
  'accessTokens.revoke': {
    access: 'signed-in',
    method: 'DELETE',
    path: '/api/me/access-tokens/{nothing}',
  },
  'accounts.me': { access: 'open', method: 'GET', path: '/api/me' },
  'accounts.signUp': { access: 'open', method: 'POST', path: '/api/accounts', body: {} },
  'accounts.signIn': { access: 'open', method: 'POST', path: '/api/sessions', body: {} },
  'accounts.signOut': { access: 'open', method: 'DELETE', path: '/api/sessions' },
  'accounts.signUpProspect': { access: 'open', method: 'POST', path: '/api/prospects', body: {} },
  'accounts.link': {
    access: 'open',
    method: 'GET',
    path: '/api/account-links?purpose=magic-link&token=unknown',
  },
  'accounts.requestPasswordReset': { access: 'open', method: 'POST', path: '/api/password-resets', body: {} },
  'accounts.resetPassword': { access: 'open', method: 'PUT', path: '/api/password-resets', body: {} },
  'accounts.requestMagicLink': { access: 'open', method: 'POST', path: '/api/magic-links', body: {} },
  'accounts.signInByMagicLink': { access: 'open', method: 'PUT', path: '/api/magic-links', body: {} },
  'accounts.verifyEmail': { access: 'open', method: 'PUT', path: '/api/email-verifications', body: {} },
  'accounts.confirmEmailChange': { access: 'open', method: 'PUT', path: '/api/email-changes', body: {} },
  'accounts.refuseEmailAddress': { access: 'open', method: 'POST', path: '/api/mailbox-refusals', body: {} },
  'accounts.account': { access: 'signed-in', method: 'GET', path: '/api/me/account' },
  'accounts.changeDetails': { access: 'signed-in', method: 'PUT', path: '/api/me/account', body: {} },
  'accounts.changePassword': { access: 'signed-in', method: 'PUT', path: '/api/me/password', body: {} },
  'accounts.requestVerification': {
    access: 'signed-in',
    method: 'POST',
    path: '/api/me/email/verification',
    body: {},
  },
  'accounts.requestEmailChange': { access: 'signed-in', method: 'POST', path: '/api/me/email', body: {} },
  'accounts.sessions': { access: 'signed-in', method: 'GET', path: '/api/me/sessions' },
  'accounts.endSession': { access: 'signed-in', method: 'DELETE', path: '/api/me/sessions/{nothing}' },
  'accounts.endSessions': { access: 'signed-in', method: 'POST', path: '/api/me/sessions/end', body: {} },
  'accounts.answerSecondFactor': {
    access: 'open',
    method: 'POST',
    path: '/api/sessions/second-factor',
    body: {},
  },
  'accounts.secondFactor': { access: 'signed-in', method: 'GET', path: '/api/me/second-factor' },
  // Open, because admins who must set it up have no access until then; the procedures check for a session
  // themselves.
  'accounts.startSecondFactor': { access: 'open', method: 'POST', path: '/api/me/second-factor', body: {} },
  'accounts.confirmSecondFactor': { access: 'open', method: 'PUT', path: '/api/me/second-factor', body: {} },
  'accounts.endSecondFactor': {
    access: 'signed-in',
    method: 'POST',
    path: '/api/me/second-factor/end',
    body: {},
  },
  'accounts.renewBackupCodes': {
    access: 'signed-in',
    method: 'POST',
    path: '/api/me/second-factor/backup-codes',
    body: {},
  },
  'accounts.closeAccount': { access: 'signed-in', method: 'POST', path: '/api/me/closure', body: {} },
  'accounts.people': { access: 'admin', method: 'GET', path: '/api/admin/people' },
  'accounts.startImpersonation': {
    access: 'admin',
    method: 'POST',
    path: '/api/admin/impersonation',
    body: {},
  },
  'accounts.setAdmin': { access: 'admin', method: 'PUT', path: '/api/admin/users/{nothing}/admin', body: {} },
  'accounts.takeSecondFactorAway': {
    access: 'admin',
    method: 'POST',
    path: '/api/admin/users/{nothing}/second-factor/removal',
    body: {},
  },
  'accounts.signOutEverywhere': {
    access: 'admin',
    method: 'POST',
    path: '/api/admin/users/{nothing}/sign-out',
    body: {},
  },
  'accounts.closeForPerson': {
    access: 'admin',
    method: 'POST',
    path: '/api/admin/users/{nothing}/closure',
    body: {},
  },
  'accounts.closingOf': { access: 'admin', method: 'GET', path: '/api/admin/users/{coach}/closure' },
  'accounts.closing': { access: 'signed-in', method: 'GET', path: '/api/me/closure' },
  'accounts.exportForPerson': {
    access: 'admin',
    method: 'POST',
    path: '/api/admin/users/{nothing}/export',
    body: {},
  },
  'accounts.actAsPerson': { access: 'signed-in', method: 'PUT', path: '/api/impersonation/acting' },
  'accounts.stopImpersonation': { access: 'signed-in', method: 'DELETE', path: '/api/impersonation' },
  'accounts.visits': { access: 'signed-in', method: 'GET', path: '/api/me/visits' },
  'disputes.evidence': { access: 'admin', method: 'GET', path: '/api/admin/disputes/{nothing}' },
  'disputes.evidencePack': {
    access: 'admin',
    method: 'POST',
    path: '/api/admin/disputes/{nothing}/evidence-pack',
  },
  'disputes.refund': {
    access: 'admin',
    method: 'POST',
    path: '/api/admin/disputes/{nothing}/refunds',
    body: {},
  },
  'disputes.settle': { access: 'admin', method: 'PUT', path: '/api/admin/disputes/{nothing}', body: {} },
  'messages.reported': { access: 'admin', method: 'GET', path: '/api/admin/message-reports/{nothing}' },
  'messages.settleReport': {
    access: 'admin',
    method: 'PUT',
    path: '/api/admin/message-reports/{nothing}',
    body: {},
  },
  'messages.setSuspended': {
    access: 'admin',
    method: 'PUT',
    path: '/api/admin/conversations/{nothing}/suspension',
    body: {},
  },
  'support.anyTicket': { access: 'admin', method: 'GET', path: '/api/admin/support-tickets/{nothing}' },
  'discounts.makePromoCode': { access: 'admin', method: 'POST', path: '/api/admin/promo-codes', body: {} },
  'discounts.endPromoCode': { access: 'admin', method: 'POST', path: '/api/admin/promo-codes/{nothing}/end' },
  'payouts.coachMoney': { access: 'admin', method: 'GET', path: '/api/admin/coaches/{nothing}/money' },
  'accounts.exportData': { access: 'signed-in', method: 'GET', path: '/api/me/export' },
  'clips.startVoiceOver': {
    access: 'signed-in',
    method: 'POST',
    path: '/api/clips/{nothing}/voice-over-uploads',
    body: {},
  },
  'clips.finishVoiceOver': {
    access: 'signed-in',
    method: 'POST',
    path: '/api/clip-uploads/{nothing}/voice-over',
    body: {},
  },
  'clips.timeline': {
    access: 'signed-in',
    method: 'GET',
    path: '/api/clips/{nothing}/voice-overs/{nothing}',
  },
  'clips.summarizeVoiceOver': {
    access: 'signed-in',
    method: 'PUT',
    path: '/api/clips/{nothing}/voice-overs/{nothing}',
    body: {},
  },
  'clips.removeVoiceOver': {
    access: 'signed-in',
    method: 'DELETE',
    path: '/api/clips/{nothing}/voice-overs/{nothing}',
  },
  'clips.setLesson': { access: 'signed-in', method: 'PUT', path: '/api/clips/{nothing}/lesson', body: {} },
  'clips.seen': { access: 'signed-in', method: 'POST', path: '/api/clip-partners/seen', body: {} },
  'clips.partners': { access: 'signed-in', method: 'GET', path: '/api/clip-partners' },
  'clips.list': { access: 'signed-in', method: 'GET', path: '/api/clips' },
  'clips.get': { access: 'signed-in', method: 'GET', path: '/api/clips/{nothing}' },
  'clips.startUpload': { access: 'signed-in', method: 'POST', path: '/api/clip-uploads', body: {} },
  'clips.finishUpload': {
    access: 'signed-in',
    method: 'POST',
    path: '/api/clip-uploads/{nothing}/clip',
    body: {},
  },
  'clips.cancelUpload': { access: 'signed-in', method: 'DELETE', path: '/api/clip-uploads/{nothing}' },
  'clips.rename': { access: 'signed-in', method: 'PUT', path: '/api/clips/{nothing}', body: {} },
  'clips.modelSwings': { access: 'coach', method: 'GET', path: '/api/coach/model-swings' },
  'clips.setModelSwing': {
    access: 'coach',
    method: 'PUT',
    path: '/api/coach/model-swings/{nothing}',
    body: {},
  },
  'clips.remove': { access: 'signed-in', method: 'DELETE', path: '/api/clips/{nothing}' },
  'clips.saveDrawing': {
    access: 'signed-in',
    method: 'PUT',
    path: '/api/clips/{nothing}/drawings/{nothing}',
    body: {},
  },
  'clips.removeDrawing': {
    access: 'signed-in',
    method: 'DELETE',
    path: '/api/clips/{nothing}/drawings/{nothing}',
  },
  'clips.markPosition': {
    access: 'signed-in',
    method: 'PUT',
    path: '/api/clips/{nothing}/positions/top',
    body: {},
  },
  'clips.addComment': {
    access: 'signed-in',
    method: 'PUT',
    path: '/api/clips/{nothing}/comments/{nothing}',
    body: {},
  },
  'clips.removeComment': {
    access: 'signed-in',
    method: 'DELETE',
    path: '/api/clips/{nothing}/comments/{nothing}',
  },
  'clips.setSharing': { access: 'student', method: 'PUT', path: '/api/me/clip-sharing/{nothing}', body: {} },
  'assistant.settings': { access: 'coach', method: 'GET', path: '/api/coach/assistant' },
  'assistant.draft': {
    access: 'coach',
    method: 'GET',
    path: '/api/conversations/{nothing}/proposal-draft',
  },
  'assistant.offers': { access: 'signed-in', method: 'GET', path: '/api/messages/{nothing}/offers' },
  'assistant.askForPerson': {
    access: 'student',
    method: 'POST',
    path: '/api/conversations/{nothing}/person',
    body: {},
  },
  'students.coaches': { access: 'student', method: 'GET', path: '/api/me/coaches' },
  'saves.list': { access: 'student', method: 'GET', path: '/api/me/saved-coaches' },
  'saves.remove': { access: 'student', method: 'DELETE', path: '/api/me/saved-coaches/{coach}' },
  'students.list': { access: 'coach', method: 'GET', path: '/api/coach/students' },
  'students.file': { access: 'coach', method: 'GET', path: '/api/coach/students.csv' },
  'students.get': { access: 'coach', method: 'GET', path: '/api/coach/students/{nothing}' },
  'students.setCalendarAccess': {
    access: 'coach',
    method: 'PUT',
    path: '/api/coach/students/{nothing}/calendar-access',
    body: {},
  },
  'students.saveNote': {
    access: 'coach',
    method: 'PUT',
    path: '/api/coach/students/{nothing}/note',
    body: {},
  },
  'students.invite': { access: 'coach', method: 'POST', path: '/api/coach/student-invitations', body: {} },
  'students.setInvitationOpen': {
    access: 'coach',
    method: 'PUT',
    path: '/api/coach/student-invitations/{nothing}',
    body: {},
  },
  'students.invitation': { access: 'open', method: 'GET', path: '/api/student-invitations?token=unknown' },
  'students.acceptInvitation': {
    access: 'student',
    method: 'POST',
    path: '/api/student-invitations/acceptance',
    body: {},
  },
  'students.declineInvitation': {
    access: 'open',
    method: 'POST',
    path: '/api/student-invitations/refusal',
    body: {},
  },
  'checkout.slots': { access: 'open', method: 'GET', path: '/api/coaches/{coach}/slots' },
  'availability.nextOpenings': {
    access: 'open',
    method: 'GET',
    path: '/api/next-openings?instructorIds[]={coach}',
  },
  'checkout.book': { access: 'student', method: 'POST', path: '/api/bookings', body: {} },
  'checkout.bookDemo': { access: 'student', method: 'POST', path: '/api/demo-bookings', body: {} },
  'discounts.exitOffer': {
    access: 'open',
    method: 'POST',
    path: '/api/coaches/{coach}/exit-offer',
    body: {},
  },
  'checkout.quote': { access: 'open', method: 'POST', path: '/api/quotes', body: {} },
  'checkout.createInstantBookingPayment': {
    access: 'student',
    method: 'POST',
    path: '/api/functions/create-instant-booking-payment',
    body: {},
  },
  'operations.attention': { access: 'admin', method: 'GET', path: '/api/admin/attention' },
  'operations.jobs': { access: 'admin', method: 'GET', path: '/api/admin/jobs' },
  'operations.vendors': { access: 'admin', method: 'GET', path: '/api/admin/vendor-health' },
  'operations.find': { access: 'admin', method: 'GET', path: '/api/admin/find?q=maya' },
  'lessons.desk': { access: 'admin', method: 'GET', path: '/api/admin/lessons/{nothing}' },
  'lessons.refund': {
    access: 'admin',
    method: 'POST',
    path: '/api/admin/lessons/{nothing}/refunds',
    body: {},
  },
  'lessons.addNote': {
    access: 'admin',
    method: 'POST',
    path: '/api/admin/lessons/{nothing}/notes',
    body: {},
  },
  'operations.promises': { access: 'admin', method: 'GET', path: '/api/admin/users/{coach}/promises' },
  'operations.person': { access: 'admin', method: 'GET', path: '/api/admin/users/{coach}' },
  'analytics.traffic': {
    access: 'admin',
    method: 'GET',
    path: '/api/admin/analytics/traffic?from=2026-03-01&to=2026-03-09',
  },
  'analytics.people': { access: 'admin', method: 'GET', path: '/api/admin/analytics/people?period=28' },
  'analytics.topSearches': {
    access: 'admin',
    method: 'GET',
    path: '/api/admin/analytics/top-searches?period=28',
  },
  'analytics.markSearch': {
    access: 'admin',
    method: 'PUT',
    path: '/api/admin/searches/{nothing}/test',
    body: { isTest: true },
  },
  'operations.trends': { access: 'admin', method: 'GET', path: '/api/admin/trends?period=28' },
  'operations.overview': { access: 'admin', method: 'GET', path: '/api/admin/overview' },
  'otherCalendars.list': { access: 'coach', method: 'GET', path: '/api/coach/other-calendars' },
  'otherCalendars.addAddress': {
    access: 'coach',
    method: 'POST',
    path: '/api/coach/other-calendars',
    body: {},
  },
  'otherCalendars.readNow': {
    access: 'coach',
    method: 'POST',
    path: '/api/coach/other-calendars/{nothing}/readings',
    body: {},
  },
  'otherCalendars.connectGoogle': {
    access: 'coach',
    method: 'POST',
    path: '/api/coach/google-calendar/consents',
    body: {},
  },
  'otherCalendars.finishGoogle': {
    access: 'coach',
    method: 'POST',
    path: '/api/coach/google-calendar',
    body: {},
  },
  'otherCalendars.chooseGoogle': {
    access: 'coach',
    method: 'PUT',
    path: '/api/coach/google-calendar/choice',
    body: {},
  },
  'otherCalendars.disconnect': {
    access: 'coach',
    method: 'DELETE',
    path: '/api/coach/other-calendars/{nothing}',
  },
  'otherCalendars.busyTimes': {
    access: 'coach',
    method: 'GET',
    path: '/api/coach/busy-times?from=2026-11-20T00:00:00Z&to=2026-11-21T00:00:00Z',
  },
  'otherCalendars.googleCalendarAvailability': {
    access: 'open',
    method: 'POST',
    path: '/api/functions/google-calendar-availability',
    body: {},
  },
  'backOffice.list': { access: 'admin', method: 'GET', path: '/api/admin/lists/users' },
  'backOffice.act': { access: 'admin', method: 'POST', path: '/api/admin/lists/users/acts/none', body: {} },
  'backOffice.undo': {
    access: 'admin',
    method: 'POST',
    path: '/api/admin/lists/users/acts/suspend/undo',
    body: {},
  },
  'backOffice.views': { access: 'admin', method: 'GET', path: '/api/admin/lists/users/views' },
  'backOffice.saveView': { access: 'admin', method: 'POST', path: '/api/admin/lists/users/views', body: {} },
  'backOffice.dropView': { access: 'admin', method: 'DELETE', path: '/api/admin/views/{nothing}' },
  'bookings.calendar': { access: 'signed-in', method: 'GET', path: '/api/bookings/{nothing}/calendar.ics' },
  'bookings.counts': { access: 'signed-in', method: 'GET', path: '/api/booking-counts' },
  'bookings.get': { access: 'signed-in', method: 'GET', path: '/api/bookings/{nothing}' },
  'checkout.release': { access: 'student', method: 'DELETE', path: '/api/bookings/{nothing}/hold' },
  'bookings.list': { access: 'signed-in', method: 'GET', path: '/api/bookings' },
  'checkout.checkoutState': { access: 'signed-in', method: 'GET', path: '/api/checkouts/unknown' },
  'dashboard.read': { access: 'coach', method: 'GET', path: '/api/coach/dashboard' },
  'checkout.price': { access: 'open', method: 'GET', path: '/api/coaches/{coach}/price?durationMinutes=60' },
  'bookings.cancellationPreview': {
    access: 'signed-in',
    method: 'GET',
    path: '/api/bookings/{nothing}/cancellation',
  },
  'bookings.cancel': {
    access: 'signed-in',
    method: 'POST',
    path: '/api/bookings/{nothing}/cancellation',
    body: {},
  },
  'bookings.cancellationPolicy': { access: 'coach', method: 'GET', path: '/api/coach/cancellation-policy' },
  'bookings.setCancellationPolicy': {
    access: 'coach',
    method: 'PUT',
    path: '/api/coach/cancellation-policy',
    body: {},
  },
  'discounts.exitOfferReport': { access: 'admin', method: 'GET', path: '/api/admin/exit-offers' },
  'discounts.exitOfferTerms': { access: 'coach', method: 'GET', path: '/api/coach/exit-offers' },
  'discounts.setExitOfferTerms': { access: 'coach', method: 'PUT', path: '/api/coach/exit-offers', body: {} },
  'bookings.changeNote': {
    access: 'student',
    method: 'PUT',
    path: '/api/bookings/{nothing}/note',
    body: { note: 'I slice my driver.' },
  },
  'bookings.newTimes': { access: 'signed-in', method: 'GET', path: '/api/bookings/{nothing}/new-times' },
  'bookings.reschedule': {
    access: 'signed-in',
    method: 'POST',
    path: '/api/bookings/{nothing}/reschedule',
    body: {},
  },
  'bookings.complete': {
    access: 'coach',
    method: 'POST',
    path: '/api/bookings/{nothing}/completion',
    body: {},
  },
  'disputes.report': {
    access: 'student',
    method: 'POST',
    path: '/api/bookings/{nothing}/problems',
    body: {},
  },
  'disputes.answer': {
    access: 'coach',
    method: 'POST',
    path: '/api/bookings/{nothing}/problem/answer',
    body: { answer: 'I was there.' },
  },
  'disputes.ofLesson': { access: 'signed-in', method: 'GET', path: '/api/bookings/{nothing}/problem' },
  'payouts.timeline': { access: 'signed-in', method: 'GET', path: '/api/bookings/{nothing}/timeline' },
  'notifications.unread': { access: 'signed-in', method: 'GET', path: '/api/notifications/unread' },
  'notifications.list': { access: 'signed-in', method: 'GET', path: '/api/notifications' },
  'notifications.markRead': {
    access: 'signed-in',
    method: 'POST',
    path: '/api/notifications/read',
    body: {},
  },
  'notifications.preferences': {
    access: 'signed-in',
    method: 'GET',
    path: '/api/notification-preferences',
  },
  'notifications.setPreference': {
    access: 'signed-in',
    method: 'PUT',
    path: '/api/notification-preferences',
    body: {},
  },
  'notifications.setQuietHours': { access: 'signed-in', method: 'PUT', path: '/api/quiet-hours', body: {} },
  'notifications.sendTextCode': {
    access: 'signed-in',
    method: 'POST',
    path: '/api/text-consent/code',
    body: {},
  },
  'notifications.setTexts': { access: 'signed-in', method: 'PUT', path: '/api/text-consent', body: {} },
  'notifications.subscribePush': {
    access: 'signed-in',
    method: 'POST',
    path: '/api/push-subscriptions',
    body: {},
  },
  'notifications.unsubscribePush': {
    access: 'signed-in',
    method: 'DELETE',
    path: '/api/push-subscriptions',
    body: {},
  },
  'notifications.subscription': {
    access: 'open',
    method: 'GET',
    path: '/api/email-subscription?token=unknown',
  },
  'notifications.setSubscription': {
    access: 'open',
    method: 'PUT',
    path: '/api/email-subscription',
    body: {},
  },
  'bookings.calendarFeed': { access: 'signed-in', method: 'GET', path: '/api/calendar-feed' },
  'bookings.rotateCalendarFeed': {
    access: 'signed-in',
    method: 'POST',
    path: '/api/calendar-feed',
    body: {},
  },
  'bookings.closeCalendarFeed': { access: 'signed-in', method: 'DELETE', path: '/api/calendar-feed' },
  'messages.sendMessageNotification': {
    access: 'signed-in',
    method: 'POST',
    path: '/api/functions/send-message-notification',
    body: {},
  },
  'proposals.list': { access: 'coach', method: 'GET', path: '/api/coach/proposals' },
  'proposals.counts': { access: 'coach', method: 'GET', path: '/api/coach/proposal-counts' },
  'proposals.students': { access: 'coach', method: 'GET', path: '/api/coach/proposal-students' },
  'proposals.between': { access: 'signed-in', method: 'GET', path: '/api/proposals/with/{nothing}' },
  'proposals.get': { access: 'signed-in', method: 'GET', path: '/api/proposals/{nothing}' },
  'proposals.propose': { access: 'coach', method: 'POST', path: '/api/proposals', body: {} },
  'proposals.revise': { access: 'coach', method: 'PUT', path: '/api/proposals/{nothing}', body: {} },
  'proposals.withdraw': {
    access: 'coach',
    method: 'POST',
    path: '/api/proposals/{nothing}/withdrawal',
    body: {},
  },
  'proposals.requestChanges': {
    access: 'student',
    method: 'POST',
    path: '/api/proposals/{nothing}/change-requests',
    body: {},
  },
  'proposals.decline': {
    access: 'student',
    method: 'POST',
    path: '/api/proposals/{nothing}/refusal',
    body: {},
  },
  'proposals.accept': {
    access: 'student',
    method: 'POST',
    path: '/api/proposals/{nothing}/acceptance',
    body: {},
  },
  'proposals.packages': { access: 'signed-in', method: 'GET', path: '/api/packages' },
  'proposals.bookFromPackage': {
    access: 'student',
    method: 'POST',
    path: '/api/packages/{nothing}/lessons',
    body: {},
  },
  'proposals.endPackage': {
    access: 'signed-in',
    method: 'POST',
    path: '/api/packages/{nothing}/end',
    body: {},
  },
  'proposals.packageOffers': { access: 'open', method: 'GET', path: '/api/coaches/{nothing}/packages' },
  'proposals.ownPackageOffers': { access: 'coach', method: 'GET', path: '/api/own-packages' },
  'proposals.savePackageOffer': { access: 'coach', method: 'PUT', path: '/api/own-packages', body: {} },
  'proposals.removePackageOffer': {
    access: 'coach',
    method: 'DELETE',
    path: '/api/own-packages/{nothing}',
  },
  'prospects.sendTrialInterest': {
    access: 'open',
    method: 'POST',
    path: '/api/functions/send-trial-interest',
    body: {},
  },
  'payouts.held': { access: 'coach', method: 'GET', path: '/api/coach/held-money' },
  'payouts.taught': { access: 'coach', method: 'GET', path: '/api/coach/lessons-taught' },
  'payouts.list': { access: 'coach', method: 'GET', path: '/api/coach/payouts' },
  'payouts.statement': { access: 'coach', method: 'GET', path: '/api/coach/statement' },
  'payouts.statementLines': {
    access: 'coach',
    method: 'GET',
    path: '/api/coach/statement-lines?year=2026',
  },
  'payouts.statementFile': {
    access: 'coach',
    method: 'GET',
    path: '/api/coach/statement.csv?year=2026',
  },
  'payouts.account': { access: 'coach', method: 'GET', path: '/api/coach/payout-account' },
  'payouts.connect': { access: 'coach', method: 'POST', path: '/api/coach/payout-account', body: {} },
  'reviews.ofLesson': { access: 'signed-in', method: 'GET', path: '/api/bookings/{nothing}/words' },
  'reviews.write': {
    access: 'student',
    method: 'POST',
    path: '/api/bookings/{nothing}/review',
    body: {},
  },
  'reviews.writeNote': {
    access: 'coach',
    method: 'POST',
    path: '/api/bookings/{nothing}/note',
    body: {},
  },
  'availability.ownTime': {
    access: 'coach',
    method: 'GET',
    path: '/api/coach/own-time?date=2026-12-08&time=07:00&durationMinutes=60',
  },
  'ownProfile.profile': { access: 'coach', method: 'GET', path: '/api/coach/profile' },
  'ownProfile.create': { access: 'coach', method: 'POST', path: '/api/coach/profile', body: {} },
  'ownProfile.save': { access: 'coach', method: 'PUT', path: '/api/coach/profile', body: {} },
  'ownProfile.addPlace': { access: 'coach', method: 'POST', path: '/api/coach/places', body: {} },
  'ownProfile.changePlace': { access: 'coach', method: 'PUT', path: '/api/coach/places/{nothing}', body: {} },
  'ownProfile.makePrimary': {
    access: 'coach',
    method: 'PUT',
    path: '/api/coach/places/{nothing}/primary',
    body: {},
  },
  'ownProfile.placeUse': { access: 'coach', method: 'GET', path: '/api/coach/places/{nothing}/use' },
  'ownProfile.removePlace': {
    access: 'coach',
    method: 'POST',
    path: '/api/coach/places/{nothing}/removal',
    body: {},
  },
  'ownProfile.gallery': { access: 'coach', method: 'GET', path: '/api/coach/gallery' },
  'ownProfile.orderPictures': { access: 'coach', method: 'PUT', path: '/api/coach/gallery/order', body: {} },
  'ownProfile.describePicture': {
    access: 'coach',
    method: 'PUT',
    path: '/api/coach/gallery/words',
    body: {},
  },
  'ownProfile.removePicture': {
    access: 'coach',
    method: 'POST',
    path: '/api/coach/gallery/removals',
    body: {},
  },
  'ownProfile.describePortrait': {
    access: 'coach',
    method: 'PUT',
    path: '/api/coach/portrait/words',
    body: {},
  },
  'ownProfile.removePortrait': { access: 'coach', method: 'DELETE', path: '/api/coach/portrait' },
  'ownProfile.credentialStates': { access: 'coach', method: 'GET', path: '/api/coach/credentials' },
  'ownProfile.askCheck': { access: 'coach', method: 'POST', path: '/api/coach/credentials/checks', body: {} },
  'ownProfile.importedReviews': { access: 'coach', method: 'GET', path: '/api/coach/imported-reviews' },
  'ownProfile.bringReview': {
    access: 'coach',
    method: 'POST',
    path: '/api/coach/imported-reviews',
    body: {},
  },
  'ownProfile.dropReview': {
    access: 'coach',
    method: 'DELETE',
    path: '/api/coach/imported-reviews/{nothing}',
  },
  'ownProfile.openRequests': { access: 'admin', method: 'GET', path: '/api/coach-requests' },
  'ownProfile.refuseCheck': {
    access: 'admin',
    method: 'POST',
    path: '/api/coach-requests/checks/{nothing}/refusal',
    body: {},
  },
  'ownProfile.approveReview': {
    access: 'admin',
    method: 'POST',
    path: '/api/coach-requests/reviews/{nothing}/approval',
    body: {},
  },
  'ownProfile.refuseReview': {
    access: 'admin',
    method: 'POST',
    path: '/api/coach-requests/reviews/{nothing}/refusal',
    body: {},
  },
  'availability.settings': { access: 'coach', method: 'GET', path: '/api/coach/availability' },
  'availability.saveWeek': { access: 'coach', method: 'PUT', path: '/api/coach/availability/week', body: {} },
  'availability.saveRules': {
    access: 'coach',
    method: 'PUT',
    path: '/api/coach/availability/rules',
    body: {},
  },
  'availability.saveDrives': {
    access: 'coach',
    method: 'PUT',
    path: '/api/coach/availability/drives',
    body: {},
  },
  'availability.block': { access: 'coach', method: 'POST', path: '/api/coach/availability/blocks', body: {} },
  'availability.open': {
    access: 'coach',
    method: 'POST',
    path: '/api/coach/availability/openings',
    body: {},
  },
  'availability.takeBack': { access: 'coach', method: 'DELETE', path: '/api/coach/availability/acts/1' },
  'availability.preview': {
    access: 'coach',
    method: 'POST',
    path: '/api/coach/availability/preview',
    body: {},
  },
  'availability.proof': { access: 'coach', method: 'POST', path: '/api/coach/availability/proof', body: {} },
  'onboarding.nextStep': { access: 'signed-in', method: 'GET', path: '/api/coach-draft/next-step' },
  'tasks.noteShare': { access: 'coach', method: 'POST', path: '/api/coach/first-steps/share', body: {} },
  'tasks.dismissFirstSteps': { access: 'coach', method: 'PUT', path: '/api/coach/first-steps', body: {} },
  'tasks.list': { access: 'coach', method: 'GET', path: '/api/coach/tasks' },
  'reviews.reply': { access: 'coach', method: 'PUT', path: '/api/reviews/{nothing}/reply', body: {} },
  'reviews.received': { access: 'coach', method: 'GET', path: '/api/coach/reviews' },
  'coaches.profile': { access: 'open', method: 'GET', path: '/api/coaches/{coach}' },
  'coaches.absence': { access: 'open', method: 'GET', path: '/api/coaches/{coach}/absence' },
  'coaches.ratings': { access: 'open', method: 'GET', path: '/api/coaches/{coach}/ratings' },
  'schedule.messageDay': { access: 'coach', method: 'POST', path: '/api/coach/schedule/messages', body: {} },
  'schedule.enter': { access: 'coach', method: 'POST', path: '/api/coach/lessons', body: {} },
  'schedule.accept': {
    access: 'student',
    method: 'POST',
    path: '/api/bookings/{nothing}/acceptance',
    body: {},
  },
  'schedule.decline': { access: 'student', method: 'DELETE', path: '/api/bookings/{nothing}/acceptance' },
  'schedule.withdraw': { access: 'coach', method: 'DELETE', path: '/api/coach/lessons/{nothing}/hold' },
  'schedule.read': { access: 'coach', method: 'GET', path: '/api/coach/schedule' },
  'schedule.look': {
    access: 'coach',
    method: 'GET',
    path: '/api/coach/schedule/time?durationMinutes=60&start=2030-01-01T15:00:00Z',
  },
  'search.similar': { access: 'open', method: 'GET', path: '/api/coaches/{coach}/similar' },
  'coaches.verifications': { access: 'admin', method: 'GET', path: '/api/coaches/{coach}/verifications' },
  'coaches.recordVerification': {
    access: 'admin',
    method: 'POST',
    path: '/api/coaches/{coach}/verifications',
    body: {},
  },
  'coaches.withdrawVerification': {
    access: 'admin',
    method: 'POST',
    path: '/api/coach-verifications/{nothing}/withdrawal',
    body: {},
  },
  'coaches.reviews': { access: 'open', method: 'GET', path: '/api/coaches/{coach}/reviews' },
  'members.testData': { access: 'coach', method: 'GET', path: '/api/me/test-data' },
  'members.summary': { access: 'signed-in', method: 'GET', path: '/api/me/standing' },
  'messages.messages': { access: 'signed-in', method: 'GET', path: '/api/conversations/{nothing}/messages' },
  'messages.send': {
    access: 'signed-in',
    method: 'POST',
    path: '/api/conversations/{nothing}/messages',
    body: {},
  },
  'messages.signUpWithMessage': {
    access: 'open',
    method: 'POST',
    path: '/api/accounts/with-message',
    body: {},
  },
  'messages.start': { access: 'signed-in', method: 'POST', path: '/api/conversations', body: {} },
  'messages.search': { access: 'signed-in', method: 'GET', path: '/api/message-search?query=putting' },
  'messages.conversations': { access: 'signed-in', method: 'GET', path: '/api/conversations' },
  'messages.conversation': { access: 'signed-in', method: 'GET', path: '/api/conversations/{nothing}' },
  'messages.recipients': { access: 'signed-in', method: 'GET', path: '/api/message-recipients' },
  'messages.unread': { access: 'signed-in', method: 'GET', path: '/api/unread-conversations' },
  'messages.markRead': {
    access: 'signed-in',
    method: 'PUT',
    path: '/api/conversations/{nothing}/read',
    body: {},
  },
  'messages.setArchived': {
    access: 'signed-in',
    method: 'PUT',
    path: '/api/conversations/{nothing}/archived',
    body: {},
  },
  'messages.setMuted': {
    access: 'signed-in',
    method: 'PUT',
    path: '/api/conversations/{nothing}/muted',
    body: {},
  },
  'messages.setBlocked': {
    access: 'signed-in',
    method: 'PUT',
    path: '/api/conversations/{nothing}/blocked',
    body: {},
  },
  'messages.report': {
    access: 'signed-in',
    method: 'POST',
    path: '/api/conversations/{nothing}/reports',
    body: {},
  },
  'messages.typing': {
    access: 'signed-in',
    method: 'POST',
    path: '/api/conversations/{nothing}/typing',
    body: {},
  },
  'messages.presence': {
    access: 'signed-in',
    method: 'PUT',
    path: '/api/conversations/{nothing}/presence',
    body: {},
  },
  'messages.preferences': { access: 'signed-in', method: 'GET', path: '/api/me/message-preferences' },
  'messages.setPreferences': {
    access: 'signed-in',
    method: 'PUT',
    path: '/api/me/message-preferences',
    body: {},
  },
  'messages.setAssistant': { access: 'coach', method: 'PUT', path: '/api/coach/assistant', body: {} },
  'messages.setConversationAssistant': {
    access: 'coach',
    method: 'PUT',
    path: '/api/conversations/{nothing}/assistant',
    body: {},
  },
  'messages.discardAttachment': {
    access: 'signed-in',
    method: 'DELETE',
    path: '/api/message-attachments/{nothing}',
  },
  'onboarding.draft': { access: 'signed-in', method: 'GET', path: '/api/coach-draft' },
  'onboarding.saveDraft': { access: 'signed-in', method: 'PUT', path: '/api/coach-draft', body: {} },
  'onboarding.place': { access: 'signed-in', method: 'GET', path: '/api/places/28202' },
  'onboarding.goLive': { access: 'signed-in', method: 'POST', path: '/api/coach-draft/live', body: {} },
  'content.terms': { access: 'open', method: 'GET', path: '/api/terms' },
  'content.termsDesk': { access: 'admin', method: 'GET', path: '/api/admin/terms' },
  'content.previewTerms': {
    access: 'admin',
    method: 'POST',
    path: '/api/admin/terms-previews',
    body: {},
  },
  'content.announceTerms': { access: 'admin', method: 'POST', path: '/api/admin/terms', body: {} },
  'content.posts': { access: 'open', method: 'GET', path: '/api/posts' },
  'content.post': { access: 'open', method: 'GET', path: '/api/posts/choosing-a-golf-coach' },
  'content.document': { access: 'open', method: 'GET', path: '/api/documents/privacy-policy' },
  'content.help': { access: 'open', method: 'GET', path: '/api/help?q=refund' },
  'content.helpDocument': { access: 'open', method: 'GET', path: '/api/help/your-data' },
  'content.cities': { access: 'open', method: 'GET', path: '/api/cities' },
  'content.city': { access: 'open', method: 'GET', path: '/api/cities/charlotte' },
  'payments.testCheckout': { access: 'open', method: 'GET', path: '/api/test-checkouts/unknown' },
  'payments.payTestCheckout': {
    access: 'open',
    method: 'POST',
    path: '/api/test-checkouts/unknown/payments',
    body: {},
  },
  'payments.abandonTestCheckout': {
    access: 'open',
    method: 'POST',
    path: '/api/test-checkouts/unknown/abandon',
    body: {},
  },
  'matchQuiz.begin': { access: 'open', method: 'POST', path: '/api/match-quiz', body: { anew: 'perhaps' } },
  'matchQuiz.answer': { access: 'open', method: 'PUT', path: '/api/match-quiz/answers', body: {} },
  'matchQuiz.finish': { access: 'open', method: 'POST', path: '/api/match-quiz/{nothing}/result', body: {} },
  'matchQuiz.openMailed': { access: 'open', method: 'POST', path: '/api/match-quiz/mailed', body: {} },
  'matchQuiz.save': { access: 'open', method: 'POST', path: '/api/match-quiz/saves', body: {} },
  'matchQuiz.funnel': { access: 'admin', method: 'GET', path: '/api/admin/quiz/funnel' },
  'matchQuiz.markTest': {
    access: 'admin',
    method: 'PUT',
    path: '/api/admin/quiz/sessions/{nothing}/test',
    body: {},
  },
  'matchQuiz.findNearbyInstructors': {
    access: 'open',
    method: 'POST',
    path: '/api/functions/find-nearby-instructors',
    body: {},
  },
  'saves.saveAsVisitor': { access: 'open', method: 'POST', path: '/api/coach-saves', body: {} },
  'saves.save': { access: 'student', method: 'PUT', path: '/api/me/saved-coaches/{coach}', body: {} },
  'saves.isSaved': { access: 'student', method: 'GET', path: '/api/me/saved-coaches/{coach}' },
  'search.coaches': { access: 'open', method: 'GET', path: '/api/coaches?zip=28202' },
  'search.home': { access: 'open', method: 'GET', path: '/api/home' },
  'search.instructorGenders': {
    access: 'open',
    method: 'POST',
    path: '/api/functions/get_instructor_genders',
    body: {},
  },
  'search.nearest': { access: 'open', method: 'GET', path: '/api/nearest-coaches?zip=28202' },
  'search.nearestZip': { access: 'open', method: 'GET', path: '/api/zip-codes/nearest?lat=35.2&lng=-80.8' },
  'search.towns': { access: 'open', method: 'GET', path: '/api/towns?lat=35.2&lng=-80.8&span=2' },
  'support.send': { access: 'open', method: 'POST', path: '/api/support-tickets', body: {} },
  'support.contact': { access: 'open', method: 'GET', path: '/api/support-contact' },
  'support.tickets': { access: 'signed-in', method: 'GET', path: '/api/support-tickets' },
  'support.ticket': { access: 'signed-in', method: 'GET', path: '/api/support-tickets/{nothing}' },
  'support.reply': {
    access: 'signed-in',
    method: 'POST',
    path: '/api/support-tickets/{nothing}/replies',
    body: {},
  },
  'support.close': {
    access: 'signed-in',
    method: 'POST',
    path: '/api/support-tickets/{nothing}/closure',
    body: {},
  },
  'support.all': { access: 'admin', method: 'GET', path: '/api/admin/support-tickets' },
  'support.view': { access: 'admin', method: 'POST', path: '/api/admin/support-tickets/{nothing}/views' },
  'support.setOwner': {
    access: 'admin',
    method: 'PUT',
    path: '/api/admin/support-tickets/{nothing}/owner',
    body: {},
  },
  'support.setStatus': {
    access: 'admin',
    method: 'PUT',
    path: '/api/admin/support-tickets/{nothing}/status',
    body: {},
  },
  'support.answer': {
    access: 'admin',
    method: 'POST',
    path: '/api/functions/send-support-notification',
    body: {},
  },
  'templates.list': {
    access: 'admin',
    method: 'GET',
    path: '/api/admin/templates/email',
  },
  'templates.find': {
    access: 'admin',
    method: 'GET',
    path: '/api/admin/templates/email/welcome',
  },
  'templates.preview': {
    access: 'admin',
    method: 'POST',
    path: '/api/admin/template-previews',
    body: {},
  },
  'templates.save': {
    access: 'admin',
    method: 'PUT',
    path: '/api/admin/templates/email/welcome',
    body: {},
  },
  'templates.restore': {
    access: 'admin',
    method: 'POST',
    path: '/api/admin/templates/email/welcome/restorations',
    body: {},
  },
  'templates.test': {
    access: 'admin',
    method: 'POST',
    path: '/api/functions/test-email-template',
    body: {},
  },
  'templates.settings': {
    access: 'admin',
    method: 'GET',
    path: '/api/admin/site-settings',
  },
  'templates.setAppUrl': {
    access: 'admin',
    method: 'PUT',
    path: '/api/admin/site-settings/app-url',
    body: {},
  },
  'templates.setSmsCtaUrl': {
    access: 'admin',
    method: 'PUT',
    path: '/api/admin/site-settings/sms-cta-url',
    body: {},
  },
  'messageLogs.figures': {
    access: 'admin',
    method: 'GET',
    path: '/api/admin/message-logs/email/figures',
  },
  'messageLogs.find': {
    access: 'admin',
    method: 'GET',
    path: '/api/admin/message-logs/email/{nothing}',
  },
  'messageLogs.resend': {
    access: 'admin',
    method: 'POST',
    path: '/api/admin/message-logs/email/{nothing}/resends',
    body: {},
  },
  'operations.demoDataState': { access: 'admin', method: 'GET', path: '/api/admin/demo-data' },
  'operations.createDemoData': {
    access: 'admin',
    method: 'POST',
    path: '/api/functions/create-enterprise-demo-data',
  },
  'operations.geocode': {
    access: 'admin',
    method: 'POST',
    path: '/api/functions/geocode-teaching-locations',
  },
  'marketing.state': { access: 'admin', method: 'GET', path: '/api/admin/crm' },
  'marketing.sync': {
    access: 'admin',
    method: 'POST',
    path: '/api/functions/sync-klaviyo-profile',
    body: {},
  },
  'quizFollowUp.preview': {
    access: 'admin',
    method: 'POST',
    path: '/api/admin/quiz-reengagement-previews',
    body: {},
  },
  'quizFollowUp.send': {
    access: 'admin',
    method: 'POST',
    path: '/api/functions/send-quiz-reengagement',
    body: {},
  },
  'accounts.sendWelcome': {
    access: 'admin',
    method: 'POST',
    path: '/api/functions/send-welcome-email',
    body: {},
  },
  'workspaces.list': { access: 'signed-in', method: 'GET', path: '/api/workspaces' },
  'workspaces.get': { access: 'signed-in', method: 'GET', path: '/api/workspaces/{coach}/{nothing}' },
  'workspaces.measuredProgress': {
    access: 'open',
    method: 'GET',
    path: '/api/coaches/{coach}/measured-progress',
  },
  'workspaces.setConsent': {
    access: 'student',
    method: 'PUT',
    path: '/api/workspaces/{coach}/{nothing}/consent',
    body: {},
  },
  'workspaces.shotSession': {
    access: 'signed-in',
    method: 'GET',
    path: '/api/workspaces/{coach}/{nothing}/shots/{nothing}',
  },
  'workspaces.shotTrends': {
    access: 'signed-in',
    method: 'GET',
    path: '/api/workspaces/{coach}/{nothing}/shots',
  },
  'workspaces.previewShots': {
    access: 'signed-in',
    method: 'POST',
    path: '/api/workspaces/{coach}/{nothing}/shots/preview',
    body: {},
  },
  'workspaces.addShots': {
    access: 'signed-in',
    method: 'POST',
    path: '/api/workspaces/{coach}/{nothing}/shots',
    body: {},
  },
  'workspaces.removeShots': { access: 'signed-in', method: 'DELETE', path: '/api/shot-sessions/{nothing}' },
  'workspaces.seen': {
    access: 'signed-in',
    method: 'POST',
    path: '/api/workspaces/{coach}/{nothing}/seen',
    body: {},
  },
  'workspaces.saveCard': { access: 'coach', method: 'PUT', path: '/api/lessons/{nothing}/card', body: {} },
  'workspaces.shareCard': {
    access: 'coach',
    method: 'POST',
    path: '/api/lessons/{nothing}/card/shared',
    body: {},
  },
  'workspaces.setGoal': {
    access: 'signed-in',
    method: 'POST',
    path: '/api/workspaces/{coach}/{nothing}/goals',
    body: {},
  },
  'workspaces.changeGoal': { access: 'signed-in', method: 'PUT', path: '/api/goals/{nothing}', body: {} },
  'workspaces.setGoalStatus': {
    access: 'signed-in',
    method: 'PUT',
    path: '/api/goals/{nothing}/status',
    body: {},
  },
  'workspaces.recordValue': {
    access: 'signed-in',
    method: 'POST',
    path: '/api/goals/{nothing}/values',
    body: {},
  },
  'workspaces.strikeValue': {
    access: 'signed-in',
    method: 'PUT',
    path: '/api/goal-values/{nothing}/struck',
    body: {},
  },
  'workspaces.goalHistory': { access: 'signed-in', method: 'GET', path: '/api/goals/{nothing}/history' },
  'workspaces.drills': { access: 'coach', method: 'GET', path: '/api/coach/drills' },
  'workspaces.saveDrill': { access: 'coach', method: 'PUT', path: '/api/coach/drills', body: {} },
  'workspaces.removeDrill': {
    access: 'coach',
    method: 'PUT',
    path: '/api/coach/drills/{nothing}/removed',
    body: {},
  },
  'workspaces.assignDrill': {
    access: 'coach',
    method: 'POST',
    path: '/api/workspaces/{coach}/{nothing}/drills',
    body: {},
  },
  'workspaces.endDrill': {
    access: 'coach',
    method: 'PUT',
    path: '/api/assigned-drills/{nothing}/ended',
    body: {},
  },
  'workspaces.tick': {
    access: 'student',
    method: 'PUT',
    path: '/api/assigned-drills/{nothing}/ticks',
    body: {},
  },
  'workspaces.logPractice': {
    access: 'student',
    method: 'POST',
    path: '/api/workspaces/{coach}/{nothing}/practice',
    body: {},
  },
  'workspaces.removePractice': { access: 'student', method: 'DELETE', path: '/api/practice/{nothing}' },
  'workspaces.writeNote': {
    access: 'signed-in',
    method: 'POST',
    path: '/api/workspaces/{coach}/{nothing}/notes',
    body: {},
  },
  'workspaces.changeNote': {
    access: 'signed-in',
    method: 'PUT',
    path: '/api/workspace-notes/{nothing}',
    body: {},
  },
  'workspaces.removeNote': { access: 'signed-in', method: 'DELETE', path: '/api/workspace-notes/{nothing}' },
  'workspaces.writeComment': {
    access: 'signed-in',
    method: 'POST',
    path: '/api/workspaces/{coach}/{nothing}/comments',
    body: {},
  },
  'workspaces.removeComment': {
    access: 'signed-in',
    method: 'DELETE',
    path: '/api/workspace-comments/{nothing}',
  },
  'cancellationList.ask': { access: 'student', method: 'POST', path: '/api/cancellation-list', body: {} },
  'cancellationList.mine': { access: 'student', method: 'GET', path: '/api/cancellation-list' },
  'cancellationList.leave': {
    access: 'student',
    method: 'DELETE',
    path: '/api/cancellation-list/{nothing}',
  },
  'cancellationList.pass': {
    access: 'student',
    method: 'POST',
    path: '/api/cancellation-list/offers/{nothing}/pass',
    body: {},
  },
  'cancellationList.leaving': {
    access: 'open',
    method: 'GET',
    path: '/api/cancellation-list/leaving?token=unknown',
  },
  'cancellationList.leaveByLink': {
    access: 'open',
    method: 'POST',
    path: '/api/cancellation-list/leaving',
    body: {},
  },
  'cancellationList.ofCoach': { access: 'coach', method: 'GET', path: '/api/coach/cancellation-list' },
  'v1.me': { access: 'signed-in', method: 'GET', path: '/api/v1/me' },
  'v1.listCoaches': { access: 'open', method: 'GET', path: '/api/v1/coaches' },
  'v1.getCoach': { access: 'open', method: 'GET', path: '/api/v1/coaches/{coach}' },
  'v1.listReviews': { access: 'open', method: 'GET', path: '/api/v1/coaches/{coach}/reviews' },
  'v1.listOpenTimes': { access: 'open', method: 'GET', path: '/api/v1/coaches/{coach}/slots' },
  'v1.quote': { access: 'open', method: 'POST', path: '/api/v1/quotes', body: {} },
  'v1.book': { access: 'student', method: 'POST', path: '/api/v1/bookings', body: {} },
  'v1.releaseHold': { access: 'student', method: 'DELETE', path: '/api/v1/bookings/{nothing}/hold' },
  'v1.listBookings': { access: 'signed-in', method: 'GET', path: '/api/v1/bookings' },
  'v1.getBooking': { access: 'signed-in', method: 'GET', path: '/api/v1/bookings/{nothing}' },
  'v1.previewCancellation': {
    access: 'signed-in',
    method: 'GET',
    path: '/api/v1/bookings/{nothing}/cancellation',
  },
  'v1.cancelBooking': {
    access: 'signed-in',
    method: 'POST',
    path: '/api/v1/bookings/{nothing}/cancellation',
    body: {},
  },
  'v1.listNewTimes': { access: 'signed-in', method: 'GET', path: '/api/v1/bookings/{nothing}/new-times' },
  'v1.moveBooking': {
    access: 'signed-in',
    method: 'POST',
    path: '/api/v1/bookings/{nothing}/reschedule',
    body: {},
  },
  'v1.listConversations': { access: 'signed-in', method: 'GET', path: '/api/v1/conversations' },
  'v1.listMessages': {
    access: 'signed-in',
    method: 'GET',
    path: '/api/v1/conversations/{nothing}/messages',
  },
  'v1.sendMessage': {
    access: 'signed-in',
    method: 'POST',
    path: '/api/v1/conversations/{nothing}/messages',
    body: {},
  },
  'v1.startConversation': { access: 'signed-in', method: 'POST', path: '/api/v1/conversations', body: {} },
  'webhooks.list': { access: 'signed-in', method: 'GET', path: '/api/me/webhooks' },
  'webhooks.add': { access: 'signed-in', method: 'POST', path: '/api/me/webhooks', body: {} },
  'webhooks.remove': { access: 'signed-in', method: 'DELETE', path: '/api/me/webhooks/{nothing}' },
  'webhooks.resume': {
    access: 'signed-in',
    method: 'PUT',
    path: '/api/me/webhooks/{nothing}/active',
    body: {},
  },
  'webhooks.sendTest': {
    access: 'signed-in',
    method: 'POST',
    path: '/api/me/webhooks/{nothing}/tests',
    body: {},
  },
  'webhooks.replay': {
    access: 'signed-in',
    method: 'POST',
    path: '/api/me/webhook-deliveries/{nothing}/replays',
    body: {},
  },
  'waitlist.join': { access: 'open', method: 'POST', path: '/api/waitlist', body: {} },
}

const allowed: Record<string, readonly string[]> = {
  open: ['visitor', 'student', 'coach', 'admin', 'prospect'],
  'signed-in': ['student', 'coach', 'admin', 'prospect'],
  student: ['student'],
  coach: ['coach'],
  admin: ['admin'],
}

/**
 * Prospects have read access only; exceptions about their own account are covered by
 * tests/api/prospects.test.ts.
 */
const isRefusedToProspects = (name: string) =>
  matrix[name]?.method !== 'GET' &&
  !/^(accounts|notifications|onboarding|prospects|support)\.|^matchQuiz\.(begin|answer|finish|openMailed)$/.test(
    name,
  ) &&
  ![
    'messages.setPreferences',
    'availability.preview',
    'availability.proof',
    'checkout.quote',
    'v1.quote',
  ].includes(name) &&
  name !== 'search.instructorGenders' &&
  name !== 'matchQuiz.findNearbyInstructors'

const product = testProduct()
let people: Record<string, () => Visitor>
let coachId: string

beforeAll(async () => {
  const { pool } = product.database
  coachId = (await addCoach(pool)).id
  const made: Record<string, Visitor> = {}
  for (const role of ['student', 'coach', 'admin', 'prospect']) {
    const person = await product.student(`A ${role}`)
    if (role === 'coach') await makeCoach(pool, person.userId)
    if (role === 'admin' || role === 'prospect') await giveRole(pool, person.userId, role)
    made[role] = person
  }
  // Each call gets a new cookie jar with the same session, so that signing out does not affect the next one.
  people = {
    visitor: () => product.visitor(),
    ...Object.fromEntries(
      Object.entries(made).map(([role, person]) => [
        role,
        () => Object.assign(product.visitor(), { cookie: person.cookie }),
      ]),
    ),
  }
})

const procedures = Object.entries(api).flatMap(([feature, procedures]) =>
  Object.entries(procedures).map(([name, procedure]) => ({ name: `${feature}.${name}`, procedure })),
)

test('the written matrix lists every procedure with its access level', () => {
  expect(procedures.map(({ name }) => name).sort()).toEqual(Object.keys(matrix).sort())
  for (const { name, procedure } of procedures) {
    if (!isProcedure(procedure)) throw new Error(`${name} is not a procedure`)
    expect(procedure['~orpc'].meta, name).toMatchObject({ access: matrix[name]?.access })
  }
})

/** Procedures refused to an admin who impersonates the user, regardless of their access level. */
const forPersonAlone = [
  'accessTokens.make',
  'accessTokens.revoke',
  'accounts.changeDetails',
  'accounts.changePassword',
  'accounts.closeAccount',
  'accounts.confirmSecondFactor',
  'accounts.endSecondFactor',
  'accounts.endSession',
  'accounts.endSessions',
  'accounts.exportData',
  'accounts.renewBackupCodes',
  'accounts.requestEmailChange',
  'accounts.requestVerification',
  'accounts.startSecondFactor',
  'bookings.closeCalendarFeed',
  'bookings.rotateCalendarFeed',
  'notifications.sendTextCode',
  'notifications.setTexts',
  'notifications.subscribePush',
  'notifications.unsubscribePush',
  'onboarding.goLive',
  'otherCalendars.addAddress',
  'otherCalendars.chooseGoogle',
  'otherCalendars.connectGoogle',
  'otherCalendars.finishGoogle',
  'payments.payTestCheckout',
  'payouts.connect',
  'webhooks.add',
  'webhooks.remove',
  'webhooks.replay',
  'webhooks.resume',
  'webhooks.sendTest',
]

test('procedures reserved for the person themselves are marked', () => {
  const declared = procedures.filter(
    ({ procedure }) =>
      isProcedure(procedure) && Reflect.get(procedure['~orpc'].meta, 'forPersonAlone') === true,
  )
  expect(declared.map(({ name }) => name).sort()).toEqual(forPersonAlone)
})

/** All except the one that would end the session used for the other calls. */
const walked = Object.keys(matrix).filter((name) => name !== 'accounts.signOut')

test.each(walked)('%s, called by an admin acting as the person', async (name) => {
  const entry = matrix[name]
  const person = people[entry?.access === 'coach' ? 'coach' : 'student']?.()
  if (!entry || !person) throw new Error('nobody')
  const path = entry.path
    .replace('{coach}', coachId)
    .replace('{nothing}', '00000000-0000-4000-8000-000000000000')
  const end = actAs(product, person, randomUUID())
  const answer = await person.send(entry.method, path, entry.body && JSON.stringify(entry.body), {
    'content-type': 'application/json',
  })
  end()
  const isRefused = answer.status === 403 && answer.json?.code === 'impersonating'
  expect(isRefused, answer.text).toBe(forPersonAlone.includes(name))
})

describe.each(walked)('%s', (name) => {
  test.each(['visitor', 'student', 'coach', 'admin', 'prospect'])('called by a %s', async (role) => {
    const entry = matrix[name]
    const person = people[role]?.()
    if (!entry || !person) throw new Error('nobody')
    const path = entry.path
      .replace('{coach}', coachId)
      .replace('{nothing}', '00000000-0000-4000-8000-000000000000')
    const answer = await person.send(entry.method, path, entry.body && JSON.stringify(entry.body), {
      'content-type': 'application/json',
    })
    const isAllowed =
      allowed[entry.access]?.includes(role) && !(role === 'prospect' && isRefusedToProspects(name))
    if (isAllowed) expect([401, 403], answer.text).not.toContain(answer.status)
    else expect(answer.status, answer.text).toBe(role === 'visitor' ? 401 : 403)
    expect(answer.status).toBeLessThan(500)
  })
})
