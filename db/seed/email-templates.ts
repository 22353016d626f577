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

const link = (label: string, url: string) => `<a href="{{${url}}}" style="color:#1f5a43">${label}</a>`

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
]

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
<p style="margin:24px 8px 0;font-size:13px;color:#5a625d">Something not right? Write to <a href="mailto:{{support_email}}" style="color:#5a625d">{{support_email}}</a> and a person answers.<br>${link('Greenside', 'app_url')}: find a coach, book an hour, enjoy the walk.</p>
</div>
</body>
</html>`
}

/** Every email that booking a lesson and opening an account can send. */
export const emailTemplates: readonly EmailTemplate[] = [
  {
    key: 'booking-confirmed-student',
    name: 'Lesson booked: to the student',
    subject: 'You are booked with {{coach_name}}: {{lesson_when}}',
    html: page('See you on the range', [
      paragraph('Hello {{student_name}}, your lesson with {{coach_name}} is booked and paid.'),
      facts([...lesson, ['Paid', '{{price}}']]),
      button('See your lesson', 'lesson_url'),
      paragraph(`${addToCalendar} so that nobody books you a meeting over it.`),
      paragraph(
        'Come ten minutes early, bring the clubs you have and the swing you have. Both are fine to start with.',
      ),
    ]),
  },
  {
    key: 'booking-confirmed-coach',
    name: 'Lesson booked: to the coach',
    subject: '{{student_name}} booked {{lesson_when}}',
    html: page('A new lesson on your sheet', [
      paragraph(
        'Hello {{coach_name}}, {{student_name}} has booked and paid. There is nothing you need to do.',
      ),
      facts([['Student', '{{student_name}}'], ...lesson, ['Price', '{{price}}']]),
      button('Open the lesson', 'lesson_url'),
      paragraph(`${addToCalendar} if yours does not follow Greenside already.`),
    ]),
  },
  {
    key: 'booking-expired-student',
    name: 'Payment not finished: to the student',
    subject: 'We let your time with {{coach_name}} go',
    html: page('The clock ran out', [
      paragraph(
        'Hello {{student_name}}, we held this time for fifteen minutes and no payment arrived, so it is open to others again. You have not been charged.',
      ),
      facts(lesson),
      paragraph('If you still want it, it may well still be there.'),
      button('Look at the times again', 'lesson_url'),
    ]),
  },
  {
    key: 'booking-refunded-student',
    name: 'Payment refunded: to the student',
    subject: 'Your {{refund}} is on its way back',
    html: page('Your payment is going back to you', [
      paragraph(
        'Hello {{student_name}}, we have sent {{refund}} back to the card you paid with. {{refund_reason}}',
      ),
      facts([...lesson, ['Price', '{{price}}'], ['Sent back now', '{{refund}}']]),
      paragraph('Banks usually take five to ten days over it.'),
      button('Find another time', 'lesson_url'),
    ]),
  },
  {
    key: 'booking-cancelled-student',
    name: 'Lesson cancelled: to the student',
    subject: 'Cancelled: your lesson with {{coach_name}}, {{lesson_when}}',
    html: page('This lesson is cancelled', [
      paragraph(
        'Hello {{student_name}}, your lesson with {{coach_name}} will not take place. It was cancelled by {{cancelled_by}}.',
      ),
      facts([...lesson, ['Why', '{{cancel_message}}'], ['Paid', '{{price}}']]),
      paragraph('{{refund_line}}'),
      button('Find another time', 'rebook_url'),
      paragraph(`${link('Your lessons', 'lesson_url')} keep the whole story of what was paid and returned.`),
    ]),
  },
  {
    key: 'booking-cancelled-coach',
    name: 'Lesson cancelled: to the coach',
    subject: 'Cancelled: {{student_name}}, {{lesson_when}}',
    html: page('An hour of your own', [
      paragraph(
        'Hello {{coach_name}}, the lesson below was cancelled by {{cancelled_by}} and the time is open for booking again. Or for your own short game, which has waited long enough.',
      ),
      facts([['Student', '{{student_name}}'], ...lesson, ['Why', '{{cancel_message}}']]),
      button('Open the lesson', 'lesson_url'),
    ]),
  },
  {
    key: 'booking-rescheduled-student',
    name: 'Lesson moved: to the student',
    subject: 'Moved: your lesson with {{coach_name}} is now {{lesson_when}}',
    html: page('Same lesson, another time', [
      paragraph(
        'Hello {{student_name}}, your lesson with {{coach_name}} has a new time. {{moved_by}} There is nothing to pay again.',
      ),
      facts([...lesson, ['Was', '{{lesson_was}}']]),
      paragraph('{{if_it_does_not_suit}}'),
      button('See your lesson', 'lesson_url'),
      paragraph(`${addToCalendar}: the old entry is replaced.`),
    ]),
  },
  {
    key: 'booking-rescheduled-coach',
    name: 'Lesson moved: to the coach',
    subject: 'Moved: {{student_name}} is now {{lesson_when}}',
    html: page('A lesson has changed places', [
      paragraph('Hello {{coach_name}}, the lesson with {{student_name}} has a new time. {{moved_by}}'),
      facts([['Student', '{{student_name}}'], ...lesson, ['Was', '{{lesson_was}}']]),
      button('Open the lesson', 'lesson_url'),
    ]),
  },
  {
    key: 'review-request-student',
    name: 'After the lesson: a review, please',
    subject: 'How was your lesson with {{coach_name}}?',
    html: page('How did it go?', [
      paragraph(
        'Hello {{student_name}}, a sentence or two from you helps the next golfer choose, and your coach teach. It stays closed until your coach has written to you as well, or for two weeks.',
      ),
      facts(lesson),
      button('Write a review', 'lesson_url'),
      paragraph('Was something wrong? You can report a problem in the same place for 14 days.'),
    ]),
  },
  {
    key: 'problem-reported-student',
    name: 'Problem reported: to the student',
    subject: 'We are looking into your lesson of {{lesson_when}}',
    html: page('Thank you for telling us', [
      paragraph(
        'Hello {{student_name}}, we have what you wrote about this lesson, and a person reads it. Until it is settled, the price stays with us.',
      ),
      facts(lesson),
      button('See the lesson', 'lesson_url'),
    ]),
  },
  {
    key: 'problem-reported-coach',
    name: 'Problem reported: to the coach',
    subject: '{{student_name}} reported a problem with {{lesson_when}}',
    html: page('A lesson that needs a word', [
      paragraph(
        'Hello {{coach_name}}, {{student_name}} told us that something was not right with the lesson below. We look into it and will ask for your side. Your share is held until it is settled.',
      ),
      facts([['Student', '{{student_name}}'], ...lesson]),
      button('Open the lesson', 'lesson_url'),
    ]),
  },
  {
    key: 'welcome',
    name: 'Welcome',
    subject: 'Welcome to Greenside, {{full_name}}',
    html: page('Good to have you here', [
      paragraph(
        'Hello {{full_name}}, your account is ready. Nearby there is a coach with an open hour and the patience for it.',
      ),
      paragraph(
        'Search by ZIP code, look at who teaches near you, pick a time that is really free. It takes about as long as finding a lost ball, with better odds.',
      ),
      button('Find a coach', 'app_url'),
    ]),
  },
  {
    key: 'email-verification',
    name: 'Confirm your email address',
    subject: 'Confirm your email address',
    html: page('Is this you?', [
      paragraph(
        'Hello {{full_name}}, confirm that this address is yours, so that lesson times and receipts reach the right person.',
      ),
      button('Confirm my address', 'verification_url'),
      paragraph('If you did not open an account with us, leave this email alone and nothing happens.'),
    ]),
  },
  {
    key: 'password-reset',
    name: 'Choose a new password',
    subject: 'Choose a new password',
    html: page('A fresh start for your password', [
      paragraph('Hello {{full_name}}, someone, we hope you, asked to choose a new password.'),
      button('Choose a new password', 'reset_url'),
      paragraph(
        'The link works once, for an hour. If it was not you, your old password still works and nobody has seen it.',
      ),
    ]),
  },
]
