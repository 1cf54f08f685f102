import type { ComparedGroup, LikelySame, SideSummary, VerdictKind } from '../../../src/shared/comparison';
import { type ErrorValue, type GroupValue, groupVersion } from '../../../src/shared/groupValue';
import {
	type ComparedRow,
	type ComparisonAsked,
	type ComparisonHead,
	type ComparisonStart,
	type FoldName,
	foldNames,
} from '../../../src/shared/protocols/comparisonProtocol';
import type { Notice } from '../../../src/shared/protocols/notice';
import type { Group, RecordFilter } from '../../../src/shared/results';
import { fakeTable, hostileText } from './fakeRecords';

export interface FakeGroups {
	readonly counts?: Partial<Readonly<Record<FoldName, number>>>;
	/** Whether each section starts with two groups whose names are hostile or very long. */
	readonly odd?: boolean;
	readonly deviceless?: boolean;
	readonly timeless?: boolean;
	readonly empty?: 'before' | 'after' | 'both';
	readonly caveats?: readonly Notice[];
	readonly renamed?: boolean;
	/** Triage state of the first group in each section. */
	readonly states?: Partial<Readonly<Record<FoldName, ComparedRow['triage']>>>;
}

export const usualCounts: Readonly<Record<FoldName, number>> = {
	new: 3,
	increased: 5,
	small: 0,
	unchanged: 40,
	decreased: 2,
	gone: 4,
	inconclusive: 120,
};

const day = 86_400;
/** 2 November 2026, 00:00 UTC. */
const start = 1_793_577_600;
const spans = {
	before: { since: start, until: start + 14 * day - 1 },
	after: { since: start + 14 * day, until: start + 21 * day - 1 },
};

const types = ['IllegalStateException', 'NullPointerException', 'SocketTimeoutException', 'SQLiteFullException'];
const places = ['CartTotals.sum', 'ProductGallery.layout', 'PriceClient.fetch', 'Orders.insert', 'SearchModel.query'];
const longName = `com.example.${'veryLongPackageName.'.repeat(20)}ImprobablyLongExceptionName`;

function groupAt(fold: FoldName, index: number, { odd, deviceless, timeless }: FakeGroups): ComparedGroup {
	const hidden = odd && index === 0 ? hostileText : odd && index === 1 ? longName : undefined;
	const place = places[(index * 7 + foldNames.indexOf(fold)) % places.length] ?? '';
	const type = types[(index + foldNames.indexOf(fold)) % types.length] ?? '';
	const value: ErrorValue = {
		version: groupVersion,
		title: hidden ?? type,
		place: hidden ?? `${place}${index >= 20 ? index : ''}`,
		message: '',
		basis: 'ownFrames',
		platform: 'jvm',
		type: hidden ?? `java.lang.${type}`,
		frames: [
			hidden ?? `com.example.shop.${place}${index}`,
			'com.example.shop.App.run',
			`android.os.Looper${fold}.loop`,
		],
	};
	const size = fold === 'inconclusive' ? 3 - (index % 3) : Math.max(8, Math.round(900 / (index + 2)));
	const [before, after] = devicesOf(fold, size, index);
	const side = (devices: number, { since, until }: (typeof spans)['before']): Group | undefined =>
		devices === 0
			? undefined
			: {
					value,
					detail: 'cart total, "negative"',
					firstRecord: 3 * index,
					records: devices * 3 + index,
					devices: deviceless ? undefined : devices,
					firstSeen: timeless ? undefined : since + (index % 5) * day + 3_600,
					lastSeen: timeless ? undefined : until - (index % 3) * day,
					firstVersion: '2.3.0',
					lastVersion: index % 4 === 0 ? '2.3.0' : '2.10.0',
					trend: timeless
						? []
						: Array.from({ length: 28 }, (_, part) => Math.round((devices / 10) * (1 + Math.sin(part / 3 + index)))),
				};
	const ratio = before === 0 ? undefined : (after / before) * 2;
	return {
		value,
		before: side(before, spans.before),
		after: side(after, spans.after),
		counted: { before, after },
		verdict: verdictOf(fold, index, before || after),
		change: { ratio, low: 1.7, high: 7 },
		changeOfShare: undefined,
		readingsDisagree: false,
		noneAtMost: undefined,
	};
}

function devicesOf(fold: FoldName, size: number, index: number): readonly [before: number, after: number] {
	switch (fold) {
		case 'new':
			return [0, size];
		case 'increased':
			return [Math.ceil(size / 4), size];
		case 'small':
			return [size * 2, Math.ceil(size * 1.2)];
		case 'unchanged':
			return [size * 2, size];
		case 'decreased':
			return [size * 2, Math.ceil(size / 5)];
		case 'gone':
			return [size, 0];
		case 'inconclusive':
			return index % 2 === 0 ? [size, 1] : [0, size];
	}
}

function verdictOf(fold: FoldName, index: number, expected: number): ComparedGroup['verdict'] {
	switch (fold) {
		case 'new':
		case 'gone':
			return { kind: fold, expected };
		case 'inconclusive':
			return index % 9 === 0 ? { kind: 'inconclusive', reasons: ['cut'] } : { kind: 'tooFew' };
		default:
			return { kind: fold };
	}
}

