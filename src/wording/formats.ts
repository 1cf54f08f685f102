import * as vscode from 'vscode';

const { l10n } = vscode;

/*
 * How values are shown: counts, sizes, durations, moments. Numbers and dates follow the language of the editor; clocks
 * show 24 hours, as the service's do.
 */

/** `12,431` */
export function formatCount(count: number): string {
	return countFormat().format(count);
}

/** `33 %` of a whole, one decimal below ten. */
export function formatShare(part: number, whole: number): string {
	const share = whole === 0 ? 0 : part / whole;
	return new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 }).format(
		share,
	);
}

/** Exact below a million, `1.2M` from there: for places that are too narrow for more. */
function formatShortCount(count: number): string {
	return count < 1_000_000 ? formatCount(count) : shortCountFormat().format(count);
}

/** `12,431 records`, `1.2M records` */
export function describeRecordCount(count: number): string {
	return count === 1 ? l10n.t('1 record') : l10n.t('{0} records', formatShortCount(count));
}

/** Decimal units: `812 bytes`, `4.1 MB`. */
export function formatBytes(bytes: number): string {
	const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), byteUnits.length - 1);
	return formatUnit(bytes / 1000 ** power, byteUnits[power] ?? 'byte', power === 0 ? 'long' : 'short');
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** `0.8s`, `42s`, `3m 5s`, `2h 10m` */
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

/**
 * How long ago a moment was; a date once that says more.
 *
 * @param moment ISO 8601, as export entries keep it.
 */
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

/** A moment on this machine's clock, with its date. */
export function formatMoment(moment: string | Date, precision: 'date' | 'minute' = 'minute'): string {
	const date = new Date(moment);
	return Number.isNaN(date.getTime()) ? String(moment) : momentFormat[precision]().format(date);
}

/** A moment of today on this machine's clock: `09:02`. */
export function formatClock(moment: Date): string {
	return momentFormat.clock().format(moment);
}

/** A moment on this machine's clock, with its date unless it is that of now. */
export function formatNear(moment: Date, now: Date): string {
	return moment.toDateString() === now.toDateString() ? formatClock(moment) : formatMoment(moment);
}

/** The first sentence of a text, for places that show one line, and what follows it. */
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

/** The language of the editor, which may be one that the runtime has no data for. */
export function locale(): string {
	try {
		return Intl.NumberFormat.supportedLocalesOf(vscode.env.language)[0] ?? 'en';
	} catch {
		return 'en';
	}
}

// Formats that every row of a tree needs. Making one costs far more than using it, and the language stays the same.
const countFormat = once(() => new Intl.NumberFormat(locale()));
const shortCountFormat = once(
	() => new Intl.NumberFormat(locale(), { notation: 'compact', maximumFractionDigits: 1, roundingMode: 'trunc' }),
);
const sentences = once(() => new Intl.Segmenter(locale(), { granularity: 'sentence' }));
const momentFormat = {
	date: once(() => new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' })),
	clock: once(() => new Intl.DateTimeFormat(locale(), { timeStyle: 'short', hourCycle: 'h23' })),
	minute: once(() => new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })),
};

function once<T>(make: () => T): () => T {
	let made: T | undefined;
	return () => {
		made ??= make();
		return made;
	};
}
