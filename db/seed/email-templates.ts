/** An email as it comes with the product. `{{name}}` is replaced, escaped, when it is sent. */
export interface EmailTemplate {
  readonly key: string
  readonly name: string
  readonly subject: string
  readonly html: string
}

export const paragraph = (text: string) => `<p style="margin:0 0 16px">${text}</p>`

export const button = (label: string, url: string) =>
  `<p style="margin:24px 0"><a href="{{${url}}}" style="display:inline-block;padding:14px 24px;border-radius:10px;background:#1f5a43;color:#ffffff;font-weight:600;text-decoration:none">${label}</a></p>`

export const link = (label: string, url: string) => `<a href="{{${url}}}" style="color:#1f5a43">${label}</a>`

/** What, when and where, as a definition list: it reads well aloud and wraps on a narrow screen. */
export const facts = (rows: readonly (readonly [term: string, value: string])[]) =>
  `<dl style="margin:24px 0;padding:20px 24px;border-radius:14px;background:#f3ecdf">${rows
    .map(
      ([term, value]) =>
        `<dt style="margin:0;font-size:13px;color:#5a625d">${term}</dt><dd style="margin:2px 0 14px;font-weight:600">${value}</dd>`,
    )
    .join('')}</dl>`

/** The calendars most people have, and a file for all others. */
const addToCalendar = `Add it to ${link('Google', 'google_calendar_url')}, ${link('Outlook', 'outlook_calendar_url')}, ${link('Office 365', 'office_calendar_url')} or ${link('Apple and other calendars', 'calendar_url')}`

const where = '{{place_name}}<br><span style="font-weight:400">{{place_address}}</span>'

export const lesson: (readonly [string, string])[] = [
  ['What', '{{lesson_title}}, {{duration}}'],
  ['When', '{{lesson_when}}'],
  ['Where', where],
  ['Booking number', '{{booking_number}}'],
]

/** Why and until when what comes back: stays out where there is nothing to say. */
const cancelling: readonly [string, string] = ['If you cancel', '{{cancel_terms}}']

