import { people, type SampleGroup, type SampleWorld, sampleOf } from '#features/notifications/sample.ts'
import { calendarReconnectLetter, calendarTroubleLetter } from './emails.ts'
import { calendarReconnectKind, calendarTroubleKind } from './letters.ts'

export function calendarSamples({ env: { appUrl } }: SampleWorld): SampleGroup[] {
  return [
    {
      name: 'Calendars',
      samples: [
        sampleOf(
          'coach',
          calendarTroubleKind,
          'A calendar cannot be reached',
          calendarTroubleLetter(
            appUrl,
            people.coach,
            'Family',
            'This calendar address no longer works. Copy the new address from your calendar.',
          ),
        ),
        sampleOf(
          'coach',
          calendarReconnectKind,
          'Google Calendar to connect again',
          calendarReconnectLetter(appUrl, people.coach, 'maya.bennett@gmail.com'),
        ),
      ],
    },
  ]
}
