import type { ExportDependencies } from '../../export/library/exportDependencies';

/** Returns the service's time, which determines when a day ends, or the local time if it is unknown. */
export function serviceTime({ now = () => new Date(), clockAhead }: ExportDependencies): Date {
	return new Date(now().getTime() + (clockAhead?.() ?? 0));
}
