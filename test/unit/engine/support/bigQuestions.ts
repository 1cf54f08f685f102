import { type ComparisonPageQuestion, verdictKinds } from '../../../../src/shared/comparison';
import { type ErrorValue, groupVersion } from '../../../../src/shared/groupValue';
import type { RecordQueries, RecordQuery } from '../../../../src/shared/recordsApi';
import type { CopyOrSave } from '../../../../src/shared/results';
import { errorColumn, heaviest } from './bigFiles';

const view = { filters: [], sort: [] };
const sorted = { filters: [], sort: [{ column: errorColumn, descending: true }] };
const filtered = {
	filters: [
		{ kind: 'contains', column: errorColumn, text: 'Total49' },
		{ kind: 'matches', column: errorColumn, pattern: 'total4.*kt:1' },
		{ kind: 'anywhere', text: 'cart12.total' },
		{ kind: 'oneOf', column: errorColumn, values: ['a'], not: true },
		{ kind: 'range', column: errorColumn, from: 'a', to: 'z' },
	],
	sort: [],
} as const;
export const columns = [0, 1, 2, 3, 4, 5, 6];
export const everyColumn = Array.from({ length: 10_000 }, (_, index) => index);
export const copyOrSave = <F extends CopyOrSave['format']>(format: F, chosen = columns) => ({
	view,
	columns: chosen,
	format,
	spreadsheetSafe: true,
	header: true,
});

const fixedError: ErrorValue = {
	version: groupVersion,
	title: 'e',
	place: '',
	message: '',
	basis: 'ownFrames',
	platform: 'android',
	type: 'java.lang.IllegalStateException',
	frames: ['a.b', 'a.c', 'a.d', 'a.e'],
};

export const queries: { readonly [Q in RecordQuery]: readonly RecordQueries[Q]['params'][] } = {
	page: [
		{ view, start: 0, end: 100, columns, cellLength: 200 },
		{ view: sorted, start: 0, end: 100, columns, cellLength: 200 },
		...filtered.filters.map((filter) => ({
			view: { filters: [filter], sort: [] },
			start: 0,
			end: 100,
			columns,
			cellLength: 200,
		})),
	],
	record: [{ number: heaviest }],
	value: [
		{ number: heaviest, column: errorColumn, limit: 10_000_000 },
		{ number: heaviest, column: 'raw', limit: 10_000_000 },
	],
	positionOf: [{ view: sorted, number: heaviest }],
	groups: (
		[
			{ kind: 'frames' },
			{ kind: 'name' },
			{ kind: 'message' },
			{ kind: 'topFrame' },
			{ kind: 'column', column: errorColumn },
		] as const
	).map((key) => ({ view, key, order: 'records', descending: true, start: 0, end: 50, trendParts: 20 })),
	group: [{ view, key: { kind: 'frames' }, value: 'a', trendParts: 20 }],
	commonTraits: [{ view, key: { kind: 'column', column: 2 }, value: 'ios', timeZone: 'Europe/Berlin' }],
	histogram: [{ view, parts: 100, stackBy: errorColumn, series: 5 }],
	topValues: [
		{ view, column: errorColumn, limit: 50 },
		{ view, column: errorColumn, limit: 50, containing: 'total49' },
	],
	totals: [{ view: sorted, positions: [{ from: 0, to: 1_000_000 }], column: errorColumn }],
	find: [{ view, text: 'nowhere to be found', from: 0, backwards: false }],
	copy: (['csv', 'tsv', 'json', 'ndjson', 'markdown'] as const).map((format) => ({
		what: copyOrSave(format),
		limit: 10_000_000,
	})),
	issue: [
		{
			title: undefined,
			facts: [],
			record: {
				number: heaviest,
				untitled: 'a',
				fieldsHeading: 'b',
				deobfuscatedLabel: 'Deobfuscated with',
				traceHeading: 'c',
			},
			closing: [],
		},
	],
	fixEvidence: [
		{
			key: { kind: 'frames' },
			fixes: [{ value: fixedError, lines: [{ before: ['0.1.2', '1.2.3'], after: ['3.1.2', '4.2.3'] }] }],
			timeZone: 'Europe/Berlin',
		},
	],
};

const compared = {
	timeZone: 'Europe/Berlin',
	verdicts: verdictKinds,
	order: 'evidence',
	start: 0,
	end: 50,
	trendParts: 20,
} as const;

export const comparisons: readonly ComparisonPageQuestion[] = [
	{
		...compared,
		key: { kind: 'frames' },
		exposure: 'time',
		before: { filters: [], range: { since: 1_767_225_600, until: 1_780_000_000 } },
		after: { filters: [], range: { since: 1_780_000_001, until: 1_798_761_600 } },
	},
	{
		...compared,
		key: { kind: 'column', column: errorColumn },
		exposure: 'devices',
		before: { filters: [], versions: ['0.1.2', '1.2.3'] },
		after: { filters: [], versions: ['3.1.2', '4.2.3'] },
	},
];
