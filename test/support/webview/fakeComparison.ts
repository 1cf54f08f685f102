import type { ComparedGroup, LikelySame, SideSummary, VerdictKind } from '../../../src/shared/comparison';
import {
	type ComparedRow,
	type ComparisonAsked,
	type ComparisonHead,
	type ComparisonStart,
	type FoldName,
	foldNames,
	type Obstacle,
} from '../../../src/shared/comparisonProtocol';
import { type ErrorValue, type GroupValue, groupVersion } from '../../../src/shared/groupValue';
import type { Group, RecordFilter } from '../../../src/shared/results';
import { fakeTable, hostileText } from './fakeRecords';

/** What a test decides of the groups that are compared. */
export interface FakeGroups {
	/** How many there are in each fold. */
	readonly counts?: Partial<Readonly<Record<FoldName, number>>>;
	/** The first group of each fold has names that a stranger chose, and the second very long ones. */
	readonly odd?: boolean;
	/** No column tells devices. */
	readonly deviceless?: boolean;
	/** No column tells when. */
	readonly timeless?: boolean;
	readonly empty?: 'before' | 'after' | 'both';
	readonly obstacles?: readonly Obstacle[];
	/** The first new group is likely the first one that is gone. */
	readonly renamed?: boolean;
}

export const usualCounts: Readonly<Record<FoldName, number>> = {
	new: 3,
	grown: 5,
	unchanged: 40,
	shrunk: 2,
	gone: 4,
	untold: 120,
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

/** A group of its place in its fold, made by arithmetic alone. */
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
	const size = fold === 'untold' ? 3 - (index % 3) : Math.max(8, Math.round(900 / (index + 2)));
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
		case 'grown':
			return [Math.ceil(size / 4), size];
		case 'unchanged':
			return [size * 2, size];
		case 'shrunk':
			return [size * 2, Math.ceil(size / 5)];
		case 'gone':
			return [size, 0];
		case 'untold':
			return index % 2 === 0 ? [size, 1] : [0, size];
	}
}

function verdictOf(fold: FoldName, index: number, expected: number): ComparedGroup['verdict'] {
	switch (fold) {
		case 'new':
		case 'gone':
			return { kind: fold, expected };
		case 'untold':
			return index % 9 === 0 ? { kind: 'cannotTell', reasons: ['cut'] } : { kind: 'tooFew' };
		default:
			return { kind: fold };
	}
}

function wordsOf({ verdict, counted }: ComparedGroup): string {
	switch (verdict.kind) {
		case 'new':
			return 'Not among 41,233 records before; at the frequency of after, about 165 were to be expected.';
		case 'gone':
			return 'None among 12,004 records after; at the frequency of before, about 90 were to be expected.';
		case 'unchanged':
			return 'No change can be seen.';
		case 'tooFew':
			return 'Too few to tell.';
		case 'cannotTell':
			return 'Cannot tell: records are missing on a side.';
		default:
			return `${counted.before} → ${counted.after} devices in 14 days and 7 days; between 1.7 and 7.0 times with 95 % confidence.`;
	}
}

/** Compares invented groups in the plainest way. */
export function fakeComparison(options: FakeGroups) {
	const counts = { ...usualCounts, ...(options.empty === 'both' ? noCounts() : {}), ...options.counts };
	const rowsOf = (fold: FoldName, filters: readonly RecordFilter[]): readonly number[] =>
		Array.from({ length: counts[fold] }, (_, index) => index).filter((index) =>
			filters.every((filter) => holds(groupAt(fold, index, options).value, index, filter)),
		);
	// Folds of hundreds of thousands are counted once for each question.
	const known = new Map<string, readonly number[]>();
	const listed = (fold: FoldName, { filters }: ComparisonAsked) => {
		const key = JSON.stringify([fold, filters]);
		const found = known.get(key) ?? rowsOf(fold, filters);
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
			const refused = listed('untold', asked).filter((index) => index % 9 === 0).length;
			const groups: Record<VerdictKind, number> = {
				new: of('new'),
				grown: of('grown'),
				unchanged: of('unchanged'),
				shrunk: of('shrunk'),
				gone: of('gone'),
				cannotTell: refused,
				tooFew: of('untold') - refused,
				variesStrongly: 0,
			};
			return {
				by: options.deviceless ? 'records' : 'devices',
				groups,
				lag: { usual: 21_600, leftOut: day, measured: true },
				sides: { before: summary('before'), after: summary('after') },
				flags: { before: ['complete'], after: ['not verified', '3 records without a time'] },
				spans: { before: 'Nov 2 – 15', after: 'Nov 16 – 22' },
				obstacles: options.obstacles ?? [],
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
			// They are made with the most devices first.
			const ordered = order === 'before' ? all.toReversed() : all;
			const rows = ordered.slice(from, to).map((index) => groupAt(fold, index, options));
			return { rows: rows.map((row) => ({ ...row, words: wordsOf(row) })), listed: all.length };
		},
	};
}

function noCounts(): Record<FoldName, number> {
	return { new: 0, grown: 0, unchanged: 0, shrunk: 0, gone: 0, untold: 0 };
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

/** What the page starts with. */
export function fakeStart(options: FakeGroups): Omit<ComparisonStart, 'strings' | 'language' | 'state'> {
	const { info } = fakeTable(20);
	const side = { path: '/exports/shop.errors.csv', label: 'A version' };
	return {
		comparison: { application: 'Shop for Android', before: side, after: side, exposure: 'time' },
		title: 'What changed: Shop for Android',
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