function wordsOf({ verdict, counted }: ComparedGroup): string {
	switch (verdict.kind) {
		case 'new':
			return 'Not found in 41,233 records on the "before" side. At the rate of the "after" side, about 165 would be expected.';
		case 'gone':
			return 'Not found in 12,004 records on the "after" side. At the rate of the "before" side, about 90 would be expected.';
		case 'unchanged':
			return 'No detectable change.';
		case 'tooFew':
			return 'Too few records for a conclusion.';
		case 'inconclusive':
			return 'Inconclusive: records are missing on a side.';
		default:
			return `${counted.before} → ${counted.after} devices in 14 days and 7 days (change: between 1.7 and 7.0 times, 95% CI).`;
	}
}

export function fakeComparison(options: FakeGroups) {
	const counts = { ...usualCounts, ...(options.empty === 'both' ? noCounts() : {}), ...options.counts };
	const getRows = (fold: FoldName, filters: readonly RecordFilter[]): readonly number[] =>
		Array.from({ length: counts[fold] }, (_, index) => index).filter((index) =>
			filters.every((filter) => holds(groupAt(fold, index, options).value, index, filter)),
		);
	// Counts are cached for each query, because sections can have hundreds of thousands of groups.
	const known = new Map<string, readonly number[]>();
	const listed = (fold: FoldName, { filters }: ComparisonAsked) => {
		const key = JSON.stringify([fold, filters]);
		const found = known.get(key) ?? getRows(fold, filters);
		known.set(key, found);
		return found;
	};
	const summary = (side: 'before' | 'after'): SideSummary => {
		const none = options.empty === side || options.empty === 'both';
		const [records, devices] = none ? [0, 0] : side === 'before' ? [41_233, 9_120] : [12_004, 3_877];
		const seconds = options.timeless ? undefined : side === 'before' ? 14 * day : 7 * day;
		return {
			records,
			devices: options.deviceless ? undefined : devices,
			untimed: 0,
			outside: 0,
			deviceless: 0,
			spans: [spans[side]],
			seconds,
			tested: {
				records,
				counted: options.deviceless ? records : devices,
				seconds: seconds && (side === 'after' ? seconds - day : seconds),
				until: side === 'after' ? spans.after.until - day : undefined,
			},
		};
	};
	const first = (fold: FoldName): GroupValue => groupAt(fold, 0, options).value;
	const likelySame: readonly LikelySame[] = options.renamed
		? [{ before: first('gone'), after: first('new'), frames: 4 }]
		: [];
	return {
		head: (asked: ComparisonAsked): ComparisonHead => {
			const of = (fold: FoldName) => listed(fold, asked).length;
			const refused = listed('inconclusive', asked).filter((index) => index % 9 === 0).length;
			const groups: Record<VerdictKind, number> = {
				new: of('new'),
				increased: of('increased'),
				small: of('small'),
				unchanged: of('unchanged'),
				decreased: of('decreased'),
				gone: of('gone'),
				inconclusive: refused,
				tooFew: of('inconclusive') - refused,
				variable: 0,
			};
			return {
				by: options.deviceless ? 'records' : 'devices',
				groups,
				lag: { usual: 21_600, leftOut: day, measured: true },
				sides: { before: summary('before'), after: summary('after') },
				flags: { before: ['complete'], after: ['Completeness not checked', '3 records without a time'] },
				spans: { before: 'Nov 2 – 15', after: 'Nov 16 – 22' },
				caveats: options.caveats ?? [],
				basis: [
					'A device counts once on each side, however many records it has.',
					'Nine of ten records arrive within 6 hours; the newest day is left out of the verdicts.',
				],
				likelySame,
			};
		},
		rows: (
			asked: ComparisonAsked,
			fold: FoldName,
			order: string,
			from: number,
			to: number,
		): { rows: readonly ComparedRow[]; listed: number } => {
			const all = listed(fold, asked);
			// Groups are generated in descending order of devices.
			const ordered = order === 'before' ? all.toReversed() : all;
			const rows = ordered.slice(from, to).map((index) => groupAt(fold, index, options));
			const stateOf = (at: number) => (from + at === 0 ? options.states?.[fold] : undefined);
			const withWords = rows.map((row, at) => ({ ...row, words: wordsOf(row), triage: stateOf(at) }));
			return { rows: withWords, listed: all.length };
		},
	};
}

function noCounts(): Record<FoldName, number> {
	return { new: 0, increased: 0, small: 0, unchanged: 0, decreased: 0, gone: 0, inconclusive: 0 };
}

function holds(value: GroupValue, index: number, filter: RecordFilter): boolean {
	switch (filter.kind) {
		case 'anywhere':
		case 'contains':
			return JSON.stringify(value).toLowerCase().includes(filter.text.toLowerCase());
		default:
			return index % 2 === 0;
	}
}

export function fakeStart(options: FakeGroups): Omit<ComparisonStart, 'strings' | 'language' | 'state'> {
	const { info } = fakeTable(20);
	const side = { path: '/exports/shop.errors.csv', label: 'A version' };
	return {
		comparison: { application: 'Shop for Android', before: side, after: side, exposure: 'time' },
		title: 'Comparison: Shop for Android',
		labels: options.odd
			? { before: `${longName} ${longName}`, after: hostileText }
			: { before: 'Version 2.3.0', after: 'Version 2.4.0 and later' },
		info,
		sharedColumns: [...info.columns.keys()].filter((column) => column !== 12),
		byTime: !options.timeless,
		asked: { key: { kind: 'frames' }, exposure: options.timeless ? 'devices' : 'time', filters: [] },
		timeZone: 'UTC',
	};
}
