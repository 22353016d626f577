import { randomUUID } from 'node:crypto'
import { isProcedure } from '@orpc/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { api } from '#app/api.ts'
import { actAs } from '../support/acting.ts'
import { addCoach, giveRole, makeCoach } from '../support/people.ts'
import { testProduct, type Visitor } from '../support/product.ts'

type Access = 'open' | 'signed-in' | 'student' | 'coach' | 'admin'

/**
 * Who may call which procedure. The test fails for procedures that are missing here or respond differently.
 */
const written: Record<string, [access: Access, address: string, body?: object]> = {
  'accessTokens.list': ['signed-in', 'GET /api/me/access-tokens'],
  'accessTokens.make': ['signed-in', 'POST /api/me/access-tokens', {}],
  'accessTokens.revoke': ['signed-in', 'DELETE /api/me/access-tokens/{nothing}'],
  'accounts.me': ['open', 'GET /api/me'],
  'accounts.signUp': ['open', 'POST /api/accounts', {}],
  'accounts.signIn': ['open', 'POST /api/sessions', {}],
  'accounts.signOut': ['open', 'DELETE /api/sessions'],
  'accounts.signUpProspect': ['open', 'POST /api/prospects', {}],
  'accounts.link': ['open', 'GET /api/account-links?purpose=magic-link&token=unknown'],
  'accounts.requestPasswordReset': ['open', 'POST /api/password-resets', {}],
  'accounts.resetPassword': ['open', 'PUT /api/password-resets', {}],
  'accounts.requestMagicLink': ['open', 'POST /api/magic-links', {}],
  'accounts.signInByMagicLink': ['open', 'PUT /api/magic-links', {}],
  'accounts.verifyEmail': ['open', 'PUT /api/email-verifications', {}],
  'accounts.confirmEmailChange': ['open', 'PUT /api/email-changes', {}],
  'accounts.refuseEmailAddress': ['open', 'POST /api/mailbox-refusals', {}],
  'accounts.account': ['signed-in', 'GET /api/me/account'],
  'accounts.changeDetails': ['signed-in', 'PUT /api/me/account', {}],
  'accounts.changePassword': ['signed-in', 'PUT /api/me/password', {}],
  'accounts.requestVerification': ['signed-in', 'POST /api/me/email/verification', {}],
  'accounts.requestEmailChange': ['signed-in', 'POST /api/me/email', {}],
  'accounts.sessions': ['signed-in', 'GET /api/me/sessions'],
  'accounts.endSession': ['signed-in', 'DELETE /api/me/sessions/{nothing}'],
  'accounts.endSessions': ['signed-in', 'POST /api/me/sessions/end', {}],
  'accounts.answerSecondFactor': ['open', 'POST /api/sessions/second-factor', {}],
  'accounts.secondFactor': ['signed-in', 'GET /api/me/second-factor'],
  // Open, because admins who must set it up have no access until then; the procedures check for a session
  // themselves.
  'accounts.startSecondFactor': ['open', 'POST /api/me/second-factor', {}],
  'accounts.confirmSecondFactor': ['open', 'PUT /api/me/second-factor', {}],
  'accounts.endSecondFactor': ['signed-in', 'POST /api/me/second-factor/end', {}],
  'accounts.renewBackupCodes': ['signed-in', 'POST /api/me/second-factor/backup-codes', {}],
  'accounts.closeAccount': ['signed-in', 'POST /api/me/closure', {}],
  'accounts.people': ['admin', 'GET /api/admin/people'],
  'accounts.startImpersonation': ['admin', 'POST /api/admin/impersonation', {}],
  'accounts.setAdmin': ['admin', 'PUT /api/admin/users/{nothing}/admin', {}],
  'accounts.takeSecondFactorAway': ['admin', 'POST /api/admin/users/{nothing}/second-factor/removal', {}],
  'accounts.signOutEverywhere': ['admin', 'POST /api/admin/users/{nothing}/sign-out', {}],
  'accounts.closeForPerson': ['admin', 'POST /api/admin/users/{nothing}/closure', {}],
  'accounts.closingOf': ['admin', 'GET /api/admin/users/{coach}/closure'],
  'accounts.closing': ['signed-in', 'GET /api/me/closure'],
  'accounts.exportForPerson': ['admin', 'POST /api/admin/users/{nothing}/export', {}],
  'accounts.actAsPerson': ['signed-in', 'PUT /api/impersonation/acting'],
  'accounts.stopImpersonation': ['signed-in', 'DELETE /api/impersonation'],
  'accounts.visits': ['signed-in', 'GET /api/me/visits'],
  'golfers.list': ['student', 'GET /api/me/golfers'],
  'golfers.add': ['student', 'POST /api/me/golfers', {}],
  'golfers.change': ['student', 'PUT /api/me/golfers/{nothing}', {}],
  'golfers.allowClips': ['student', 'PUT /api/me/golfers/{nothing}/clips', {}],
  'golfers.remove': ['student', 'DELETE /api/me/golfers/{nothing}'],
  'disputes.evidence': ['admin', 'GET /api/admin/disputes/{nothing}'],
  'disputes.evidencePack': ['admin', 'POST /api/admin/disputes/{nothing}/evidence-pack'],
  'disputes.refund': ['admin', 'POST /api/admin/disputes/{nothing}/refunds', {}],
  'disputes.settle': ['admin', 'PUT /api/admin/disputes/{nothing}', {}],
  'messages.reported': ['admin', 'GET /api/admin/message-reports/{nothing}'],
  'messages.settleReport': ['admin', 'PUT /api/admin/message-reports/{nothing}', {}],
  'messages.setSuspended': ['admin', 'PUT /api/admin/conversations/{nothing}/suspension', {}],
  'support.anyTicket': ['admin', 'GET /api/admin/support-tickets/{nothing}'],
  'discounts.makePromoCode': ['admin', 'POST /api/admin/promo-codes', {}],
  'discounts.endPromoCode': ['admin', 'POST /api/admin/promo-codes/{nothing}/end'],
  'payouts.coachMoney': ['admin', 'GET /api/admin/coaches/{nothing}/money'],
  'payouts.paymentTimeline': ['admin', 'GET /api/admin/payments/{nothing}/timeline'],
  'accounts.exportData': ['signed-in', 'GET /api/me/export'],
  'clips.startVoiceOver': ['signed-in', 'POST /api/clips/{nothing}/voice-over-uploads', {}],
  'clips.finishVoiceOver': ['signed-in', 'POST /api/clip-uploads/{nothing}/voice-over', {}],
  'clips.timeline': ['signed-in', 'GET /api/clips/{nothing}/voice-overs/{nothing}'],
  'clips.summarizeVoiceOver': ['signed-in', 'PUT /api/clips/{nothing}/voice-overs/{nothing}', {}],
  'clips.removeVoiceOver': ['signed-in', 'DELETE /api/clips/{nothing}/voice-overs/{nothing}'],
  'clips.setLesson': ['signed-in', 'PUT /api/clips/{nothing}/lesson', {}],
  'clips.seen': ['signed-in', 'POST /api/clip-partners/seen', {}],
  'clips.partners': ['signed-in', 'GET /api/clip-partners'],
  'clips.list': ['signed-in', 'GET /api/clips'],
  'clips.get': ['signed-in', 'GET /api/clips/{nothing}'],
  'clips.startUpload': ['signed-in', 'POST /api/clip-uploads', {}],
  'clips.finishUpload': ['signed-in', 'POST /api/clip-uploads/{nothing}/clip', {}],
  'clips.cancelUpload': ['signed-in', 'DELETE /api/clip-uploads/{nothing}'],
  'clips.rename': ['signed-in', 'PUT /api/clips/{nothing}', {}],
  'clips.modelSwings': ['coach', 'GET /api/coach/model-swings'],
  'clips.setModelSwing': ['coach', 'PUT /api/coach/model-swings/{nothing}', {}],
  'clips.remove': ['signed-in', 'DELETE /api/clips/{nothing}'],
  'clips.saveDrawing': ['signed-in', 'PUT /api/clips/{nothing}/drawings/{nothing}', {}],
  'clips.removeDrawing': ['signed-in', 'DELETE /api/clips/{nothing}/drawings/{nothing}'],
  'clips.markPosition': ['signed-in', 'PUT /api/clips/{nothing}/positions/top', {}],
  'clips.addComment': ['signed-in', 'PUT /api/clips/{nothing}/comments/{nothing}', {}],
  'clips.removeComment': ['signed-in', 'DELETE /api/clips/{nothing}/comments/{nothing}'],
  'clips.setSharing': ['student', 'PUT /api/me/clip-sharing/{nothing}', {}],
  'assistant.settings': ['coach', 'GET /api/coach/assistant'],
  'assistant.draft': ['coach', 'GET /api/conversations/{nothing}/proposal-draft'],
  'assistant.offers': ['signed-in', 'GET /api/messages/{nothing}/offers'],
  'assistant.askForPerson': ['student', 'POST /api/conversations/{nothing}/person', {}],
  'students.coaches': ['student', 'GET /api/me/coaches'],
  'saves.list': ['student', 'GET /api/me/saved-coaches'],
  'saves.remove': ['student', 'DELETE /api/me/saved-coaches/{coach}'],
  'students.list': ['coach', 'GET /api/coach/students'],
  'students.file': ['coach', 'GET /api/coach/students.csv'],
  'students.get': ['coach', 'GET /api/coach/students/{nothing}'],
  'students.setCalendarAccess': ['coach', 'PUT /api/coach/students/{nothing}/calendar-access', {}],
  'students.saveNote': ['coach', 'PUT /api/coach/students/{nothing}/note', {}],
  'students.invite': ['coach', 'POST /api/coach/student-invitations', {}],
  'students.setInvitationOpen': ['coach', 'PUT /api/coach/student-invitations/{nothing}', {}],
  'students.invitation': ['open', 'GET /api/student-invitations?token=unknown'],
  'students.acceptInvitation': ['student', 'POST /api/student-invitations/acceptance', {}],
  'students.declineInvitation': ['open', 'POST /api/student-invitations/refusal', {}],
  'checkout.slots': ['open', 'GET /api/coaches/{coach}/slots'],
  'availability.nextOpenings': ['open', 'GET /api/next-openings?instructorIds[]={coach}'],
  'checkout.timesAgain': ['student', 'GET /api/bookings/{nothing}/times-again'],
  'checkout.book': ['student', 'POST /api/bookings', {}],
  'checkout.bookDemo': ['student', 'POST /api/demo-bookings', {}],
  'discounts.exitOffer': ['open', 'POST /api/coaches/{coach}/exit-offer', {}],
  'checkout.quote': ['open', 'POST /api/quotes', {}],
  'checkout.quoteSeries': ['open', 'POST /api/series-quotes', {}],
  'checkout.bookSeries': ['student', 'POST /api/series', {}],
  'checkout.createInstantBookingPayment': [
    'student',
    'POST /api/functions/create-instant-booking-payment',
    {},
  ],
  'operations.attention': ['admin', 'GET /api/admin/attention'],
  'operations.jobs': ['admin', 'GET /api/admin/jobs'],
  'operations.vendors': ['admin', 'GET /api/admin/vendor-health'],
  'operations.find': ['admin', 'GET /api/admin/find?q=maya'],
  'lessons.desk': ['admin', 'GET /api/admin/lessons/{nothing}'],
  'lessons.refund': ['admin', 'POST /api/admin/lessons/{nothing}/refunds', {}],
  'lessons.addNote': ['admin', 'POST /api/admin/lessons/{nothing}/notes', {}],
  'operations.promises': ['admin', 'GET /api/admin/users/{coach}/promises'],
  'operations.person': ['admin', 'GET /api/admin/users/{coach}'],
  'analytics.traffic': ['admin', 'GET /api/admin/analytics/traffic?from=2026-03-01&to=2026-03-09'],
  'analytics.people': ['admin', 'GET /api/admin/analytics/people?period=28'],
  'analytics.topSearches': ['admin', 'GET /api/admin/analytics/top-searches?period=28'],
  'analytics.markSearch': ['admin', 'PUT /api/admin/searches/{nothing}/test', { isTest: true }],
  'operations.trends': ['admin', 'GET /api/admin/trends?period=28'],
  'operations.overview': ['admin', 'GET /api/admin/overview'],
  'otherCalendars.list': ['coach', 'GET /api/coach/other-calendars'],
  'otherCalendars.addAddress': ['coach', 'POST /api/coach/other-calendars', {}],
  'otherCalendars.readNow': ['coach', 'POST /api/coach/other-calendars/{nothing}/readings', {}],
  'otherCalendars.connectGoogle': ['coach', 'POST /api/coach/google-calendar/consents', {}],
  'otherCalendars.finishGoogle': ['coach', 'POST /api/coach/google-calendar', {}],
  'otherCalendars.chooseGoogle': ['coach', 'PUT /api/coach/google-calendar/choice', {}],
  'otherCalendars.disconnect': ['coach', 'DELETE /api/coach/other-calendars/{nothing}'],
  'otherCalendars.busyTimes': [
    'coach',
    'GET /api/coach/busy-times?from=2026-11-20T00:00:00Z&to=2026-11-21T00:00:00Z',
  ],
  'otherCalendars.googleCalendarAvailability': [
    'open',
    'POST /api/functions/google-calendar-availability',
    {},
  ],
  'backOffice.list': ['admin', 'GET /api/admin/lists/users'],
  'backOffice.act': ['admin', 'POST /api/admin/lists/users/acts/none', {}],
  'backOffice.undo': ['admin', 'POST /api/admin/lists/users/acts/suspend/undo', {}],
  'backOffice.views': ['admin', 'GET /api/admin/lists/users/views'],
  'backOffice.saveView': ['admin', 'POST /api/admin/lists/users/views', {}],
  'backOffice.dropView': ['admin', 'DELETE /api/admin/views/{nothing}'],
  'bookings.calendar': ['signed-in', 'GET /api/bookings/{nothing}/calendar.ics'],
  'bookings.counts': ['signed-in', 'GET /api/booking-counts'],
  'bookings.get': ['signed-in', 'GET /api/bookings/{nothing}'],
  'checkout.release': ['student', 'DELETE /api/bookings/{nothing}/hold'],
  'bookings.list': ['signed-in', 'GET /api/bookings'],
  'checkout.checkoutState': ['signed-in', 'GET /api/checkouts/unknown'],
  'dashboard.read': ['coach', 'GET /api/coach/dashboard'],
  'checkout.price': ['open', 'GET /api/coaches/{coach}/price?durationMinutes=60'],
  'bookings.cancellationPreview': ['signed-in', 'GET /api/bookings/{nothing}/cancellation'],
  'bookings.cancel': ['signed-in', 'POST /api/bookings/{nothing}/cancellation', {}],
  'bookings.restOfSeries': ['signed-in', 'GET /api/bookings/{nothing}/rest-of-series'],
  'bookings.cancelRest': ['signed-in', 'POST /api/bookings/{nothing}/rest-of-series', {}],
  'bookings.cancellationPolicy': ['coach', 'GET /api/coach/cancellation-policy'],
  'bookings.setCancellationPolicy': ['coach', 'PUT /api/coach/cancellation-policy', {}],
  'discounts.exitOfferReport': ['admin', 'GET /api/admin/exit-offers'],
  'discounts.exitOfferTerms': ['coach', 'GET /api/coach/exit-offers'],
  'discounts.setExitOfferTerms': ['coach', 'PUT /api/coach/exit-offers', {}],
  'bookings.changePlayer': ['student', 'PUT /api/bookings/{nothing}/golfer', { golferId: null }],
  'bookings.changeNote': ['student', 'PUT /api/bookings/{nothing}/note', { note: 'I slice my driver.' }],
  'bookings.newTimes': ['signed-in', 'GET /api/bookings/{nothing}/new-times'],
  'bookings.reschedule': ['signed-in', 'POST /api/bookings/{nothing}/reschedule', {}],
  'bookings.complete': ['coach', 'POST /api/bookings/{nothing}/completion', {}],
  'disputes.report': ['student', 'POST /api/bookings/{nothing}/problems', {}],
  'disputes.answer': ['coach', 'POST /api/bookings/{nothing}/problem/answer', { answer: 'I was there.' }],
  'disputes.ofLesson': ['signed-in', 'GET /api/bookings/{nothing}/problem'],
  'payouts.timeline': ['signed-in', 'GET /api/bookings/{nothing}/timeline'],
  'notifications.unread': ['signed-in', 'GET /api/notifications/unread'],
  'notifications.list': ['signed-in', 'GET /api/notifications'],
  'notifications.markRead': ['signed-in', 'POST /api/notifications/read', {}],
  'notifications.preferences': ['signed-in', 'GET /api/notification-preferences'],
  'notifications.setPreference': ['signed-in', 'PUT /api/notification-preferences', {}],
  'notifications.setQuietHours': ['signed-in', 'PUT /api/quiet-hours', {}],
  'notifications.sendTextCode': ['signed-in', 'POST /api/text-consent/code', {}],
  'notifications.setTexts': ['signed-in', 'PUT /api/text-consent', {}],
  'notifications.subscribePush': ['signed-in', 'POST /api/push-subscriptions', {}],
  'notifications.unsubscribePush': ['signed-in', 'DELETE /api/push-subscriptions', {}],
  'notifications.subscription': ['open', 'GET /api/email-subscription?token=unknown'],
  'notifications.setSubscription': ['open', 'PUT /api/email-subscription', {}],
  'bookings.calendarFeed': ['signed-in', 'GET /api/calendar-feed'],
  'bookings.rotateCalendarFeed': ['signed-in', 'POST /api/calendar-feed', {}],
  'bookings.closeCalendarFeed': ['signed-in', 'DELETE /api/calendar-feed'],
  'messages.sendMessageNotification': ['signed-in', 'POST /api/functions/send-message-notification', {}],
  'proposals.list': ['coach', 'GET /api/coach/proposals'],
  'proposals.counts': ['coach', 'GET /api/coach/proposal-counts'],
  'proposals.students': ['coach', 'GET /api/coach/proposal-students'],
  'proposals.between': ['signed-in', 'GET /api/proposals/with/{nothing}'],
  'proposals.get': ['signed-in', 'GET /api/proposals/{nothing}'],
  'proposals.propose': ['coach', 'POST /api/proposals', {}],
  'proposals.revise': ['coach', 'PUT /api/proposals/{nothing}', {}],
  'proposals.withdraw': ['coach', 'POST /api/proposals/{nothing}/withdrawal', {}],
  'proposals.requestChanges': ['student', 'POST /api/proposals/{nothing}/change-requests', {}],
  'proposals.decline': ['student', 'POST /api/proposals/{nothing}/refusal', {}],
  'proposals.accept': ['student', 'POST /api/proposals/{nothing}/acceptance', {}],
  'proposals.packages': ['signed-in', 'GET /api/packages'],
  'proposals.bookFromPackage': ['student', 'POST /api/packages/{nothing}/lessons', {}],
  'proposals.bookSeriesFromPackage': ['student', 'POST /api/packages/{nothing}/series', {}],
  'proposals.endPackage': ['signed-in', 'POST /api/packages/{nothing}/end', {}],
  'proposals.packageOffers': ['open', 'GET /api/coaches/{nothing}/packages'],
  'proposals.ownPackageOffers': ['coach', 'GET /api/own-packages'],
  'proposals.savePackageOffer': ['coach', 'PUT /api/own-packages', {}],
  'proposals.removePackageOffer': ['coach', 'DELETE /api/own-packages/{nothing}'],
  'prospects.sendTrialInterest': ['open', 'POST /api/functions/send-trial-interest', {}],
  'payouts.held': ['coach', 'GET /api/coach/held-money'],
  'payouts.taught': ['coach', 'GET /api/coach/lessons-taught'],
  'payouts.list': ['coach', 'GET /api/coach/payouts'],
  'payouts.statement': ['coach', 'GET /api/coach/statement'],
  'payouts.statementLines': ['coach', 'GET /api/coach/statement-lines?year=2026'],
  'payouts.statementFile': ['coach', 'GET /api/coach/statement.csv?year=2026'],
  'payouts.account': ['coach', 'GET /api/coach/payout-account'],
  'payouts.connect': ['coach', 'POST /api/coach/payout-account', {}],
  'reviews.ofLesson': ['signed-in', 'GET /api/bookings/{nothing}/words'],
  'reviews.write': ['student', 'POST /api/bookings/{nothing}/review', {}],
  'reviews.writeNote': ['coach', 'POST /api/bookings/{nothing}/note', {}],
  'availability.ownTime': ['coach', 'GET /api/coach/own-time?date=2026-12-08&time=07:00&durationMinutes=60'],
  'ownProfile.profile': ['coach', 'GET /api/coach/profile'],
  'ownProfile.create': ['coach', 'POST /api/coach/profile', {}],
  'ownProfile.save': ['coach', 'PUT /api/coach/profile', {}],
  'ownProfile.addPlace': ['coach', 'POST /api/coach/places', {}],
  'ownProfile.changePlace': ['coach', 'PUT /api/coach/places/{nothing}', {}],
  'ownProfile.makePrimary': ['coach', 'PUT /api/coach/places/{nothing}/primary', {}],
  'ownProfile.placeUse': ['coach', 'GET /api/coach/places/{nothing}/use'],
  'ownProfile.removePlace': ['coach', 'POST /api/coach/places/{nothing}/removal', {}],
  'ownProfile.gallery': ['coach', 'GET /api/coach/gallery'],
  'ownProfile.orderPictures': ['coach', 'PUT /api/coach/gallery/order', {}],
  'ownProfile.describePicture': ['coach', 'PUT /api/coach/gallery/words', {}],
  'ownProfile.removePicture': ['coach', 'POST /api/coach/gallery/removals', {}],
  'ownProfile.describePortrait': ['coach', 'PUT /api/coach/portrait/words', {}],
  'ownProfile.removePortrait': ['coach', 'DELETE /api/coach/portrait'],
  'ownProfile.credentialStates': ['coach', 'GET /api/coach/credentials'],
  'ownProfile.askCheck': ['coach', 'POST /api/coach/credentials/checks', {}],
  'ownProfile.importedReviews': ['coach', 'GET /api/coach/imported-reviews'],
  'ownProfile.bringReview': ['coach', 'POST /api/coach/imported-reviews', {}],
  'ownProfile.dropReview': ['coach', 'DELETE /api/coach/imported-reviews/{nothing}'],
  'ownProfile.openRequests': ['admin', 'GET /api/coach-requests'],
  'ownProfile.refuseCheck': ['admin', 'POST /api/coach-requests/checks/{nothing}/refusal', {}],
  'ownProfile.approveReview': ['admin', 'POST /api/coach-requests/reviews/{nothing}/approval', {}],
  'ownProfile.refuseReview': ['admin', 'POST /api/coach-requests/reviews/{nothing}/refusal', {}],
  'availability.settings': ['coach', 'GET /api/coach/availability'],
  'availability.saveWeek': ['coach', 'PUT /api/coach/availability/week', {}],
  'availability.saveRules': ['coach', 'PUT /api/coach/availability/rules', {}],
  'availability.saveDrives': ['coach', 'PUT /api/coach/availability/drives', {}],
  'availability.block': ['coach', 'POST /api/coach/availability/blocks', {}],
  'availability.open': ['coach', 'POST /api/coach/availability/openings', {}],
  'availability.takeBack': ['coach', 'DELETE /api/coach/availability/acts/1'],
  'availability.preview': ['coach', 'POST /api/coach/availability/preview', {}],
  'availability.proof': ['coach', 'POST /api/coach/availability/proof', {}],
  'onboarding.nextStep': ['signed-in', 'GET /api/coach-draft/next-step'],
  'tasks.noteShare': ['coach', 'POST /api/coach/first-steps/share', {}],
  'tasks.dismissFirstSteps': ['coach', 'PUT /api/coach/first-steps', {}],
  'tasks.list': ['coach', 'GET /api/coach/tasks'],
  'reviews.reply': ['coach', 'PUT /api/reviews/{nothing}/reply', {}],
  'reviews.received': ['coach', 'GET /api/coach/reviews'],
  'coaches.profile': ['open', 'GET /api/coaches/{coach}'],
  'coaches.absence': ['open', 'GET /api/coaches/{coach}/absence'],
  'coaches.ratings': ['open', 'GET /api/coaches/{coach}/ratings'],
  'schedule.messageDay': ['coach', 'POST /api/coach/schedule/messages', {}],
  'schedule.enter': ['coach', 'POST /api/coach/lessons', {}],
  'schedule.accept': ['student', 'POST /api/bookings/{nothing}/acceptance', {}],
  'schedule.decline': ['student', 'DELETE /api/bookings/{nothing}/acceptance'],
  'schedule.withdraw': ['coach', 'DELETE /api/coach/lessons/{nothing}/hold'],
  'schedule.read': ['coach', 'GET /api/coach/schedule'],
  'schedule.look': ['coach', 'GET /api/coach/schedule/time?durationMinutes=60&start=2030-01-01T15:00:00Z'],
  'search.similar': ['open', 'GET /api/coaches/{coach}/similar'],
  'coaches.verifications': ['admin', 'GET /api/coaches/{coach}/verifications'],
  'coaches.recordVerification': ['admin', 'POST /api/coaches/{coach}/verifications', {}],
  'coaches.withdrawVerification': ['admin', 'POST /api/coach-verifications/{nothing}/withdrawal', {}],
  'coaches.reviews': ['open', 'GET /api/coaches/{coach}/reviews'],
  'members.testData': ['coach', 'GET /api/me/test-data'],
  'members.summary': ['signed-in', 'GET /api/me/standing'],
  'messages.messages': ['signed-in', 'GET /api/conversations/{nothing}/messages'],
  'messages.send': ['signed-in', 'POST /api/conversations/{nothing}/messages', {}],
  'messages.signUpWithMessage': ['open', 'POST /api/accounts/with-message', {}],
  'messages.start': ['signed-in', 'POST /api/conversations', {}],
  'messages.search': ['signed-in', 'GET /api/message-search?query=putting'],
  'messages.conversations': ['signed-in', 'GET /api/conversations'],
  'messages.conversation': ['signed-in', 'GET /api/conversations/{nothing}'],
  'messages.recipients': ['signed-in', 'GET /api/message-recipients'],
  'messages.unread': ['signed-in', 'GET /api/unread-conversations'],
  'messages.markRead': ['signed-in', 'PUT /api/conversations/{nothing}/read', {}],
  'messages.setArchived': ['signed-in', 'PUT /api/conversations/{nothing}/archived', {}],
  'messages.setMuted': ['signed-in', 'PUT /api/conversations/{nothing}/muted', {}],
  'messages.setBlocked': ['signed-in', 'PUT /api/conversations/{nothing}/blocked', {}],
  'messages.report': ['signed-in', 'POST /api/conversations/{nothing}/reports', {}],
  'messages.typing': ['signed-in', 'POST /api/conversations/{nothing}/typing', {}],
  'messages.presence': ['signed-in', 'PUT /api/conversations/{nothing}/presence', {}],
  'messages.preferences': ['signed-in', 'GET /api/me/message-preferences'],
  'messages.setPreferences': ['signed-in', 'PUT /api/me/message-preferences', {}],
  'messages.setAssistant': ['coach', 'PUT /api/coach/assistant', {}],
  'messages.setConversationAssistant': ['coach', 'PUT /api/conversations/{nothing}/assistant', {}],
  'messages.discardAttachment': ['signed-in', 'DELETE /api/message-attachments/{nothing}'],
  'onboarding.draft': ['signed-in', 'GET /api/coach-draft'],
  'onboarding.saveDraft': ['signed-in', 'PUT /api/coach-draft', {}],
  'onboarding.place': ['signed-in', 'GET /api/places/28202'],
  'onboarding.goLive': ['signed-in', 'POST /api/coach-draft/live', {}],
  'content.terms': ['open', 'GET /api/terms'],
  'content.termsDesk': ['admin', 'GET /api/admin/terms'],
  'content.previewTerms': ['admin', 'POST /api/admin/terms-previews', {}],
  'content.announceTerms': ['admin', 'POST /api/admin/terms', {}],
  'content.posts': ['open', 'GET /api/posts'],
  'content.post': ['open', 'GET /api/posts/choosing-a-golf-coach'],
  'content.document': ['open', 'GET /api/documents/privacy-policy'],
  'content.help': ['open', 'GET /api/help?q=refund'],
  'content.helpDocument': ['open', 'GET /api/help/your-data'],
  'content.cities': ['open', 'GET /api/cities'],
  'content.city': ['open', 'GET /api/cities/charlotte'],
  'payments.savedCards': ['student', 'GET /api/me/cards'],
  'payments.removeCard': ['student', 'DELETE /api/me/cards/unknown'],
  'payments.testCheckout': ['open', 'GET /api/test-checkouts/unknown'],
  'payments.payTestCheckout': ['open', 'POST /api/test-checkouts/unknown/payments', {}],
  'payments.abandonTestCheckout': ['open', 'POST /api/test-checkouts/unknown/abandon', {}],
  'matchQuiz.begin': ['open', 'POST /api/match-quiz', { anew: 'perhaps' }],
  'matchQuiz.answer': ['open', 'PUT /api/match-quiz/answers', {}],
  'matchQuiz.finish': ['open', 'POST /api/match-quiz/{nothing}/result', {}],
  'matchQuiz.openMailed': ['open', 'POST /api/match-quiz/mailed', {}],
  'matchQuiz.save': ['open', 'POST /api/match-quiz/saves', {}],
  'matchQuiz.funnel': ['admin', 'GET /api/admin/quiz/funnel'],
  'matchQuiz.markTest': ['admin', 'PUT /api/admin/quiz/sessions/{nothing}/test', {}],
  'matchQuiz.findNearbyInstructors': ['open', 'POST /api/functions/find-nearby-instructors', {}],
  'saves.saveAsVisitor': ['open', 'POST /api/coach-saves', {}],
  'saves.save': ['student', 'PUT /api/me/saved-coaches/{coach}', {}],
  'saves.isSaved': ['student', 'GET /api/me/saved-coaches/{coach}'],
  'search.coaches': ['open', 'GET /api/coaches?zip=28202'],
  'search.home': ['open', 'GET /api/home'],
  'search.instructorGenders': ['open', 'POST /api/functions/get_instructor_genders', {}],
  'search.nearest': ['open', 'GET /api/nearest-coaches?zip=28202'],
  'search.nearestZip': ['open', 'GET /api/zip-codes/nearest?lat=35.2&lng=-80.8'],
  'search.towns': ['open', 'GET /api/towns?lat=35.2&lng=-80.8&span=2'],
  'support.send': ['open', 'POST /api/support-tickets', {}],
  'support.contact': ['open', 'GET /api/support-contact'],
  'support.tickets': ['signed-in', 'GET /api/support-tickets'],
  'support.ticket': ['signed-in', 'GET /api/support-tickets/{nothing}'],
  'support.reply': ['signed-in', 'POST /api/support-tickets/{nothing}/replies', {}],
  'support.close': ['signed-in', 'POST /api/support-tickets/{nothing}/closure', {}],
  'support.all': ['admin', 'GET /api/admin/support-tickets'],
  'support.view': ['admin', 'POST /api/admin/support-tickets/{nothing}/views'],
  'support.setOwner': ['admin', 'PUT /api/admin/support-tickets/{nothing}/owner', {}],
  'support.setStatus': ['admin', 'PUT /api/admin/support-tickets/{nothing}/status', {}],
  'support.answer': ['admin', 'POST /api/functions/send-support-notification', {}],
  'templates.list': ['admin', 'GET /api/admin/templates/email'],
  'templates.find': ['admin', 'GET /api/admin/templates/email/welcome'],
  'templates.preview': ['admin', 'POST /api/admin/template-previews', {}],
  'templates.save': ['admin', 'PUT /api/admin/templates/email/welcome', {}],
  'templates.restore': ['admin', 'POST /api/admin/templates/email/welcome/restorations', {}],
  'templates.test': ['admin', 'POST /api/functions/test-email-template', {}],
  'templates.settings': ['admin', 'GET /api/admin/site-settings'],
  'templates.setAppUrl': ['admin', 'PUT /api/admin/site-settings/app-url', {}],
  'templates.setSmsCtaUrl': ['admin', 'PUT /api/admin/site-settings/sms-cta-url', {}],
  'messageLogs.figures': ['admin', 'GET /api/admin/message-logs/email/figures'],
  'messageLogs.find': ['admin', 'GET /api/admin/message-logs/email/{nothing}'],
  'messageLogs.resend': ['admin', 'POST /api/admin/message-logs/email/{nothing}/resends', {}],
  'operations.demoDataState': ['admin', 'GET /api/admin/demo-data'],
  'operations.createDemoData': ['admin', 'POST /api/functions/create-enterprise-demo-data'],
  'operations.geocode': ['admin', 'POST /api/functions/geocode-teaching-locations'],
  'marketing.state': ['admin', 'GET /api/admin/crm'],
  'marketing.sync': ['admin', 'POST /api/functions/sync-klaviyo-profile', {}],
  'quizFollowUp.preview': ['admin', 'POST /api/admin/quiz-reengagement-previews', {}],
  'quizFollowUp.send': ['admin', 'POST /api/functions/send-quiz-reengagement', {}],
  'accounts.sendWelcome': ['admin', 'POST /api/functions/send-welcome-email', {}],
  'workspaces.list': ['signed-in', 'GET /api/workspaces'],
  'workspaces.get': ['signed-in', 'GET /api/workspaces/{coach}/{nothing}'],
  'workspaces.measuredProgress': ['open', 'GET /api/coaches/{coach}/measured-progress'],
  'workspaces.setConsent': ['student', 'PUT /api/workspaces/{coach}/{nothing}/consent', {}],
  'workspaces.shotSession': ['signed-in', 'GET /api/workspaces/{coach}/{nothing}/shots/{nothing}'],
  'workspaces.shotTrends': ['signed-in', 'GET /api/workspaces/{coach}/{nothing}/shots'],
  'workspaces.previewShots': ['signed-in', 'POST /api/workspaces/{coach}/{nothing}/shots/preview', {}],
  'workspaces.addShots': ['signed-in', 'POST /api/workspaces/{coach}/{nothing}/shots', {}],
  'workspaces.removeShots': ['signed-in', 'DELETE /api/shot-sessions/{nothing}'],
  'workspaces.seen': ['signed-in', 'POST /api/workspaces/{coach}/{nothing}/seen', {}],
  'workspaces.saveCard': ['coach', 'PUT /api/lessons/{nothing}/card', {}],
  'workspaces.shareCard': ['coach', 'POST /api/lessons/{nothing}/card/shared', {}],
  'workspaces.setGoal': ['signed-in', 'POST /api/workspaces/{coach}/{nothing}/goals', {}],
  'workspaces.changeGoal': ['signed-in', 'PUT /api/goals/{nothing}', {}],
  'workspaces.setGoalStatus': ['signed-in', 'PUT /api/goals/{nothing}/status', {}],
  'workspaces.recordValue': ['signed-in', 'POST /api/goals/{nothing}/values', {}],
  'workspaces.strikeValue': ['signed-in', 'PUT /api/goal-values/{nothing}/struck', {}],
  'workspaces.goalHistory': ['signed-in', 'GET /api/goals/{nothing}/history'],
  'workspaces.drills': ['coach', 'GET /api/coach/drills'],
  'workspaces.saveDrill': ['coach', 'PUT /api/coach/drills', {}],
  'workspaces.removeDrill': ['coach', 'PUT /api/coach/drills/{nothing}/removed', {}],
  'workspaces.assignDrill': ['coach', 'POST /api/workspaces/{coach}/{nothing}/drills', {}],
  'workspaces.endDrill': ['coach', 'PUT /api/assigned-drills/{nothing}/ended', {}],
  'workspaces.tick': ['student', 'PUT /api/assigned-drills/{nothing}/ticks', {}],
  'workspaces.logPractice': ['student', 'POST /api/workspaces/{coach}/{nothing}/practice', {}],
  'workspaces.removePractice': ['student', 'DELETE /api/practice/{nothing}'],
  'workspaces.writeNote': ['signed-in', 'POST /api/workspaces/{coach}/{nothing}/notes', {}],
  'workspaces.changeNote': ['signed-in', 'PUT /api/workspace-notes/{nothing}', {}],
  'workspaces.removeNote': ['signed-in', 'DELETE /api/workspace-notes/{nothing}'],
  'workspaces.writeComment': ['signed-in', 'POST /api/workspaces/{coach}/{nothing}/comments', {}],
  'workspaces.removeComment': ['signed-in', 'DELETE /api/workspace-comments/{nothing}'],
  'cancellationList.ask': ['student', 'POST /api/cancellation-list', {}],
  'cancellationList.mine': ['student', 'GET /api/cancellation-list'],
  'cancellationList.leave': ['student', 'DELETE /api/cancellation-list/{nothing}'],
  'cancellationList.pass': ['student', 'POST /api/cancellation-list/offers/{nothing}/pass', {}],
  'cancellationList.leaving': ['open', 'GET /api/cancellation-list/leaving?token=unknown'],
  'cancellationList.leaveByLink': ['open', 'POST /api/cancellation-list/leaving', {}],
  'cancellationList.ofCoach': ['coach', 'GET /api/coach/cancellation-list'],
  'v1.me': ['signed-in', 'GET /api/v1/me'],
  'v1.listCoaches': ['open', 'GET /api/v1/coaches'],
  'v1.getCoach': ['open', 'GET /api/v1/coaches/{coach}'],
  'v1.listReviews': ['open', 'GET /api/v1/coaches/{coach}/reviews'],
  'v1.listPackages': ['open', 'GET /api/v1/coaches/{coach}/packages'],
  'v1.listOpenTimes': ['open', 'GET /api/v1/coaches/{coach}/slots'],
  'v1.quote': ['open', 'POST /api/v1/quotes', {}],
  'v1.book': ['student', 'POST /api/v1/bookings', {}],
  'v1.quoteSeries': ['open', 'POST /api/v1/series-quotes', {}],
  'v1.bookSeries': ['student', 'POST /api/v1/series', {}],
  'v1.releaseHold': ['student', 'DELETE /api/v1/bookings/{nothing}/hold'],
  'v1.listGolfers': ['signed-in', 'GET /api/v1/golfers'],
  'v1.listBookings': ['signed-in', 'GET /api/v1/bookings'],
  'v1.getBooking': ['signed-in', 'GET /api/v1/bookings/{nothing}'],
  'v1.previewCancellation': ['signed-in', 'GET /api/v1/bookings/{nothing}/cancellation'],
  'v1.cancelBooking': ['signed-in', 'POST /api/v1/bookings/{nothing}/cancellation', {}],
  'v1.listNewTimes': ['signed-in', 'GET /api/v1/bookings/{nothing}/new-times'],
  'v1.moveBooking': ['signed-in', 'POST /api/v1/bookings/{nothing}/reschedule', {}],
  'v1.listConversations': ['signed-in', 'GET /api/v1/conversations'],
  'v1.listMessages': ['signed-in', 'GET /api/v1/conversations/{nothing}/messages'],
  'v1.sendMessage': ['signed-in', 'POST /api/v1/conversations/{nothing}/messages', {}],
  'v1.startConversation': ['signed-in', 'POST /api/v1/conversations', {}],
  'webhooks.list': ['signed-in', 'GET /api/me/webhooks'],
  'webhooks.add': ['signed-in', 'POST /api/me/webhooks', {}],
  'webhooks.remove': ['signed-in', 'DELETE /api/me/webhooks/{nothing}'],
  'webhooks.resume': ['signed-in', 'PUT /api/me/webhooks/{nothing}/active', {}],
  'webhooks.sendTest': ['signed-in', 'POST /api/me/webhooks/{nothing}/tests', {}],
  'webhooks.replay': ['signed-in', 'POST /api/me/webhook-deliveries/{nothing}/replays', {}],
  'waitlist.join': ['open', 'POST /api/waitlist', {}],
}

const matrix: Record<string, { access: Access; method: string; path: string; body?: object | undefined }> =
  Object.fromEntries(
    Object.entries(written).map(([name, [access, address, body]]) => {
      const [method = '', path = ''] = address.split(' ')
      return [name, { access, method, path, body }]
    }),
  )

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
    'checkout.quoteSeries',
    'v1.quote',
    'v1.quoteSeries',
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
  'payments.removeCard',
  'payments.savedCards',
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
