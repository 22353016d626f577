import { Link } from '@tanstack/react-router'
import { Bell, LogOut, UserRound } from 'lucide-react'
import type { Actor } from '#platform/actor.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#ui/menu.tsx'
import { signOut } from './sign-out.ts'

/** The way of everybody who is signed in to their own account: password, second step, devices, data. */
export function AccountMenu({
  me,
  pictureUrl,
}: {
  me: Pick<Actor, 'fullName' | 'email'>
  pictureUrl?: string | null | undefined
}) {
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" aria-label="Your account">
          <Avatar name={me.fullName} src={pictureUrl} size="sm" decorative />
        </Button>
      }
    >
      <MenuLabel>
        <span className="block max-w-60 truncate font-semibold text-ink">{me.fullName}</span>
        <span className="block max-w-60 truncate">{me.email}</span>
      </MenuLabel>
      <MenuSeparator />
      <MenuItem asChild>
        <Link to="/profile">
          <UserRound aria-hidden />
          Account settings
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link to="/notifications">
          <Bell aria-hidden />
          Notification settings
        </Link>
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => void signOut()}>
        <LogOut aria-hidden />
        Sign Out
      </MenuItem>
    </Menu>
  )
}
