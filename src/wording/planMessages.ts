import { l10n } from 'vscode';
import type { DateDimension, Format, Plan } from '../core/plan/plan';
import type { Range } from '../core/plan/range';
import { type CivilTime, parseCivil, toUtc } from '../shared/civilTime';
import { formatCount, locale } from './formats';

/** The application of a plan, by its name or else its ID. */
export function applicationName({ application }: Pick<Plan, 'application'>): string {
	return application.name ?? application.id;
}

/** `os_name = android`, each of them. */
export function describeFilters(filters: Plan['filters']): string[] {
	return filters.map(({ field, value }) => `${field} = ${value}`);
}

/** A range as a person chose it: `Last 7 days`, `Oct 1 – 31`. */
export function describeRange(range: Range, now = new Date()): string {
	switch (range.kind) {
		case 'last24Hours':
			return l10n.t('Last 24 hours');
		case 'lastDays':
			return l10n.t('Last {0} days', formatCount(range.days));
		case 'today':
			return l10n.t('Today');
		case 'yesterday':
			return l10n.t('Yesterday');
		case 'between':
			return describeDates(range.since, range.until, now);
	}
}

/**
 * Two inclusive ends as dates, to the minute, with the year where it is not the current one. Whole days show no clock.
 *
 * @param since A civil time, or one in the long form of the service document (section 4.2).
 */
export function describeDates(since: CivilTime | string, until: CivilTime | string, now = new Date()): string {
	const [from, to] = [readCivil(since, 'start'), readCivil(until, 'end')];
	if (!from || !to) {
		return `${since} – ${until}`;
	}
	const year = now.getFullYear();
	const format = dateFormat({ clock: !isWholeDays(from, to), year: from.year !== year || to.year !== year });
	// A range that ends before it begins is shown as it is: its problem is told elsewhere.
	return toUtc(from) <= toUtc(to)
		? format.formatRange(toUtc(from), toUtc(to))
		: `${format.format(toUtc(from))} – ${format.format(toUtc(to))}`;
}

/** A day as sets of kept records have it, `yyyy-mm-dd`, with the year where it is not the current one. */
export function describeDay(day: string, now = new Date()): string {
	const read = readCivil(day, 'start');
	return read ? dateFormat({ clock: false, year: read.year !== now.getFullYear() }).format(toUtc(read)) : day;
}

export function describeDateDimension(dimension: DateDimension): string {
	return {
		default: l10n.t('When it happened on the device'),
		receive: l10n.t('When the server received it'),
	}[dimension];
}

/** In few words, behind others. */
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

/** Civil times have no zone: they are read and shown on the same clock, UTC. */
function dateFormat(shown: { clock: boolean; year: boolean }): Intl.DateTimeFormat {
	return new Intl.DateTimeFormat(locale(), {
		timeZone: 'UTC',
		day: 'numeric',
		month: 'short',
		...(shown.year && { year: 'numeric' }),
		...(shown.clock && { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
	});
}
