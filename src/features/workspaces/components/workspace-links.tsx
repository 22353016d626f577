import { useQuery } from '@tanstack/react-query'
import { FolderOpen } from 'lucide-react'
import { playerName } from '#features/golfers/golfer.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { workspaceHref } from '../workspace.ts'
import { studentWorkspacesQuery } from './workspace-queries.ts'

/** Links to the coach's workspaces with one student: one for each golfer of the student's account. */
export function WorkspaceLinks({ studentId }: { studentId: string }) {
  const { data } = useQuery(studentWorkspacesQuery(studentId))
  const ofStudent = data?.filter((one) => one.studentId === studentId) ?? []
  if (!ofStudent.some(({ golfer }) => golfer))
    return (
      <LinkButton href={`/student-workspace/${studentId}`}>
        <FolderOpen aria-hidden />
        Workspace
      </LinkButton>
    )
  return ofStudent.map((one) => (
    <LinkButton
      key={one.golfer?.id ?? ''}
      href={workspaceHref('coach', { ...one, golferId: one.golfer?.id ?? null })}
    >
      <FolderOpen aria-hidden />
      <span>
        Workspace of <bdi>{playerName({ student: one, golfer: one.golfer })}</bdi>
      </span>
    </LinkButton>
  ))
}
