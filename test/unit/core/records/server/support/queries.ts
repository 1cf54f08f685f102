import type { RecordQueries, RecordQuery } from '../../../../../../src/shared/recordsApi';
import type { GroupKey, RecordFilter, View } from '../../../../../../src/shared/results';
import type { Random } from '../../../../../support/random';

const orders = ['records', 'devices', 'lastSeen', 'firstSeen', 'trend', 'value'] as const;
const texts = ['a', 'STATE', 'ошибка', 'k', '99', 'Σ', '😀', '"', 'shop', "'", '\\'] as const;
const formats = ['csv', 'tsv', 'json', 'ndjson', 'markdown'] as const;
const issue = { untitled: 'x', fieldsHeading: 'Fields', traceHeading: 'Trace', deobfuscatedLabel: 'Mapping' };

export function randomQuestions(
	random: Random,
	keys: readonly [GroupKey, ...GroupKey[]],
	view: View,
	records: number,
	columns: number,
): Question[] {
	const column = random.below(columns + 1);
	const number = random.below(records + 1);
	const start = random.below(records + 5);
	const cuts = random.times(4, () => random.below(records + 30)).sort((a, b) => a - b);
	const [first = 0, second = 0, third = 0, last = 0] = cuts;
	const positions = random.pick([
		[],
		[{ from: first, to: last }],
		[
			{ from: first, to: second },
			{ from: third, to: last },
		],
	]);
	const key = random.pick(keys);
	const containing = random.chance(0.3) ? { containing: random.pick(texts) } : {};
	const all = Array.from({ length: columns }, (_, index) => index);
	const ofPositions: RecordFilter = { kind: 'positions', of: view, positions };
	return [
		['page', { view, start, end: start + 30, columns: all, cellLength: random.pick([5, 100]) }],
		['page', { view: { ...view, filters: [ofPositions] }, start: 0, end: 20, columns: [], cellLength: 0 }],
		['positionOf', { view, number }],
		[
			'histogram',
			{
				view,
				parts: 20,
				stackBy: random.chance(0.3) ? undefined : column,
				series: 3,
				timeZone: random.pick([undefined, 'Europe/Berlin', 'Asia/Kolkata']),
			},
		],
		['topValues', { view, column, limit: 5, ...containing }],
		[
			'groups',
			{
				view,
				key,
				order: random.pick(orders),
				descending: random.chance(0.5),
				start: random.below(3),
				end: 8,
				trendParts: random.below(2) * 10,
				...containing,
			},
		],
		['totals', { view, positions, column }],
		['find', { view, text: random.pick(texts), from: start, backwards: random.chance(0.5), columns: [2, 1] }],
		[
			'copy',
			{
				what: {
					view,
					...(random.chance(0.7) && { positions }),
					columns: [1, 0, 2],
					format: random.pick(formats),
					spreadsheetSafe: random.chance(0.3),
					header: random.chance(0.5),
					tracesAsWritten: true,
				},
				limit: 100_000,
			},
		],
		['record', { number }],
		['value', { number, column, limit: 1000 }],
		['issue', { title: undefined, facts: [], record: { number, ...issue }, closing: [] }],
	];
}

export type Question = { [Q in RecordQuery]: [query: Q, params: RecordQueries[Q]['params']] }[RecordQuery];

/** Returns the result of a query. All queries for a missing record have the same result. */
export async function outcome(answering: unknown): Promise<unknown> {
	try {
		return await answering;
	} catch (error) {
		return error instanceof RangeError ? 'no such record' : error;
	}
}
