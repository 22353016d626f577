import { index, layout, rootRoute, route } from '@tanstack/virtual-file-routes'

/** The routes of all pages, grouped by access. File paths are relative to src/. */
export default rootRoute('app/document.tsx', [
  // The payment processor's page has no frame, because a real one is on another site.
  route('/checkout/$sessionId', 'app/pages/test-checkout.tsx'),

  layout('shell', 'app/shells/shell.tsx', [
    // Public
    index('app/pages/home.tsx'),
    route('/instructor/$instructorId', 'app/pages/coach-profile.tsx'),
    route('/clinics/$clinicId', 'app/pages/clinic.tsx'),
    route('/auth', 'app/pages/sign-in.tsx'),
    route('/blog', 'app/pages/blog.tsx'),
    route('/blog/$slug', 'app/pages/blog-post.tsx'),
    route('/privacy-policy', 'app/pages/privacy-policy.tsx'),
    route('/terms', 'app/pages/terms.tsx'),
    route('/accessibility', 'app/pages/accessibility.tsx'),
    route('/instructor-landing', 'app/pages/instructor-landing.tsx'),
    route('/join-instructor', 'app/pages/join-instructor.tsx'),
    route('/golf-lesson-software', 'app/pages/golf-lesson-software.tsx'),
    route('/golf-lesson-scheduling-software', 'app/pages/golf-lesson-scheduling-software.tsx'),
    // Every city: /los-angeles-golf-instructors, /philadelphia-golf-instructors, /charlotte-golf-instructors, …
    route('/{$city}-golf-instructors', 'app/pages/city.tsx'),
    route('/sign-in-return', 'app/pages/sign-in-return.tsx'),
    route('/magic-link-login', 'app/pages/magic-link-login.tsx'),
    route('/reset-password', 'app/pages/reset-password.tsx'),
    route('/verify-email', 'app/pages/verify-email.tsx'),
    route('/confirm-email', 'app/pages/confirm-email.tsx'),
    route('/prospect-signup', 'app/pages/prospect-signup.tsx'),
    route('/find-your-match', 'app/pages/find-your-match.tsx'),
    // Members write messages here; visitors are asked to sign up first.
    route('/compose', 'app/pages/compose.tsx'),
    route('/gift-cards', 'app/pages/gift-cards.tsx'),
    route('/gift-cards/redeem', 'app/pages/redeem-gift-card.tsx'),
    route('/invitation', 'app/pages/invitation.tsx'),
    route('/unsubscribe', 'app/pages/unsubscribe.tsx'),
    route('/leave-list', 'app/pages/leave-list.tsx'),

    // Signed in
    layout('signed-in', 'app/guards/signed-in.tsx', [
      route('/profile', 'app/pages/profile.tsx'),
      route('/instructor-onboarding', 'app/pages/instructor-onboarding.tsx'),
      route('/instant-book/$instructorId', 'app/pages/instant-book.tsx'),
      route('/notifications', 'app/pages/notifications.tsx'),
      route('/gift-cards/yours', 'app/pages/bought-gift-cards.tsx'),
      route('/payment-success', 'app/pages/payment-success.tsx'),
      route('/payment-confirmation', 'app/pages/payment-confirmation.tsx'),
    ]),

    // Students and coaches
    layout('student-or-coach', 'app/guards/student-or-coach.tsx', [
      route('/lessons', 'app/pages/lessons.tsx'),
      route('/clips', 'app/pages/clips.tsx'),
      route('/clips/$clipId', 'app/pages/clip.tsx'),
      route('/video-reviews', 'app/pages/video-reviews.tsx'),
      route('/video-reviews/$videoReviewId', 'app/pages/video-review.tsx'),
      route('/inbox', 'app/pages/inbox.tsx'),
      route('/share', 'app/pages/share.tsx'),
      route('/support', 'app/pages/support.tsx'),
      route('/help', 'app/pages/help.tsx'),
      route('/help/$slug', 'app/pages/help-document.tsx'),
    ]),

    // Students
    layout('student', 'app/guards/student.tsx', [
      layout('student-area', 'app/shells/student-area.tsx', [
        route('/your-instructors', 'app/pages/your-instructors.tsx'),
        route('/student-collaborate', 'app/pages/student-collaborate.tsx'),
      ]),
    ]),

    // Coaches
    layout('coach', 'app/guards/coach.tsx', [
      route('/instructor', 'app/pages/dashboard.tsx'),
      route('/instructor/dashboard', 'app/pages/dashboard-alias.tsx'),
      route('/earnings-payouts', 'app/pages/earnings-payouts.tsx'),
      route('/your-students', 'app/pages/your-students.tsx'),
      route('/your-students/$studentId', 'app/pages/your-student.tsx'),
      route('/collaborate', 'app/pages/collaborate.tsx'),
      route('/student-workspace/$studentId', 'app/pages/student-workspace.tsx'),
      route('/schedule', 'app/pages/schedule.tsx'),
      route('/proposals', 'app/pages/proposals.tsx'),
      route('/your-clinics', 'app/pages/your-clinics.tsx'),
      route('/reviews', 'app/pages/reviews.tsx'),
      route('/availability', 'app/pages/availability.tsx'),
      route('/gallery', 'app/pages/gallery.tsx'),
      route('/payment-settings', 'app/pages/payment-settings.tsx'),
      route('/profile-edit', 'app/pages/profile-edit.tsx'),
      route('/create-instructor-profile', 'app/pages/create-instructor-profile.tsx'),
      route('/test-data', 'app/pages/test-data.tsx'),
    ]),

    // Admins
    layout('admin', 'app/guards/admin.tsx', [
      route('/admin/users', 'app/pages/users.tsx'),
      route('/admin/users/$userId', 'app/pages/user.tsx'),
      route('/user-management', 'app/pages/user-management.tsx'),
      route('/admin/lessons/$bookingId', 'app/pages/admin-lesson.tsx'),
      route('/admin/analytics', 'app/pages/admin-analytics.tsx'),
      route('/admin/analytics/visits', 'app/pages/admin-visits.tsx'),
      route('/admin/analytics/page-views', 'app/pages/admin-page-views.tsx'),
      route('/admin/market', 'app/pages/admin-market.tsx'),
      route('/admin/market/$rows', 'app/pages/admin-market-rows.tsx'),
      route('/admin/instructor-analytics', 'app/pages/instructor-analytics.tsx'),
      route('/admin/user-analytics', 'app/pages/user-analytics.tsx'),
    ]),

    // Unknown URLs
    route('$', 'app/shells/unknown-address.tsx'),
  ]),
])