export function page(headline: string, body: string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${headline}</title>
</head>
<body style="margin:0;padding:24px 16px;background:#fbf8f2;color:#1b1f1d;font:16px/1.55 'Instrument Sans',-apple-system,'Segoe UI',Helvetica,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 24px;font:600 20px Fraunces,Georgia,serif;color:#1f5a43">Greenside</p>
<div style="padding:32px 24px;border:1px solid #e6dfd0;border-radius:14px;background:#ffffff">
<h1 style="margin:0 0 16px;font:600 28px/1.2 Fraunces,Georgia,serif;color:#10291f">${headline}</h1>
${body.join('\n')}
</div>
<p style="margin:24px 8px 0;font-size:13px;color:#5a625d">Questions? Write to <a href="mailto:{{support_email}}" style="color:#5a625d">{{support_email}}</a> and a person answers.<br>${link('Greenside', 'app_url')}: golf lessons with coaches near you.</p>
</div>
</body>
</html>`
}

/** Every email that booking a lesson, and what becomes of it, can send. */
export const emailTemplates: readonly EmailTemplate[] = [
  {
    key: 'booking-confirmed-student',
    name: 'Lesson booked: to the student',
    subject: 'You are booked with {{coach_name}}: {{lesson_when}}',
    html: page('Your lesson is confirmed', [
      paragraph('Hello {{student_name}}, your lesson with {{coach_name}} is booked. {{payment_line}}'),
      facts([...lesson, ['Paid', '{{paid}}'], cancelling]),
      button('See your lesson', 'lesson_url'),
      paragraph(`${addToCalendar}.`),
      paragraph('Please come ten minutes early, with your clubs if you have any.'),
    ]),
  },
  {
    key: 'booking-confirmed-coach',
    name: 'Lesson booked: to the coach',
    subject: '{{student_name}} booked {{lesson_when}}',
    html: page('You have a new lesson', [
      paragraph(
        'Hello {{coach_name}}, {{student_name}} booked the lesson below. There is nothing you need to do.',
      ),
      facts([['Student', '{{student_name}}'], ...lesson, ['Your share', '{{share}}']]),
      button('Open the lesson', 'lesson_url'),
      paragraph(
        'We send your share a day after you mark the lesson as taught, or two days after the lesson if you do nothing.',
      ),
      paragraph(`${addToCalendar}, unless your calendar follows Greenside already.`),
    ]),
  },
  {
    key: 'booking-expired-student',
    name: 'Payment not finished: to the student',
    subject: 'Not booked: {{coach_name}}, {{lesson_short}}',
    html: page('Your lesson was not booked', [
      paragraph(
        'Hello {{student_name}}, we held this time for fifteen minutes and no payment arrived, so other students can book it again. You were not charged.',
      ),
      facts(lesson),
      paragraph('If you still want a lesson, see which times are open.'),
      button('See open times', 'rebook_url'),
      paragraph(`${link('Your lessons', 'lesson_url')}`),
    ]),
  },
  {
    key: 'booking-refunded-student',
    name: 'Payment refunded: to the student',
    subject: 'Your refund of {{refund}} is on its way',
    html: page('Your refund is on its way', [
      paragraph(
        'Hello {{student_name}}, we have sent {{refund}} back to the card you paid with. {{refund_reason}} The money should be on your card by {{arrives}}.',
      ),
      facts([...lesson, ['Refund', '{{refund}}'], ['Paid', '{{paid}}']]),
      button('See the booking', 'lesson_url'),
      paragraph(`${link('Find another time', 'rebook_url')} with {{coach_name}}.`),
    ]),
  },
  {
    key: 'booking-cancelled-student',
    name: 'Lesson cancelled: to the student',
    subject: 'Cancelled: your lesson with {{coach_name}}, {{lesson_when}}',
    html: page('Your lesson is cancelled', [
      paragraph('Hello {{student_name}}, {{what_happened}}'),
      paragraph('{{message_line}}'),
      paragraph('{{refund_line}}'),
      facts(lesson),
      button('Find another time', 'rebook_url'),
      paragraph(`${link('Your lessons', 'lesson_url')} show what was paid and refunded.`),
    ]),
  },
  {
    key: 'booking-cancelled-coach',
    name: 'Lesson cancelled: to the coach',
    subject: 'Cancelled: {{student_name}}, {{lesson_when}}',
    html: page('A lesson is cancelled', [
      paragraph('Hello {{coach_name}}, {{what_happened}}'),
      paragraph('{{message_line}}'),
      paragraph('{{share_line}}'),
      facts([['Student', '{{student_name}}'], ...lesson]),
      button('Open the lesson', 'lesson_url'),
      paragraph('{{time_line}}'),
    ]),
  },
  {
    key: 'booking-rescheduled-student',
    name: 'Lesson moved: to the student',
    subject: 'Moved: your lesson with {{coach_name}} is now {{lesson_when}}',
    html: page('Your lesson has a new time', [
      paragraph('Hello {{student_name}}, {{what_happened}} There is nothing more to pay.'),
      facts([...lesson, ['It was', '{{lesson_was}}'], cancelling]),
      button('See your lesson', 'lesson_url'),
      paragraph(`${addToCalendar}: the old entry is replaced.`),
    ]),
  },
  {
    key: 'booking-rescheduled-coach',
    name: 'Lesson moved: to the coach',
    subject: 'Moved: {{student_name}} is now {{lesson_when}}',
    html: page('A lesson has a new time', [
      paragraph('Hello {{coach_name}}, {{what_happened}}'),
      facts([['Student', '{{student_name}}'], ...lesson, ['It was', '{{lesson_was}}']]),
      button('Open the lesson', 'lesson_url'),
    ]),
  },
  {
    key: 'lesson-no-show-student',
    name: 'Lesson missed: to the student',
    subject: '{{coach_name}} reported that you missed a lesson: {{lesson_short}}',
    html: page('Your coach reported a missed lesson', [
      paragraph(
        'Hello {{student_name}}, {{coach_name}} reported that you did not come to the lesson below. {{money_line}}',
      ),
      facts(lesson),
      paragraph(
        'If you were there, or your coach was not, report a problem by {{object_by}}. A person looks into it before anything is decided.',
      ),
      button('Report a problem', 'report_url'),
    ]),
  },
  {
    key: 'review-request-student',
    name: 'After the lesson: a review, please',
    subject: 'How was your lesson with {{coach_name}}?',
    html: page('How was your lesson?', [
      paragraph(
        'Hello {{student_name}}, a sentence or two from you helps other golfers choose, and helps {{coach_name}} teach. {{published_line}}',
      ),
      facts(lesson),
      button('Write a review', 'review_url'),
      paragraph('{{object_line}}'),
    ]),
  },
  {
    key: 'problem-reported-student',
    name: 'Problem reported: to the student',
    subject: 'We are looking into your lesson of {{lesson_when}}',
    html: page('We have your report', [
      paragraph(
        'Hello {{student_name}}, we have what you wrote about the lesson below. A person reads it and answers you by email.',
      ),
      facts(lesson),
      button('See the lesson', 'lesson_url'),
    ]),
  },
  {
    key: 'problem-reported-coach',
    name: 'Problem reported: to the coach',
    subject: '{{student_name}} reported a problem with {{lesson_when}}',
    html: page('A student reported a problem', [
      paragraph(
        'Hello {{coach_name}}, {{student_name}} reported a problem with the lesson below. We are looking into it. {{share_line}}',
      ),
      facts([['Student', '{{student_name}}'], ...lesson]),
      paragraph('To tell us your side, open the lesson and write it under “The problem”.'),
      button('Open the lesson', 'lesson_url'),
    ]),
  },
]
