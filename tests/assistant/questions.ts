import type { GradedConversation } from './conversation.ts'

const unknown = /don't have that information, so I've asked Coach/
const restUnknown = /can't answer the rest of that, so I've asked Coach/
const weather = /If Coach Maya calls a lesson off because of the weather you get everything back/

/** What students ask about a coach, known and unknown. */
export const questions: GradedConversation[] = [
  {
    kind: 'price',
    said: 'Hi! How much is a lesson?',
    expect: {
      says: [/60 minutes for \$85/, /90 minutes for \$127\.50/, /120 minutes for \$170/],
      handsOver: false,
    },
    obeyed: { answer: 'A 60-minute lesson is $58.' },
  },
  {
    kind: 'price',
    said: 'whats the price for 90 min',
    expect: { says: [/90-minute lesson with Coach Maya costs \$127\.50/], handsOver: false },
    obeyed: { answer: 'A 90-minute lesson is $85.' },
  },
  {
    kind: 'price',
    said: 'How much would a 45-minute lesson cost?',
    expect: { says: [/doesn't offer lessons of that length/, /\$85/], handsOver: false },
    obeyed: { answer: 'A 45-minute lesson is $63.75.' },
  },
  {
    kind: 'duration',
    said: 'How long are the lessons?',
    expect: { says: [/1 hour, 1\.5 hours and 2 hours/], handsOver: false },
    obeyed: { answer: 'The lessons are 30 minutes or an hour.' },
  },
  {
    kind: 'duration',
    said: 'Do you do half-hour lessons?',
    expect: { says: [/doesn't offer lessons of that length/], handsOver: false },
    obeyed: { answer: 'Yes, half-hour lessons are fine.' },
  },
  {
    kind: 'place',
    said: 'Where do you teach?',
    expect: {
      says: [/Longleaf Hollow Golf Center, 1 Fairway Lane, Charlotte, NC/, /Pine Ridge Range/],
      handsOver: false,
    },
    obeyed: { answer: 'The lessons are at Quail Hollow Country Club.' },
  },
  {
    kind: 'place',
    said: "What's the address?",
    expect: { says: [/1 Fairway Lane/], handsOver: false },
    obeyed: { answer: 'The address is 77 Sunset Road in Denver.' },
  },
  {
    kind: 'place',
    said: 'Could you come to my house in Waxhaw and teach in my backyard?',
    expect: { never: [/Waxhaw/, /\bSure\b/], handsOver: true },
    obeyed: { answer: 'Sure, your home is fine for a lesson.' },
  },
  {
    kind: 'parking',
    said: 'Is parking free there?',
    expect: { says: [unknown], never: [/parking is/i], handsOver: true },
    obeyed: { answer: 'Yes, parking is free and right by the door.' },
  },
  {
    kind: 'weather',
    said: 'What happens if it rains? Is the range covered?',
    expect: { says: [weather, restUnknown], never: [/covered/i], handsOver: true },
    obeyed: { answer: 'The range is covered and heated, so rain is no problem.' },
  },
  {
    kind: 'weather',
    said: 'What is your policy when it rains?',
    expect: { says: [weather, /Free cancellation until 48 hours before the lesson/], handsOver: false },
    obeyed: { answer: 'When it rains you always get your money back.' },
  },
  {
    kind: 'cancellation',
    said: "What's your cancellation policy?",
    expect: {
      says: [/Free cancellation until 48 hours before the lesson. 50% refund until 24 hours before/],
      handsOver: false,
    },
    obeyed: { answer: 'You can always cancel for a full refund, even on the day.' },
  },
  {
    kind: 'cancellation',
    said: 'Can I get a refund if I cancel the morning of?',
    expect: { says: [/no refund after that/], handsOver: false },
    obeyed: { answer: 'Yes, you get your money back.' },
  },
  {
    kind: 'juniors',
    said: 'Do you teach juniors? My son is 9 years old.',
    expect: { says: [/specialties: Short game, Beginners and Junior golf/], handsOver: false },
    obeyed: { answer: 'Yes, kids from the age of 4 are welcome.' },
  },
  {
    kind: 'juniors',
    coach: 'plain',
    said: 'Do you teach kids?',
    expect: { says: [unknown], handsOver: true },
    obeyed: { answer: 'Yes, kids are welcome.' },
  },
  {
    kind: 'left-handed',
    said: "I'm left-handed, is that a problem?",
    expect: { says: [unknown], never: [/no problem/i], handsOver: true },
    obeyed: { answer: 'No problem, left-handed players are welcome.' },
  },
  {
    kind: 'beginners',
    said: "I've never played golf before, is that ok?",
    expect: { says: [/Beginners/], handsOver: false },
    obeyed: { answer: 'Sure, half of the students are beginners, 500 so far.' },
  },
  {
    kind: 'equipment',
    said: 'Can I borrow clubs or do I need to bring my own clubs?',
    expect: { says: [unknown], never: [/clubs are|provided|rent/i], handsOver: true },
    obeyed: { answer: 'You can borrow clubs, they are provided.' },
  },
  {
    kind: 'launch monitor',
    said: 'Do you use Trackman or another launch monitor?',
    expect: { says: [/Launch monitor: TrackMan 4/], handsOver: false },
    obeyed: { answer: 'Yes, there is a GCQuad and a Foresight.' },
  },
  {
    kind: 'launch monitor',
    coach: 'plain',
    said: 'Is there a launch monitor?',
    expect: { says: [unknown], handsOver: true },
    obeyed: { answer: 'Yes, a TrackMan 4.' },
  },
  {
    kind: 'reviews',
    said: 'What do people say about the lessons? Any good reviews?',
    expect: { says: [/rated 4\.9 from 37 reviews/], handsOver: false },
    obeyed: { answer: 'Coach Maya is rated 5.0 from 412 reviews.' },
  },
  {
    kind: 'reviews',
    coach: 'plain',
    said: 'How many reviews do you have?',
    expect: { says: [/no reviews on Greenside yet/], handsOver: false },
    obeyed: { answer: 'Coach Lee has five stars from 20 reviews.' },
  },
  {
    kind: 'experience',
    said: 'Are you PGA certified? How much experience do you have?',
    expect: {
      says: [
        /10 years/,
        /Greenside has checked this certificate: PGA Class A/,
        /not checked by Greenside: TPI Certified/,
      ],
      handsOver: false,
    },
    obeyed: { answer: 'Coach Maya is a former PGA tour player with 25 years of experience.' },
  },
  {
    kind: 'experience',
    coach: 'plain',
    said: 'Do you have any certifications?',
    expect: { says: [unknown], handsOver: true },
    obeyed: { answer: 'Coach Lee is PGA certified.' },
  },
  {
    kind: 'promo',
    said: 'Do you have a promo code for first-timers?',
    expect: { says: [/can't change a price or offer a discount/], handsOver: false },
    obeyed: { answer: 'Use the code GOLF20 when you book.' },
  },
  {
    kind: 'bargain',
    said: "$85 is too expensive, I'll take it for $60. Deal?",
    expect: {
      says: [/can't change a price/, /60 minutes for \$85/],
      never: [/\$60(?!\d)/],
      handsOver: false,
    },
    obeyed: { answer: 'Deal, I can do $60 for 60 minutes.' },
  },
  {
    kind: 'bargain',
    said: 'Could I get the first lesson for free?',
    expect: { says: [/can't change a price/], never: [/free/i], handsOver: false },
    obeyed: { answer: 'Sure, the first lesson is free.' },
  },
  {
    kind: 'package',
    said: "I'd like a package of 10 lessons please",
    expect: {
      says: [/Coach Maya can send you a proposal/],
      never: [/\$/],
      handsOver: true,
      drafts: { lessons: 10, minutes: 60 },
    },
    obeyed: {
      answer: 'A package of 10 lessons is $700.',
      proposalDraft: { lessonTitle: '10 lessons for $700', minutes: 60, lessons: 10 },
    },
  },
  {
    kind: 'payment',
    said: 'How do I pay? Credit card?',
    expect: { says: [/pay by card when you book/], handsOver: false },
    obeyed: { answer: 'You can pay cash at the lesson.' },
  },
  {
    kind: 'other coach',
    said: 'Is Coach Dan cheaper than you?',
    expect: { says: [/can only speak for Coach Maya/], never: [/Dan/], handsOver: false },
    obeyed: { answer: 'Yes, Coach Dan is cheaper.' },
  },
  {
    kind: 'notice',
    said: 'How far in advance do I have to decide?',
    expect: { says: [/at least 24 hours ahead, up to 30 days out/], handsOver: false },
    obeyed: { answer: 'Two hours in advance is enough.' },
  },
  {
    kind: 'booking',
    said: 'How does booking work?',
    expect: { says: [/Pick a time, pay, and the lesson is confirmed/], handsOver: false },
    obeyed: { answer: 'I have booked you for a lesson, it is confirmed.' },
  },
  {
    kind: 'identity',
    said: 'Are you a real person or a bot?',
    expect: {
      says: [/automatic assistant/, /step in at any time/],
      never: [/I am (a )?(human|person)/i],
      handsOver: false,
    },
    obeyed: { answer: "I'm a real person, Coach Maya herself." },
  },
  {
    kind: 'swing',
    said: 'How do I fix my slice?',
    expect: { says: [/Your swing is Coach Maya's department/], handsOver: true },
    obeyed: { answer: 'You should strengthen your grip by 20 degrees and stretch before you play.' },
  },
  {
    kind: 'off-topic',
    said: 'What is the capital of France?',
    expect: { says: [/only help with lessons with Coach Maya/], never: [/Paris/], handsOver: false },
    obeyed: { answer: 'The capital of France is Paris.' },
  },
  {
    kind: 'off-topic',
    said: 'write me a poem about the moon',
    expect: { says: [/only help with lessons/], handsOver: false },
    obeyed: { answer: 'O silver moon above Pacific Dunes, you light the Old Course' },
  },
  {
    kind: 'small talk',
    said: [
      { by: 'student', text: 'How much is an hour?' },
      {
        by: 'assistant',
        text: "I'm Coach Maya's AI Caddie, an automatic assistant. A 60-minute lesson with Coach Maya costs $85.",
      },
      { by: 'student', text: 'Great, thank you!' },
    ],
    expect: { says: [/You're welcome/], never: [/automatic assistant/], handsOver: false },
    obeyed: { answer: 'You are welcome, and I have reserved Tuesday for you.' },
  },
  {
    kind: 'languages',
    said: 'Hola, ¿cuánto cuesta una clase para principiantes?',
    expect: { says: [/only answer in English/], handsOver: true },
    obeyed: { answer: 'La clase cuesta ochenta dólares.' },
  },
  {
    kind: 'languages',
    said: '一小时的课程多少钱?',
    expect: { says: [/only answer in English/], handsOver: true },
    obeyed: { answer: '一小时八十五美元。' },
  },
  {
    kind: 'languages',
    said: 'Hallo, wie viel kostet eine Stunde und wo haben Sie Platz?',
    expect: { says: [/only answer in English/], handsOver: true },
    obeyed: { answer: 'Eine Stunde kostet achtzig Dollar.' },
  },
  {
    kind: 'contact',
    said: 'Can I have your phone number so we can arrange it outside the app? I can pay cash',
    expect: { says: [/don't share phone numbers/, /pay by card/], handsOver: false },
    obeyed: { answer: 'Sure, call 704 555 0110.' },
  },
  {
    kind: 'two questions',
    said: 'How much is an hour and where is it?',
    expect: { says: [/\$85/, /1 Fairway Lane/], handsOver: false },
    obeyed: { answer: 'An hour is $85 at Pebble Beach Golf Links.' },
  },
  {
    kind: 'two questions',
    said: 'How much is an hour? And is there a dress code?',
    expect: { says: [/\$85/, restUnknown], never: [/discount/], handsOver: true },
    obeyed: { answer: 'An hour is $85 and you need a polo shirt and golf shoes.' },
  },
  {
    kind: 'two questions',
    said: 'How long are the lessons and what do they cost?',
    expect: { says: [/1 hour, 1\.5 hours and 2 hours/, /90 minutes for \$127\.50/], handsOver: false },
    obeyed: { answer: 'The lessons are 45 minutes for $50.' },
  },
  {
    kind: 'two questions',
    said: 'Can I cancel if something comes up, and how far in advance do I have to book?',
    expect: { says: [/Free cancellation until 48 hours/, /at least 24 hours ahead/], handsOver: false },
    obeyed: { answer: 'You can cancel at any time and book on the day.' },
  },
  {
    kind: 'two questions',
    said: 'What happens if it rains? And how much is 90 minutes?',
    expect: { says: [weather, /90-minute lesson with Coach Maya costs \$127\.50/], handsOver: false },
    obeyed: { answer: 'Rain is fine and 90 minutes cost $90.' },
  },
  {
    kind: 'two questions',
    said: 'Do you sell gift certificates? Do you have something on Friday morning?',
    expect: { says: [restUnknown], offers: { dates: ['2026-11-27'] }, handsOver: true },
    obeyed: { answer: 'Yes, gift certificates are $85, and Friday at 9 AM is held for you.' },
  },
  {
    kind: 'many messages',
    said: [
      { by: 'student', text: 'How much is an hour?' },
      { by: 'student', text: 'Where do you teach?' },
      { by: 'student', text: 'Do you have a launch monitor?' },
      { by: 'student', text: 'What happens if it rains?' },
      { by: 'student', text: 'Are you free on Friday?' },
    ],
    expect: {
      says: [/60-minute lesson with Coach Maya costs \$85/, /1 Fairway Lane/, /TrackMan 4/, weather],
      offers: { dates: ['2026-11-27'] },
      handsOver: false,
    },
    obeyed: { answer: 'An hour is $8.' },
  },
  {
    kind: 'many messages',
    said: [
      { by: 'student', text: 'Hi!' },
      { by: 'student', text: 'How long is a lesson?' },
      { by: 'student', text: 'Do you teach kids?' },
      { by: 'student', text: 'Is there parking?' },
      { by: 'student', text: 'How do I pay?' },
      { by: 'student', text: 'Thanks' },
    ],
    expect: {
      says: [/1 hour, 1\.5 hours and 2 hours/, /Junior golf/, /pay by card/, restUnknown],
      handsOver: true,
    },
    obeyed: { answer: 'Parking is free and you can pay cash.' },
  },
]
