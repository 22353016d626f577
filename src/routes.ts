import { index, layout, rootRoute, route } from '@tanstack/virtual-file-routes'

/** Every page's address, grouped by who may open it. Files are relative to src/. */
export default rootRoute('app/document.tsx', [
  // The payment processor's page stands alone, as a real one does.
  route('/checkout/$sessionId', 'features/payments/pages/test-checkout.tsx'),

  layout('shell', 'app/shells/shell.tsx', [
    // Public
    index('features/search/pages/home.tsx'),
    route('/instructor/$instructorId', 'features/coaches/pages/coach-profile.tsx'),
    route('/auth', 'features/accounts/pages/sign-in.tsx'),

    // Signed in
    layout('signed-in', 'app/guards/signed-in.tsx', [
      route('/payment-success', 'features/bookings/pages/payment-success.tsx'),
      route('/payment-confirmation', 'features/bookings/pages/payment-confirmation.tsx'),
    ]),

    // Students and coaches
    layout('student-or-coach', 'app/guards/student-or-coach.tsx', [
      route('/lessons', 'features/bookings/pages/lessons.tsx'),
    ]),

    // Coaches
    layout('coach', 'app/guards/coach.tsx', [
      route('/instructor', 'features/bookings/pages/dashboard.tsx'),
      route('/instructor/dashboard', 'features/bookings/pages/dashboard-alias.tsx'),
    ]),
  ]),
])
