import { fillIn } from '#features/notifications/letter.ts'
import { people, type SampleGroup, type SampleWorld } from '#features/notifications/sample.ts'
import { giftCardKind, giftCardNewsBuyer, giftCardNewsKind, giftCardRecipient } from './letters.ts'

export function giftCardSamples({ env: { appUrl } }: SampleWorld): SampleGroup[] {
  const news = (headline: string, message: string, page = 'yours') => ({
    to: 'student' as const,
    kind: giftCardNewsKind,
    title: headline,
    letter: fillIn(giftCardNewsBuyer, {
      full_name: people.student,
      headline,
      message,
      gift_cards_url: `${appUrl}/gift-cards/${page}`,
    }),
  })
  return [
    {
      name: 'Gift cards',
      samples: [
        {
          to: 'student',
          kind: giftCardKind,
          title: 'A gift card for somebody',
          letter: fillIn(giftCardRecipient, {
            recipient_name: 'Alex',
            from_name: 'Pat',
            amount: '$100',
            gift_message: 'Happy birthday! Enjoy your lessons.',
            code: '7KQM-2XHD-PW9R-C4TA',
            redeem_url: `${appUrl}/gift-cards/redeem`,
          }),
        },
        news(
          'Your gift card for Alex is ready',
          'You paid $100. We are sending it to alex@example.com. It never expires.',
        ),
        news('Your gift card for Alex was redeemed', 'The $100 can now be used for golf lessons.'),
        news(
          'Your gift card from Pat was refunded',
          '$15 went back to the buyer of the gift card and is no longer on your account. If you have questions, please write to support.',
          'redeem',
        ),
      ],
    },
  ]
}
