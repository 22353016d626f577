import { index, layout, rootRoute, route } from '@tanstack/virtual-file-routes'

/** The frame of a page whose content is still to come: what will be there. */
const coming = (path: string, name = path.slice(1)) => route(path, `app/coming/routes/${name}.tsx`)

/** Every page's address, grouped by who may open it. Files are relative to src/. */
export default rootRoute('app/document.tsx', [
  // The payment processor's page stands alone, as a real one does.
  route('/checkout/$sessionId', 'features/payments/pages/test-checkout.tsx'),

  layout('shell', 'app/shells/shell.tsx', [
    // Public
    index('features/search/pages/home.tsx'),
    route('/instructor/$instructorId', 'features/coaches/pages/coach-profile.tsx'),
    route('/auth', 'features/accounts/pages/sign-in.tsx'),
    route('/blog', 'features/content/pages/blog.tsx'),
    route('/blog/$slug', 'features/content/pages/blog-post.tsx'),
    route('/privacy-policy', 'features/content/pages/privacy-policy.tsx'),
    route('/instructor-landing', 'features/content/pages/instructor-landing.tsx'),
    route('/join-instructor', 'features/content/pages/join-instructor.tsx'),
    route('/golf-lesson-software', 'features/content/pages/golf-lesson-software.tsx'),
    route('/golf-lesson-scheduling-software', 'features/content/pages/golf-lesson-scheduling-software.tsx'),
    // Every city: /los-angeles-golf-instructors, /philadelphia-golf-instructors, /charlotte-golf-instructors, …
    route('/{$city}-golf-instructors', 'features/content/pages/city.tsx'),
    route('/magic-link-login', 'features/accounts/pages/magic-link-login.tsx'),
    route('/reset-password', 'features/accounts/pages/reset-password.tsx'),
    route('/verify-email', 'features/accounts/pages/verify-email.tsx'),
    route('/confirm-email', 'features/accounts/pages/confirm-email.tsx'),
    route('/prospect-signup', 'features/accounts/pages/prospect-signup.tsx'),
    coming('/find-your-match'),
    // Members write here; visitors are asked for an account first.
    route('/compose', 'features/messages/pages/compose.tsx'),
    route('/unsubscribe', 'features/notifications/pages/unsubscribe.tsx'),

    // Signed in
    layout('signed-in', 'app/guards/signed-in.tsx', [
      route('/profile', 'features/accounts/pages/profile.tsx'),
      route('/instructor-onboarding', 'features/onboarding/pages/instructor-onboarding.tsx'),
      route('/instant-book/$instructorId', 'features/instant-book/pages/instant-book.tsx'),
      route('/notifications', 'features/notifications/pages/notifications.tsx'),
      route('/payment-success', 'features/bookings/pages/payment-success.tsx'),
      route('/payment-confirmation', 'features/bookings/pages/payment-confirmation.tsx'),
    ]),

    // Students and coaches
    layout('student-or-coach', 'app/guards/student-or-coach.tsx', [
      route('/lessons', 'features/lessons/pages/lessons.tsx'),
      route('/inbox', 'features/messages/pages/inbox.tsx'),
      route('/support', 'features/support/pages/support.tsx'),
      route('/help', 'features/content/pages/help.tsx'),
      route('/help/$slug', 'features/content/pages/help-document.tsx'),
    ]),

    // Students
    layout('student', 'app/guards/student.tsx', [
      layout('student-area', 'app/shells/student-area.tsx', [
        coming('/your-instructors'),
        coming('/student-collaborate'),
      ]),
    ]),

    // Coaches
    layout('coach', 'app/guards/coach.tsx', [
      route('/instructor', 'features/tasks/pages/dashboard.tsx'),
      route('/instructor/dashboard', 'features/tasks/pages/dashboard-alias.tsx'),
      route('/earnings-payouts', 'features/payouts/pages/earnings-payouts.tsx'),
      coming('/your-students'),
      coming('/collaborate'),
      coming('/student-workspace/$studentId', 'student-workspace'),
      coming('/schedule'),
      route('/proposals', 'features/proposals/pages/proposals.tsx'),
      route('/reviews', 'features/reviews/pages/reviews.tsx'),
      coming('/availability'),
      coming('/gallery'),
      route('/payment-settings', 'features/payouts/pages/payment-settings.tsx'),
      coming('/profile-edit'),
      coming('/create-instructor-profile'),
      coming('/test-data'),
    ]),

    // Admins
    layout('admin', 'app/guards/admin.tsx', [
      coming('/admin/users', 'admin-users'),
      coming('/user-management'),
      coming('/admin/analytics', 'admin-analytics'),
      coming('/admin/instructor-analytics', 'admin-instructor-analytics'),
      coming('/admin/user-analytics', 'admin-user-analytics'),
    ]),

    // Every other address is not found
    route('$', 'app/shells/unknown-address.tsx'),
  ]),
])
