import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** How this installation is run: from a checkout, as a release on a machine, in a container, or in a pod of Kubernetes. */
type Place =
  | { kind: 'checkout' }
  | { kind: 'release'; command: string }
  | { kind: 'container' }
  | { kind: 'pod'; workload: string }

interface Surroundings {
  /** Set by the command `greenside` (deploy/greenside) to its own name. */
  GREENSIDE_COMMAND?: string | undefined
  /** Set by the image. */
  GREENSIDE_CONTAINER?: string | undefined
  /** Set by the chart (deploy/chart): where commands run, such as `--namespace lessons deploy/greenside-worker`. */
  GREENSIDE_WORKLOAD?: string | undefined
}

const COMPOSE = 'docker compose -f deploy/compose.yaml --env-file .env.production'

function placeOf({ GREENSIDE_COMMAND, GREENSIDE_CONTAINER, GREENSIDE_WORKLOAD }: Surroundings): Place {
  if (GREENSIDE_WORKLOAD) return { kind: 'pod', workload: GREENSIDE_WORKLOAD }
  if (GREENSIDE_CONTAINER) return { kind: 'container' }
  if (GREENSIDE_COMMAND) return { kind: 'release', command: GREENSIDE_COMMAND }
  return existsSync(join(root, '.git')) ? { kind: 'checkout' } : { kind: 'release', command: 'greenside' }
}

/**
 * How an operator types a command here.
 * @param script its file in scripts/, without `.ts`
 * @param words what follows, such as `grant <email>`
 */
export function commandFor(script: string, words = '', surroundings: Surroundings = process.env): string {
  const place = placeOf(surroundings)
  const rest = words && ` ${words}`
  if (place.kind === 'pod') return `kubectl exec ${place.workload} -- node scripts/${script}.ts${rest}`
  if (place.kind === 'container') return `${COMPOSE} run --rm worker node scripts/${script}.ts${rest}`
  if (place.kind === 'release') return `${place.command} ${script}${rest}`
  return `npm run ${script}${words.startsWith('-') ? ' --' : ''}${rest}`
}

/** How an operator starts the worker, the backup, the whole backup or the restore test here. */
export function startOf(
  what: 'worker' | 'backup' | 'whole backup' | 'restore test',
  surroundings: Surroundings = process.env,
): string {
  const place = placeOf(surroundings)
  if (place.kind === 'pod')
    return what === 'worker'
      ? `kubectl rollout restart ${place.workload}`
      : 'as your database is backed up (docs/operations.md, Kubernetes)'
  if (place.kind === 'container') {
    if (what === 'restore test')
      return `install -d -o 1000 -g 1000 /srv/restored && ${COMPOSE} run --rm -v /srv/restored:/restored backup node scripts/restore-test.ts --in=/restored`
    return what === 'whole backup'
      ? `${COMPOSE} run --rm backup node scripts/backup.ts`
      : `${COMPOSE} up -d ${what}`
  }
  const unit = {
    worker: 'worker',
    backup: 'backup',
    'whole backup': 'backup-whole',
    'restore test': 'restore-test',
  }[what]
  return `systemctl start ${place.kind === 'release' ? place.command : 'greenside'}-${unit}`
}
