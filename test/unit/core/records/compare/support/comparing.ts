import { Comparisons } from '../../../../../../src/core/records/compare/comparisons';
import { createQueries } from '../../../../../../src/core/records/queries';
import type { Table } from '../../../../../../src/core/records/table/table';
import {
	type ComparedGroup,
	type ComparisonPage,
	type ComparisonPageQuestion,
	type RecordsFacts,
	type SideQuestion,
	verdictKinds,
} from '../../../../../../src/shared/comparison';
import { MemoryTable, type TestColumn } from '../../query/support/memoryTable';

export const day = 86_400;

/** Unix time of Monday, 5 January 2026, 00:00 UTC, in seconds. */
export const monday = 1_767_571_200;

export interface PlainRecord {
	readonly name: string;
	/** Event time in Unix seconds. Undefined if the record has no time. */
	readonly time: number | undefined;
	readonly device: string;
	readonly version?: string;
	/** Delay between the event time and the receive time, in seconds. */
	readonly late?: number;
}

const names = ['error_name', 'error_timestamp', 'analytics_device_id', 'app_version_name', 'error_receive_timestamp'];

export interface TableShape {
	readonly stores?: Readonly<Record<string, TestColumn['store']>>;
	readonly without?: readonly string[];
}

export function getTable(records: readonly PlainRecord[], { stores = {}, without = [] }: TableShape = {}): MemoryTable {
	const retained = names.filter((name) => !without.includes(name));
	const kindOf = (name: string) =>
		name.endsWith('_timestamp') ? 'time' : name === 'app_version_name' ? 'version' : 'text';
	return new MemoryTable({
		columns: retained.map((name) => ({ name, kind: kindOf(name), store: stores[name] ?? 'dictionary' })),
		rows: records.map((record) => {
			const all = cellsOf(record);
			return retained.map((name) => all[names.indexOf(name)] ?? '');
		}),
		blockRecords: 500,
	});
}

export function getCsv(records: readonly PlainRecord[]): string {
	return [names, ...records.map(cellsOf)].map((cells) => `${cells.join(',')}\n`).join('');
}

function cellsOf({ name, time, device, version = '', late }: PlainRecord): string[] {
	const received = time === undefined || late === undefined ? '' : String(time + late);
	return [name, time === undefined ? '' : String(time), device, version, received];
}

export function facts(since: number, until: number, more: Partial<RecordsFacts> = {}): RecordsFacts {
	return {
		application: '7',
		filters: [],
		dimension: 'default',
		timeZone: 'UTC',
		covers: [{ since, until }],
		askedAt: until + 90 * day,
		proof: 'proven',
		...more,
	};
}

export function side(since: number, until: number, more: Partial<RecordsFacts> = {}): SideQuestion {
	return { filters: [], facts: facts(since, until, more) };
}

type Asked = Partial<ComparisonPageQuestion> & Pick<ComparisonPageQuestion, 'before' | 'after'>;

export function compare(before: Table, after: Table, asked: Asked, signal?: AbortSignal): Promise<ComparisonPage> {
	const one = createQueries(before).compared;
	return new Comparisons().page(
		{ before: one, after: before === after ? one : createQueries(after).compared },
		{
			key: { kind: 'name' },
			exposure: 'time',
			timeZone: 'UTC',
			verdicts: verdictKinds,
			order: 'evidence',
			start: 0,
			end: 1_000_000,
			trendParts: 0,
			...asked,
		},
		signal ?? new AbortController().signal,
		() => undefined,
	);
}

export function groupIn({ page }: ComparisonPage, value: string): ComparedGroup {
	const found = page.find((group) => group.value === value);
	if (!found) {
		throw new Error(`no group ${value}`);
	}
	return found;
}

export function getVerdicts({ page }: ComparisonPage): Record<string, string> {
	return Object.fromEntries(page.map(({ value, verdict }) => [String(value), verdict.kind]));
}

export function changedIn({ page }: ComparisonPage): ComparedGroup[] {
	return page.filter(({ verdict }) => ['new', 'gone', 'increased', 'decreased'].includes(verdict.kind));
}
