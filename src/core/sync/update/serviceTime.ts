import type { ExportDependencies } from '../../export/library/exportDependencies';

/** Returns the time that determines when a day ends: the service's time or, if that is unknown, the local time. */
export function serviceTime({ now = () => new Date(), clockAhead }: ExportDependencies): Date {
	return new Date(now().getTime() + (clockAhead?.() ?? 0));
}
