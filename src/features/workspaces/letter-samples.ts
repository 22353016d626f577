import { fillIn } from '#features/notifications/letter.ts'
import { people, type SampleGroup, type SampleWorld, sampleOf } from '#features/notifications/sample.ts'
import { workspaceNews, workspaceNewsKind } from './letters.ts'

export function workspaceSamples({ env: { appUrl } }: SampleWorld): SampleGroup[] {
  return [
    {
      name: 'Workspaces',
      samples: [
        sampleOf(
          'student',
          workspaceNewsKind,
          'Several coach updates in one email',
          fillIn(workspaceNews, {
            other_name: people.coach,
            news: `${people.coach} shared notes on the lesson: 60-minute Lesson\n${people.coach} assigned a drill: Gate drill`,
            workspace_url: `${appUrl}/student-collaborate?coach=${people.coachId}`,
          }),
        ),
      ],
    },
  ]
}
