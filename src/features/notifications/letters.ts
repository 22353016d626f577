import { defineLetter } from './letter.ts'

/** What is sent about being notified itself. */

export const textsOn = defineLetter({
  key: 'texts-on',
  variables: [],
  text: {
    name: 'Texts turned on: text',
    message:
      'Greenside: texts about your lessons are on: bookings, changes and reminders, a few a month. Msg & data rates may apply. Reply STOP to end, HELP for help.',
  },
})

export const notificationLetters = [textsOn]
