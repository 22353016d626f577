/** First messages as golfers write them to Coach Maya: a greeting, two questions and a closing, in many combinations. */
export interface FirstMessage {
  said: string
  /** For each question what a student must read; null where the coach has to answer. */
  answers: (RegExp | null)[]
}

const greetings = [
  'Hello Maya, ',
  'Hi Maya! ',
  'Hi Coach Maya, ',
  'Hey coach! ',
  'Good morning, ',
  'Good evening Maya - ',
  'hi there, ',
  'Hey! ',
  'Dear Maya,\n',
  'Hello, I have two questions. ',
  'hi maya hope you are well. ',
  'Howdy! Quick question: ',
  'Hey Maya, how are you? ',
  'Hi! Nice to meet you. ',
  'Hello! I saw your profile. ',
  'Hi Maya, thanks for your time. ',
  '',
]

const closings = [
  '',
  ' Thanks!',
  ' Thank you so much!',
  ' Thanks in advance, have a great day!',
  ' Cheers',
  ' Best regards',
]

const price = /\$85/
const places = /Longleaf/
const lengths = /1 hour, 1\.5 hours and 2 hours/
const terms = /Free cancellation/

/** What the profile and the calendar answer. */
const known: [string, RegExp][] = [
  ['How much is a lesson?', price],
  ['What do you charge per hour?', price],
  ['whats your rate?', price],
  ['What are your prices?', price],
  ['Where do you teach?', places],
  ["What's the address?", places],
  ['Which course are you at?', places],
  ['How long is a lesson?', lengths],
  ['What lesson lengths do you have?', lengths],
  ['Do you take beginners?', /Beginners/],
  ['Do you teach juniors?', /Junior golf/],
  ['Do you work with kids?', /Junior golf/],
  ['Do you teach my sons too?', /Junior golf/],
  ['What is your cancellation policy?', terms],
  ['Do I get my money back if I cancel?', terms],
  ['What happens if it rains?', /everything back/],
  ['Do you use a launch monitor?', /TrackMan/],
  ['Do you offer a military discount?', /can't change a price/],
  ['Do you know Coach Pete?', /only speak for Coach Maya/],
  ['How do I pay?', /by card/],
  ['Are your reviews any good?', /4\.9/],
  ['How many years of teaching do you have?', /10 years/],
]

/** What only the coach knows, with the plurals, typos and abbreviations of a phone. */
const unknown = [
  'do you teach left-handers?',
  'Do you teach lefties?',
  'are you ok with southpaws?',
  'Do you take left handed players?',
  'do u teach leftys?',
  'My husband is left-handed, would that work?',
  'Is there parking?',
  'Can I rent clubs?',
  'Do you lend clubs to new golfers?',
  'Do you speak Spanish?',
  'Do you do playing lessons?',
  'Can two friends share one lesson?',
  'Can my wife come along and watch?',
  'Do you film my swing?',
  'Is the range covered?',
  'Are range balls included?',
  'Do you sell gift cards?',
  'I slice every driver, can you fix it?',
  'Why do I top the ball?',
  'Do you work with single-digit handicaps?',
  'Do you coach high school teams?',
  'Do you fit clubs?',
  'what shuld i wear?',
  'What should I bring?',
  'Would you come to our club?',
  'Do you have experience with stroke patients?',
  'What ball do you recommend?',
  'Could you write a letter for my college application?',
  'Do you coach adaptive golf?',
  'Can I bring my dog?',
  'whats your teaching philosofy?',
  'do you no anything about the yips?',
  'Have you ever worked with seniors after a stroke?',
  'I would like to know how you structure a season.',
  'Let me know whether you follow Stack and Tilt.',
  'My boss wants to learn with me.',
  'I play off the wrong foot and want to understand why.',
  'We are three colleagues who would like to improve together.',
  '¿Enseña a zurdos?',
  'Hola, ¿cuánto cuesta una clase?',
  '¿Tiene clases para niños?',
  'Puedo llevar a mi hijo?',
  'Quiero aprender con mi esposa.',
]

const every: { question: string; answer: RegExp | null }[] = [
  ...known.map(([question, answer]) => ({ question, answer })),
  ...unknown.map((question) => ({ question, answer: null })),
]

/**
 * The same messages in every run: each question comes first and second, with each kind of greeting.
 * @param count how many
 */
export function firstMessages(count: number): FirstMessage[] {
  return Array.from({ length: count }, (_, n) => {
    const first = pick(every, n)
    const second = pick(every, n * 7 + 3 + Math.floor(n / every.length))
    const questions = n % 5 === 0 || first === second ? [first] : [first, second]
    const greeting = pick(greetings, n + Math.floor(n / every.length))
    const words = questions.map(({ question }) => question).join(n % 3 === 0 ? ' And ' : ' ')
    return {
      said: `${greeting}${words}${pick(closings, n + Math.floor(n / 11))}`,
      answers: questions.map(({ answer }) => answer),
    }
  })
}

const pick = <T>(from: readonly T[], at: number): T => from[at % from.length] as T
