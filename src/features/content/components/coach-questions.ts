/** Questions coaches ask before signing up, with answers. */
export const coachQuestions = [
  {
    question: 'What does it cost?',
    answer:
      'Ten percent of each lesson that is booked and paid here. There is no monthly fee and no fee to be listed.',
  },
  {
    question: 'Do I have to be a PGA professional?',
    answer:
      'No. Add the certificates you have; they appear on your profile. Once we have checked one, it is marked as checked. Many good coaches have other certificates.',
  },
  {
    question: 'Can I keep my current students?',
    answer: 'Yes. You can give them access to your calendar, even if you do not take instant bookings.',
  },
  {
    question: 'Who sets my price?',
    answer: 'You do, by the hour. A 90-minute lesson costs one and a half times that.',
  },
]
