/** What coaches ask before they sign up, and answers that hold. */
export const coachQuestions = [
  {
    question: 'What does it cost?',
    answer:
      'Ten percent of each lesson that is booked and paid here. There is no monthly fee and no fee to be listed.',
  },
  {
    question: 'Do I have to be a PGA professional?',
    answer:
      'No. Say what you hold; a certificate that we have checked says so on your profile. Plenty of good coaches hold other ones, and plenty of students look for exactly that.',
  },
  {
    question: 'Can I keep the students I have?',
    answer:
      'Of course. They are your students. You can give people access to your calendar who may book even when you take no instant bookings.',
  },
  {
    question: 'Who sets my price?',
    answer: 'You do, by the hour. A lesson of 90 minutes is one and a half times that, to the cent.',
  },
]
