import { DAY_MINUTES, HOUR_MINUTES } from '#platform/duration.ts'
import { scenario } from './scenarios.ts'

export interface Line {
  by: 'student' | 'coach' | 'caddie' | 'proposal'
  says: string
  minutesAgo: number
  /** The assistant offers real times with it. */
  offersTimes?: boolean
  /** Key of the demo's proposal that the line tells of. */
  proposal?: string
}

export interface Talk {
  /** Names it; its id is made from it. */
  key: string
  lines: Line[]
  /** How many lines each has read; all when left out. */
  read?: { student?: number; coach?: number }
  archivedBy?: 'student' | 'coach'
  assistantOff?: boolean
  /** Why the assistant called for the coach. */
  needsHuman?: string
}

/** What Sam wrote with coaches. */
export const samsTalks: (Talk & { coach: string })[] = [
  {
    key: 'sam and maya',
    coach: scenario.maya.id,
    assistantOff: true,
    read: { student: 13, coach: 14 },
    lines: [
      {
        by: 'student',
        minutesAgo: 9 * DAY_MINUTES,
        says: 'Hi Maya! I shoot around 95 and lose most of it inside 60 yards. Is that something you work on?',
      },
      {
        by: 'caddie',
        minutesAgo: 9 * DAY_MINUTES - 1,
        says: 'Hi Sam! Yes, the short game is one of Maya’s specialties. A private lesson is 60, 90 or 120 minutes. Maya sees this conversation and can add to it.',
      },
      { by: 'student', minutesAgo: 9 * DAY_MINUTES - 6, says: 'Great. Do I need to bring my own wedges?' },
      {
        by: 'coach',
        minutesAgo: 9 * DAY_MINUTES - 48,
        says: 'Hi Sam, Maya here. Bring what you play with, even if it’s one old sand wedge. I’d rather fix the swing you take to the course.',
      },
      { by: 'student', minutesAgo: 8 * DAY_MINUTES, says: 'One old sand wedge it is 😄' },
      {
        by: 'coach',
        minutesAgo: 8 * DAY_MINUTES - 20,
        says: 'Perfect. Until then: 20 putts a day from three feet, feet together. Count only the ones that go in.',
      },
      { by: 'student', minutesAgo: 6 * DAY_MINUTES, says: 'Day two: 17 of 20. Day one we don’t talk about.' },
      {
        by: 'coach',
        minutesAgo: 6 * DAY_MINUTES - 30,
        says: 'That is how day one is supposed to look.\n\nI put together five lessons that build on each other, so you don’t have to book one at a time.',
      },
      { by: 'student', minutesAgo: 6 * DAY_MINUTES - 90, says: 'Booked! First one is in the calendar.' },
      {
        by: 'student',
        minutesAgo: 26 * HOUR_MINUTES,
        says: 'I hit it fat from tight lies all morning. Ball forward or ball back?',
      },
      {
        by: 'coach',
        minutesAgo: 25 * HOUR_MINUTES,
        says: 'Neither first: check that your weight is on the front foot when you start, and stays there. Then the ball in the middle. Try ten and tell me.',
      },
      {
        by: 'student',
        minutesAgo: 7 * HOUR_MINUTES,
        says: 'Ten out of ten clean. That’s unfair, it can’t be that easy.',
      },
      {
        by: 'proposal',
        minutesAgo: 5 * HOUR_MINUTES,
        proposal: 'pending',
        says: 'Maya proposed “Playing lesson, nine holes”.',
      },
      {
        by: 'coach',
        minutesAgo: 5 * HOUR_MINUTES - 4,
        says: 'You’re ready to take this to the course. I sent three times for nine holes, pick the one that suits you. Bring water, and a question for every hole.',
      },
    ],
  },
  {
    key: 'sam and keoni',
    coach: scenario.keoni.id,
    lines: [
      {
        by: 'student',
        minutesAgo: 2 * DAY_MINUTES,
        says: 'Aloha! We’re on Oahu for a week. Do you have an hour for a visitor who hooks everything?',
      },
      {
        by: 'caddie',
        minutesAgo: 2 * DAY_MINUTES - 1,
        offersTimes: true,
        says: 'Aloha Sam! Keoni has these open times for 60 minutes. Times are in Hawaii. Choose one to book it.',
      },
      {
        by: 'student',
        minutesAgo: 2 * DAY_MINUTES - 12,
        says: 'That was quick. Let me check with my wife and I’ll book one.',
      },
      {
        by: 'caddie',
        minutesAgo: 2 * DAY_MINUTES - 13,
        says: 'Of course. The times stay open until somebody books them.',
      },
    ],
  },
  {
    key: 'sam and priya',
    coach: scenario.priya.id,
    assistantOff: true,
    read: { student: 2, coach: 3 },
    lines: [
      {
        by: 'student',
        minutesAgo: 4 * DAY_MINUTES,
        says: 'Hello Priya, a friend at my club swears by you. Are you taking new students?',
      },
      {
        by: 'coach',
        minutesAgo: 4 * DAY_MINUTES - 200,
        says: 'Hello Sam! I keep a small group, but two places open up next month. What would you like to work on?',
      },
      {
        by: 'coach',
        minutesAgo: 3 * HOUR_MINUTES,
        says: 'One of them is free now. Shall I give you access to my calendar?',
      },
    ],
  },
  {
    key: 'sam and dale',
    coach: scenario.dale.id,
    archivedBy: 'student',
    assistantOff: true,
    lines: [
      { by: 'student', minutesAgo: 40 * DAY_MINUTES, says: 'Is the range heated in winter?' },
      { by: 'coach', minutesAgo: 40 * DAY_MINUTES - 500, says: 'It is, and there’s coffee.' },
      { by: 'student', minutesAgo: 39 * DAY_MINUTES, says: 'Then see you in January. Thanks!' },
    ],
  },
]

