import type { ExportDependencies } from '../../export/library/exportDependencies';

/** Returns the time of the service, which determines when a day ends. If unknown, returns the local time. */
export function serviceTime({ now = () => new Date(), clockAhead }: ExportDependencies): Date {
	return new Date(now().getTime() + (clockAhead?.() ?? 0));
}
