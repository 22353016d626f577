/** A page whose content is still being built: what will be there, and what already serves in the meantime. */
export interface ComingPage {
  title: string
  lead: string
  /** What will be there, a line each. */
  will: readonly string[]
  /** The page that helps until then. */
  meanwhile: { href: string; label: string }
  /** One of the fifty drawn landscapes. */
  cover: number
}

const lessons = { href: '/lessons', label: 'See your lessons' }
const dashboard = { href: '/', label: 'Back to your dashboard' }
const search = { href: '/#search', label: 'Find instructors' }
const adminHome = { href: '/', label: 'Back to the admin home' }

/** Every page of this kind, by its address. An entry goes when its page comes. */
export const comingPages: Record<string, ComingPage> = {
  '/find-your-match': {
    title: 'Find your match',
    lead: 'A few short questions, and a coach who fits how you play, what you want and what you would like to spend.',
    will: [
      'Your game: where you stand, what should get better',
      'Your wishes: budget, days, gender, launch monitor',
      'A coach near you, with the reasons, and two more to compare',
    ],
    meanwhile: { href: '/#search', label: 'Search by zip code' },
    cover: 31,
  },
  '/inbox': {
    title: 'Inbox',
    lead: 'All conversations between students and coaches, the newest first.',
    will: [
      'Messages with a mark for what is unread',
      'For coaches, an assistant that answers first questions under its own name',
      'Proposals and lesson changes inside the conversation they belong to',
    ],
    meanwhile: lessons,
    cover: 3,
  },
  '/compose': {
    title: 'New message',
    lead: 'Write to a coach before you book: about times, prices, or what happens at the first lesson.',
    will: [
      'The coach you chose, already filled in',
      'A message of up to 1,000 characters',
      'The answer in your inbox and by email',
    ],
    meanwhile: search,
    cover: 3,
  },
  '/support': {
    title: 'Support',
    lead: 'When something is not right with a lesson, a payment or your account.',
    will: [
      'Your questions to us and our answers',
      'What is open, what we work on, what is settled',
      'A new request in two sentences',
    ],
    meanwhile: lessons,
    cover: 18,
  },
  '/help': {
    title: 'Help documents',
    lead: 'Short answers to what people ask most, written for the side of the counter you stand on.',
    will: [
      'Booking, moving and cancelling a lesson',
      'Paying and being paid',
      'Calendars, reminders and time zones',
    ],
    meanwhile: lessons,
    cover: 12,
  },
  '/your-instructors': {
    title: 'My instructors',
    lead: 'The coaches you have had lessons with, and the next open time of each.',
    will: [
      'Coaches you booked, with your last and next lesson',
      'Coaches who opened their calendar to you',
      'Book again with one tap',
    ],
    meanwhile: search,
    cover: 24,
  },
  '/student-collaborate': {
    title: 'Collaborate',
    lead: 'What you and your coach work on between lessons.',
    will: [
      'Goals and how far you have come',
      'Notes after every lesson',
      'Drills and videos to practise with',
    ],
    meanwhile: lessons,
    cover: 36,
  },
  '/earnings-payouts': {
    title: 'Earnings & payouts',
    lead: 'Every dollar from the student to your bank account.',
    will: ['What was earned, what is on its way', 'Statements by month', 'A file for your bookkeeper'],
    meanwhile: dashboard,
    cover: 27,
  },
  '/schedule': {
    title: 'Schedule',
    lead: 'Your week on one page: lessons, open hours and days off.',
    will: [
      'Lessons where they stand in the week',
      'Open hours and blocked time beside them',
      'Times in the zone of each place',
    ],
    meanwhile: lessons,
    cover: 8,
  },
  '/your-students': {
    title: 'Overview',
    lead: 'Everyone you teach: when they were last here and what comes next.',
    will: [
      'Students with their last and next lesson',
      'Who has not been here for a while',
      'The way to each student’s workspace',
    ],
    meanwhile: lessons,
    cover: 15,
  },
  '/collaborate': {
    title: 'Collaborate',
    lead: 'Goals, notes, drills and videos you share with your students.',
    will: [
      'A workspace for each student',
      'Notes right after the lesson',
      'Drills you write once and give often',
    ],
    meanwhile: lessons,
    cover: 36,
  },
  '/student-workspace/$studentId': {
    title: 'Student workspace',
    lead: 'One student, everything you two work on.',
    will: ['Goals and progress', 'Lesson notes in order', 'Drills and videos for the time in between'],
    meanwhile: lessons,
    cover: 36,
  },
  '/availability': {
    title: 'Availability',
    lead: 'The hours you want to teach. Students see what is left of them.',
    will: [
      'Weekly hours, by place if you like',
      'Days off and single hours off',
      'How much notice you need, and your own calendar beside it',
    ],
    meanwhile: dashboard,
    cover: 8,
  },
  '/reviews': {
    title: 'Reviews',
    lead: 'What students say after their lessons.',
    will: [
      'Reviews with the lesson they belong to',
      'Your answer under each',
      'Reviews you bring along from elsewhere, marked as such',
    ],
    meanwhile: dashboard,
    cover: 24,
  },
  '/gallery': {
    title: 'Gallery',
    lead: 'The pictures on your profile: you, your range, your students’ best finish.',
    will: [
      'Pictures in the order you like',
      'Words for people who cannot see them',
      'Sizes made for phones and large screens',
    ],
    meanwhile: dashboard,
    cover: 41,
  },
  '/proposals': {
    title: 'Proposals',
    lead: 'Lessons and packages you offered to a student, and where each stands.',
    will: [
      'What waits for the student, what waits for you',
      'Changes a student asked for',
      'Accepted ones with their date',
    ],
    meanwhile: lessons,
    cover: 12,
  },
  '/payment-settings': {
    title: 'Payment settings',
    lead: 'Where your money goes and on which terms.',
    will: ['Your payout account', 'Your cancellation policy', 'What the tax office wants to know'],
    meanwhile: dashboard,
    cover: 27,
  },
  '/profile-edit': {
    title: 'Edit profile',
    lead: 'What students read about you before they book.',
    will: [
      'Your story, your price, your specialties',
      'Credentials and the proof for them',
      'Up to three places, one of them primary',
    ],
    meanwhile: dashboard,
    cover: 41,
  },
  '/create-instructor-profile': {
    title: 'Create your profile',
    lead: 'A profile is what students find. It takes about ten minutes.',
    will: [
      'Who you are and how you teach',
      'Where, when and for how much',
      'A look at it before anybody else does',
    ],
    meanwhile: dashboard,
    cover: 41,
  },
  '/test-data': {
    title: 'Test data',
    lead: 'Lessons and students to try things with. It exists outside of production only.',
    will: ['A lesson at any time', 'A student who books', 'A way to remove it all again'],
    meanwhile: dashboard,
    cover: 48,
  },
  '/admin/users': {
    title: 'Users',
    lead: 'Everyone on the platform: students, coaches, prospects and admins.',
    will: [
      'Search by name and email',
      'Types, dates and what they booked',
      'Viewing the product as somebody, with a record of it',
    ],
    meanwhile: adminHome,
    cover: 46,
  },
  '/admin/analytics': {
    title: 'Analytics',
    lead: 'How people find the site, what they look at and where they leave.',
    will: ['Visits, pages and where they came from', 'The way from search to booking', 'How fast pages feel'],
    meanwhile: adminHome,
    cover: 46,
  },
  '/admin/instructor-analytics': {
    title: 'Instructor analytics',
    lead: 'For each coach: seen, clicked, asked, booked.',
    will: ['Showings and places in the list', 'Clicks on profile, message and book', 'What became a lesson'],
    meanwhile: adminHome,
    cover: 46,
  },
  '/admin/user-analytics': {
    title: 'User analytics',
    lead: 'What people with an account do, over time.',
    will: ['Who was here and how often', 'Searches and bookings', 'Who came back'],
    meanwhile: adminHome,
    cover: 46,
  },
}
