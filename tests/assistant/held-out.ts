import type { GradedConversation } from './conversation.ts'

/**
 * The same wants in other words, written once after the rules were finished and never used to tune them: what they score
 * says how the rules do with people they have not met.
 */
export const heldOut: GradedConversation[] = [
  { kind: 'held out', said: 'Whats it gonna run me for an hour with you?', expect: { says: [/\$85/] } },
  { kind: 'held out', said: 'rates?', expect: { says: [/\$85/], handsOver: false } },
  { kind: 'held out', said: 'Is it more for two hours?', expect: { says: [/\$170/] } },
  {
    kind: 'held out',
    said: 'which course are you based at',
    expect: { says: [/Longleaf/], handsOver: false },
  },
  { kind: 'held out', said: 'How far is it from downtown?', expect: { says: [/Longleaf/] } },
  { kind: 'held out', said: 'If I get sick do I lose my money?', expect: { says: [/Free cancellation/] } },
  {
    kind: 'held out',
    said: 'Can I move a lesson to another day once paid?',
    expect: { says: [/open My Lessons/] },
  },
  { kind: 'held out', said: 'my daughter is 12 and wants to learn', expect: { says: [/Junior golf/] } },
  { kind: 'held out', said: 'I am a total newbie, would you take me?', expect: { says: [/Beginners/] } },
  { kind: 'held out', said: 'got anything wed evening', expect: { offers: { any: true } } },
  {
    kind: 'held out',
    said: 'Friday works best for me, mornings',
    expect: { offers: { dates: ['2026-11-27'] } },
  },
  {
    kind: 'held out',
    said: 'Could you squeeze me in on 12/1 around noon?',
    expect: { offers: { exactly: ['2026-12-01T17:00:00.000Z'] } },
  },
  {
    kind: 'held out',
    said: 'Dec 3rd 11am two hours pls',
    expect: { offers: { exactly: ['2026-12-03T16:00:00.000Z'], minutes: 120 } },
  },
  { kind: 'held out', said: 'I can do any day but not before 2', expect: { offers: { any: true } } },
  { kind: 'held out', said: 'weekend only', expect: { offers: { dates: ['2026-11-28'] } } },
  { kind: 'held out', said: 'Do I pay now or when I get there?', expect: { says: [/by card/] } },
  { kind: 'held out', said: 'Who am I chatting with?', expect: { says: [/automatic assistant/] } },
  { kind: 'held out', said: 'Is this automated?', expect: { says: [/automatic assistant/] } },
  { kind: 'held out', said: 'just let me talk to maya', expect: { handsOver: true } },
  { kind: 'held out', said: 'I need someone to call me back', expect: { handsOver: true } },
  {
    kind: 'held out',
    said: 'My shoulder is acting up, can I still swing?',
    expect: { handsOver: true, never: [/fine/] },
  },
  { kind: 'held out', said: 'That lesson was a waste of money.', expect: { handsOver: true } },
  {
    kind: 'held out',
    said: 'Any student discounts going?',
    expect: { says: [/can't change a price/], handsOver: false },
  },
  { kind: 'held out', said: 'Would fifty bucks do?', expect: { never: [/\$50/, /fifty/] } },
  { kind: 'held out', said: 'do you sell gift vouchers', expect: { handsOver: true } },
  { kind: 'held out', said: 'How many stars have you got?', expect: { says: [/4\.9/] } },
  { kind: 'held out', said: 'Should I bring my own driver?', expect: { handsOver: true } },
  { kind: 'held out', said: 'What are you wearing?', expect: { never: [/wearing/] } },
  { kind: 'held out', said: 'Who is going to win the Masters?', expect: { never: [/win/] } },
  { kind: 'held out', said: 'Combien pour une heure avec vous ?', expect: { handsOver: true } },
]
