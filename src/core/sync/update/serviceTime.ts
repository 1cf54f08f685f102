import type { ExportDependencies } from '../../export/library/exportDependencies';

/** Returns the service's time, which determines when a day ends. If it is unknown, the local time is returned. */
export function serviceTime({ now = () => new Date(), clockAhead }: ExportDependencies): Date {
	return new Date(now().getTime() + (clockAhead?.() ?? 0));
}
