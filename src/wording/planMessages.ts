import type { DateDimension, Format, Plan } from '../core/plan/plan';
import type { Range } from '../core/plan/range';
import { type CivilTime, parseCivil, toUtc } from '../shared/civilTime';
import { locale, plural } from './formats';
import { l10n } from './l10n';

export function applicationName({ application }: Pick<Plan, 'application'>): string {
	return application.name ?? application.id;
}

export function describeFilters(filters: Plan['filters']): string[] {
	return filters.map(({ field, value }) => `${field} = ${value}`);
}

export function describeRange(range: Range, now = new Date()): string {
	switch (range.kind) {
		case 'last24Hours':
			return l10n.t('Last 24 hours');
		case 'lastHours':
			return plural(range.hours, { one: 'Last {0} hour', other: 'Last {0} hours' });
		case 'lastDays':
			return plural(range.days, { one: 'Last {0} day', other: 'Last {0} days' });
		case 'today':
			return l10n.t('Today');
		case 'yesterday':
			return l10n.t('Yesterday');
		case 'between':
			return describeDates(range.since, range.until, now);
	}
}

/**
 * Formats an inclusive range of times to the minute. Omits the current year. Omits the times of a range of whole days.
 */
export function describeDates(since: CivilTime | string, until: CivilTime | string, now = new Date()): string {
	const [from, to] = [readCivil(since, 'start'), readCivil(until, 'end')];
	if (!from || !to) {
		return `${since} – ${until}`;
	}
	const year = now.getFullYear();
	const format = dateFormat({ clock: !isWholeDays(from, to), year: from.year !== year || to.year !== year });
	// A range that ends before it starts is shown unchanged, because another message reports the error.
	return toUtc(from) <= toUtc(to)
		? format.formatRange(toUtc(from), toUtc(to))
		: `${format.format(toUtc(from))} – ${format.format(toUtc(to))}`;
}

export function describeDay(day: string, now = new Date()): string {
	const read = readCivil(day, 'start');
	return read ? dateFormat({ clock: false, year: read.year !== now.getFullYear() }).format(toUtc(read)) : day;
}

export function describeDateDimension(dimension: DateDimension): string {
	return {
		default: l10n.t('Device time (when the error happened)'),
		receive: l10n.t('Server time (when the error was received)'),
	}[dimension];
}

export function describeTimeBasis(dimension: DateDimension): string {
	return { default: l10n.t('by device time'), receive: l10n.t('by server time') }[dimension];
}

export function describeFormat(format: Format | 'parquet'): string {
	return { csv: 'CSV', json: 'JSON', parquet: 'Parquet' }[format];
}

function readCivil(time: CivilTime | string, edge: 'start' | 'end'): CivilTime | undefined {
	if (typeof time !== 'string') {
		return time;
	}
	const parsed = parseCivil(time, edge);
	return parsed.ok ? parsed.time : undefined;
}

function isWholeDays(since: CivilTime, until: CivilTime): boolean {
	return (
		since.hour + since.minute + since.second === 0 && until.hour === 23 && until.minute === 59 && until.second === 59
	);
}

/** Returns a formatter for civil times. They have no time zone, so they are formatted as UTC times. */
function dateFormat(shown: { clock: boolean; year: boolean }): Intl.DateTimeFormat {
	return new Intl.DateTimeFormat(locale(), {
		timeZone: 'UTC',
		day: 'numeric',
		month: 'short',
		...(shown.year && { year: 'numeric' }),
		...(shown.clock && { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
	});
}
