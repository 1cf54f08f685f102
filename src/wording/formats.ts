import { createFormSelector, type PluralForms } from '../shared/plural';
import { isZoneName, zoneLabel } from '../shared/zones';
import { l10n } from './l10n';

/* Numbers and dates are formatted for VS Code's display language. Times use the 24-hour clock. */

export function formatCount(count: number): string {
	return countFormat().format(count);
}

/** Returns the translated plural form for a count. `{0}` is the count, and `more` provides `{1}`, `{2}`, and so on. */
export function plural(count: number, forms: PluralForms, ...more: readonly (string | number)[]): string {
	return pluralOf(count, formatCount(count), forms, more);
}

function pluralOf(count: number, shown: string, forms: PluralForms, more: readonly (string | number)[] = []): string {
	return l10n.t(selectForm()(count, forms), shown, ...more);
}

/** Formats a share as a percentage such as `33%`. Below ten percent, it has one decimal place. */
export function formatShare(part: number, whole: number): string {
	const share = whole === 0 ? 0 : part / whole;
	return new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 }).format(
		share,
	);
}

function formatShortCount(count: number): string {
	return count < 1_000_000 ? formatCount(count) : shortCountFormat().format(count);
}

export function describeRecordCount(count: number): string {
	return pluralOf(count, formatShortCount(count), { one: '{0} record', other: '{0} records' });
}

/** Formats a size in decimal units, for example `812 bytes` or `4.1 MB`. */
export function formatBytes(bytes: number): string {
	const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), byteUnits.length - 1);
	return formatUnit(bytes / 1000 ** power, byteUnits[power] ?? 'byte', power === 0 ? 'long' : 'short');
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

export function formatDuration(milliseconds: number): string {
	const seconds = milliseconds / 1000;
	if (seconds < 10) {
		return formatUnit(seconds, 'second', 'narrow');
	}
	const whole = Math.round(seconds);
	const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
	const parts: [number, string][] =
		hours > 0
			? [
					[hours, 'hour'],
					[minutes, 'minute'],
				]
			: [
					[minutes, 'minute'],
					[rest, 'second'],
				];
	return parts
		.filter(([count]) => count > 0)
		.map(([count, unit]) => formatUnit(count, unit, 'narrow'))
		.join(' ');
}

/** Formats the time since a moment, or the date if the moment is long ago. A string must be in ISO 8601 format. */
export function formatAgo(moment: string | Date, now = new Date()): string {
	const then = new Date(moment);
	const minutes = Math.floor((now.getTime() - then.getTime()) / 60_000);
	if (Number.isNaN(minutes)) {
		return String(moment);
	}
	if (minutes < 1) {
		return l10n.t('just now');
	}
	if (minutes < 60) {
		return l10n.t('{0} min ago', formatCount(minutes));
	}
	const hours = Math.floor(minutes / 60);
	if (hours < 24) {
		return l10n.t('{0} h ago', formatCount(hours));
	}
	const days = Math.floor(hours / 24);
	return days < 30 ? l10n.t('{0} d ago', formatCount(days)) : formatMoment(then, 'date');
}

export function formatMoment(moment: string | Date, precision: MomentPart = 'minute', timeZone?: string): string {
	const date = new Date(moment);
	return Number.isNaN(date.getTime()) ? String(moment) : momentFormat(precision, timeZone).format(date);
}

export function formatNear(moment: Date, now: Date, timeZone?: string): string {
	return formatMoment(moment, isSameDay(moment, now, timeZone) ? 'clock' : 'minute', timeZone);
}

/** Appends the time zone to a time, unless it is the local time zone (undefined). */
export function withZone(time: string, timeZone: string | undefined): string {
	return timeZone === undefined ? time : `${time} ${zoneLabel(timeZone)}`;
}

export function isSameDay(one: Date, other: Date, timeZone?: string): boolean {
	const format = momentFormat('date', timeZone);
	return format.format(one) === format.format(other);
}

export function splitSentence(text: string): { readonly first: string; readonly rest: string } {
	const [first] = sentences().segment(text);
	const end = first?.segment.length ?? 0;
	return { first: text.slice(0, end).trim(), rest: text.slice(end).trim() };
}

function formatUnit(value: number, unit: string, unitDisplay: 'long' | 'short' | 'narrow'): string {
	return new Intl.NumberFormat(locale(), {
		style: 'unit',
		unit,
		unitDisplay,
		maximumFractionDigits: value < 10 ? 1 : 0,
	}).format(value);
}

/** Returns VS Code's display language, or another language if the runtime doesn't support it. */
export function locale(): string {
	try {
		return Intl.NumberFormat.supportedLocalesOf(l10n.language)[0] ?? 'en';
	} catch {
		return 'en';
	}
}

// Formatters are cached, because creating one is much slower than using it.
const selectForm = once(() => createFormSelector(locale(), l10n.bundle));
const countFormat = once(() => new Intl.NumberFormat(locale()));
const shortCountFormat = once(
	() => new Intl.NumberFormat(locale(), { notation: 'compact', maximumFractionDigits: 1, roundingMode: 'trunc' }),
);
const sentences = once(() => new Intl.Segmenter(locale(), { granularity: 'sentence' }));
const momentOptions = {
	date: { dateStyle: 'medium' },
	clock: { timeStyle: 'short', hourCycle: 'h23' },
	minute: { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' },
	second: { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' },
} as const;
type MomentPart = keyof typeof momentOptions;

/** Formats a part of a date and time. If the time zone is unknown, the local time zone is used. */
const momentFormat = oncePerKey(
	(part: MomentPart, timeZone: string | undefined) =>
		new Intl.DateTimeFormat(locale(), {
			...momentOptions[part],
			...(timeZone !== undefined && isZoneName(timeZone) && { timeZone }),
		}),
);

function once<T>(make: () => T): () => T {
	let made: T | undefined;
	return () => {
		made ??= make();
		return made;
	};
}

function oncePerKey<K extends readonly unknown[], T>(make: (...key: K) => T): (...key: K) => T {
	const made = new Map<string, T>();
	return (...key) => {
		const name = key.join(' ');
		const known = made.get(name) ?? make(...key);
		made.set(name, known);
		return known;
	};
}
