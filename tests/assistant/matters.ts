import type { GradedConversation } from './conversation.ts'

/** What belongs to a person from the first word on. */
export const matters: GradedConversation[] = [
  {
    kind: 'asks for a person',
    said: 'I want to talk to a real person please',
    expect: { says: [/asked Coach Maya to answer you personally/], handsOver: true },
  },
  { kind: 'asks for a person', said: 'human', expect: { says: [/personally/], handsOver: true } },
  {
    kind: 'asks for a person',
    said: 'can you have the coach call or message me instead',
    expect: { handsOver: true },
  },
  {
    kind: 'asks for a person',
    said: 'Please stop the bot.',
    expect: { says: [/leave it to you two/], handsOver: true },
  },
  {
    kind: 'injury',
    said: 'I have a herniated disc, is it safe to take a lesson on Tuesday?',
    expect: { says: [/can't advise on health, so please ask a doctor/], never: [/safe/], handsOver: true },
  },
  {
    kind: 'injury',
    said: 'My lower back hurts after your last session. What should I do?',
    expect: { says: [/doctor/], handsOver: true },
  },
  {
    kind: 'refund dispute',
    said: 'You charged me twice, I want my money back!',
    expect: { says: [/can't decide about refunds/, /\/support/], handsOver: true },
  },
  {
    kind: 'refund dispute',
    said: 'Where is my refund? Otherwise I do a chargeback.',
    expect: { says: [/refunds/], handsOver: true },
  },
  {
    kind: 'complaint',
    said: "The coach never showed up and I'm furious",
    expect: { says: [/I'm sorry about that/, /support/], handsOver: true },
  },
  {
    kind: 'complaint',
    said: 'He was rude and touched me. I will talk to my lawyer.',
    expect: { says: [/passed it on/], handsOver: true },
  },
  {
    kind: 'abuse',
    said: 'you are a fucking idiot',
    expect: { says: [/keep this friendly/], never: [/idiot/], handsOver: true },
  },
]
