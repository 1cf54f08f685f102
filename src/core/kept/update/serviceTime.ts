import type { ExportParts } from '../../export/library/exportParts';

/** What the service's clock shows, as far as it has told: a day is over when it is over there. */
export function serviceTime({ now = () => new Date(), clockAhead }: ExportParts): Date {
	return new Date(now().getTime() + (clockAhead?.() ?? 0));
}