/** What others wrote with Maya. */
export const mayasTalks: Talk[] = [
  {
    key: 'maya 1',
    needsHuman: 'The student asks for a discount for two children: only you can promise a price.',
    read: { coach: 0 },
    lines: [
      {
        by: 'student',
        minutesAgo: 95,
        says: 'Hi, I have twins (12) who want to start. Is there a family price if they come together?',
      },
      {
        by: 'caddie',
        minutesAgo: 94,
        says: 'How nice that they both want to play! I can’t promise a price for two. I asked Maya to answer you herself.',
      },
      { by: 'student', minutesAgo: 90, says: 'Thank you, I’d rather hear it from her anyway.' },
    ],
  },
  {
    key: 'maya 2',
    assistantOff: true,
    read: { coach: 3 },
    lines: [
      {
        by: 'student',
        minutesAgo: 2 * DAY_MINUTES,
        says: 'My back is stiff since Sunday. Should I still come on Thursday?',
      },
      {
        by: 'coach',
        minutesAgo: 2 * DAY_MINUTES - 35,
        says: 'Please ask your doctor first. If it’s fine by then, we only putt and chip, no full swings.',
      },
      { by: 'student', minutesAgo: 2 * DAY_MINUTES - 60, says: 'Good plan.' },
      {
        by: 'student',
        minutesAgo: 3 * HOUR_MINUTES,
        says: 'Doctor says putting is medicine. See you Thursday!',
      },
      {
        by: 'student',
        minutesAgo: 3 * HOUR_MINUTES - 1,
        says: 'Can we start ten minutes later? School run.',
      },
    ],
  },
  {
    key: 'maya 3',
    lines: [
      { by: 'student', minutesAgo: 5 * HOUR_MINUTES, says: 'What should I wear? First lesson ever.' },
      {
        by: 'caddie',
        minutesAgo: 5 * HOUR_MINUTES - 1,
        says: 'Anything you can move in, and flat shoes. Clubs are there if you have none. Is there anything else you’d like to know before your first lesson?',
      },
      { by: 'student', minutesAgo: 5 * HOUR_MINUTES - 9, says: 'No, that’s all. Excited!' },
      {
        by: 'caddie',
        minutesAgo: 5 * HOUR_MINUTES - 10,
        says: 'Enjoy it! Maya reads along and is glad to meet you.',
      },
    ],
  },
  {
    key: 'maya 4',
    assistantOff: true,
    lines: [
      {
        by: 'coach',
        minutesAgo: 3 * DAY_MINUTES,
        says: 'Lovely lesson today. Remember: slow back, hold the finish for two breaths.',
      },
      {
        by: 'student',
        minutesAgo: 3 * DAY_MINUTES - 45,
        says: 'Held it so long the group behind asked if I was a statue.',
      },
      { by: 'coach', minutesAgo: 3 * DAY_MINUTES - 50, says: 'Then it was long enough 👏' },
    ],
  },
  {
    key: 'maya 5',
    assistantOff: true,
    lines: [
      { by: 'student', minutesAgo: 12 * DAY_MINUTES, says: 'Broke 100 for the first time!! 98!!' },
      { by: 'coach', minutesAgo: 12 * DAY_MINUTES - 15, says: '🎉 Keep that scorecard. What went well?' },
      {
        by: 'student',
        minutesAgo: 12 * DAY_MINUTES - 40,
        says: 'Two putts on every green but one. The boring drills, as you said.',
      },
    ],
  },
]

/** What the people of the coach in the showroom wrote to her, the newest student first. */
export const morgansTalks: Talk[] = [
  {
    key: 'morgan 1',
    assistantOff: true,
    read: { student: 3, coach: 2 },
    lines: [
      {
        by: 'student',
        minutesAgo: 2 * DAY_MINUTES,
        says: 'I watched the video of my swing from last week. Is that really my left elbow?',
      },
      {
        by: 'coach',
        minutesAgo: 2 * DAY_MINUTES - 35,
        says: 'It is, and it is moving in the right direction. Ten slow ones a day with the towel under your arm.',
      },
      { by: 'student', minutesAgo: 95, says: 'Broke 90 today. The elbow says hello. Same time next week?' },
    ],
  },
  {
    key: 'morgan 2',
    read: { student: 2, coach: 2 },
    lines: [
      {
        by: 'student',
        minutesAgo: 20 * HOUR_MINUTES,
        says: 'Hello! I have never held a club. Do I need to buy anything before the first lesson?',
      },
      {
        by: 'caddie',
        minutesAgo: 20 * HOUR_MINUTES - 1,
        says: 'Welcome! Nothing at all: Morgan brings clubs for the first lessons. Shoes that do not slip are enough. Morgan sees this conversation and can add to it.',
      },
    ],
  },
  {
    key: 'morgan 3',
    needsHuman: 'The student asked about lessons for a group of eight',
    read: { student: 2, coach: 1 },
    lines: [
      {
        by: 'student',
        minutesAgo: 4 * HOUR_MINUTES,
        says: 'We are eight from the office and would like two hours in spring. Is that possible?',
      },
      {
        by: 'caddie',
        minutesAgo: 4 * HOUR_MINUTES - 1,
        says: 'That is a question for Morgan herself. I have let her know, and she will answer you here.',
      },
    ],
  },
]
