import type { PositionRange, RecordFilter, View } from '../../../shared/results';
import { Scheduler } from '../../common/scheduler';
import { serviceFields } from '../../plan/fields';
import { GuardedPattern } from '../../records/query/values/guardedPattern';
import { TextSearch } from '../../records/query/values/textSearch';
import { maskPersonal } from '../text/maskPersonal';
import type { OpenedRecords } from './agentContext';
import type { AgentColumns, PlacedColumn } from './nonPersonalColumns';

export const maxMaskedRecords = 20_000;
const maxLength = 65_536;
const pageSize = 100;

type TextFilter = Extract<RecordFilter, { kind: 'contains' | 'oneOf' | 'range' | 'matches' | 'anywhere' }>;

interface ShownFilters {
	readonly filters: readonly RecordFilter[];
	readonly capped: boolean;
}

/** Restricts filters to masked values, so that the number of matches doesn't reveal the original values. */
export async function shownFilters(
	opened: OpenedRecords,
	columns: AgentColumns,
	filters: readonly RecordFilter[],
	signal: AbortSignal,
): Promise<ShownFilters> {
	const plain = filters.flatMap((filter) => withoutMaskedValues(filter, columns) ?? []);
	const checked = plain.filter((filter): filter is TextFilter => isChecked(filter, columns));
	if (checked.length === 0) {
		return { filters: plain, capped: false };
	}
	const { timeColumn } = opened.info;
	const view: View = {
		filters: plain,
		sort: timeColumn === undefined ? [] : [{ column: timeColumn, descending: true }],
	};
	const tests = checked.map((filter) => maskedTest(filter, columns));
	const needed = [...new Set([...columns.personal, ...checked.flatMap((filter) => columnsOf(filter, columns))])];
	const positions: PositionRange[] = [];
	const scheduler = new Scheduler(signal);
	let count = Number.POSITIVE_INFINITY;
	for (let start = 0; start < Math.min(count, maxMaskedRecords); start += pageSize) {
		const end = Math.min(start + pageSize, maxMaskedRecords);
		const params = { view, start, end, columns: needed.map(({ index }) => index), cellLength: maxLength };
		const page = await opened.ask('page', params, signal);
		count = page.count;
		for (const [place, { cells }] of page.rows.entries()) {
			const record = new MaskedRecord(needed, cells, columns);
			if (tests.every((test) => test(record))) {
				addPosition(positions, start + place);
			}
			if (scheduler.isYieldDue) {
				await scheduler.yieldNow();
			}
		}
	}
	return { filters: [{ kind: 'positions', of: view, positions }], capped: count > maxMaskedRecords };
}

class MaskedRecord {
	private readonly masked = new Map<number, string>();
	private readonly personal: readonly string[];

	constructor(
		private readonly needed: readonly PlacedColumn[],
		private readonly cells: readonly string[],
		{ personal }: AgentColumns,
	) {
		this.personal = cells.slice(0, personal.length);
	}

	value({ index }: PlacedColumn): string {
		return this.cells[this.needed.findIndex((column) => column.index === index)] ?? '';
	}

	maskedValue(column: PlacedColumn): string {
		const known = this.masked.get(column.index);
		const masked = known ?? maskPersonal(this.value(column), this.personal);
		this.masked.set(column.index, masked);
		return masked;
	}
}

function maskedTest(filter: TextFilter, columns: AgentColumns): (record: MaskedRecord) => boolean {
	const tested = columnsOf(filter, columns);
	if (filter.kind === 'oneOf' || filter.kind === 'range') {
		return (record) => tested.every((column) => record.maskedValue(column) === record.value(column));
	}
	const matches = textTest(filter);
	return (record) => {
		if (tested.some((column) => matches(record.maskedValue(column)))) {
			return true;
		}
		const values = tested.map((column) => record.value(column));
		// If no value matches, the filter matched the deobfuscated stack trace. Its names come from the mapping file, so
		// they need no mask.
		return !values.some((value) => value.length >= maxLength || matches(value));
	};
}

function textTest(
	filter: Extract<TextFilter, { kind: 'contains' | 'matches' | 'anywhere' }>,
): (text: string) => boolean {
	if (filter.kind === 'matches') {
		const pattern = new GuardedPattern(filter.pattern);
		return (text) => pattern.test([text])[0] === 1;
	}
	const search = new TextSearch(filter.text);
	return (text) => search.inText(text);
}

function columnsOf(filter: TextFilter, { open }: AgentColumns): readonly PlacedColumn[] {
	const { kind } = filter;
	const indexes = kind === 'anywhere' ? filter.columns : [filter.column];
	return open.filter(({ index }) => indexes?.includes(index) ?? true);
}

function withoutMaskedValues(filter: RecordFilter, columns: AgentColumns): RecordFilter | undefined {
	if (filter.kind !== 'oneOf' || !isFreeText(filter.column, columns)) {
		return filter;
	}
	const values = filter.values.filter((value) => maskPersonal(value) === value);
	return values.length === 0 && filter.not === true ? undefined : { ...filter, values };
}

function isChecked(filter: RecordFilter, columns: AgentColumns): boolean {
	switch (filter.kind) {
		case 'anywhere':
			return true;
		case 'contains':
		case 'matches':
		case 'range':
			return isFreeText(filter.column, columns);
		case 'oneOf':
			return filter.not !== true && columns.personal.length > 0 && isOfError(filter.column, columns);
		default:
			return false;
	}
}

function isFreeText(index: number, { open }: AgentColumns): boolean {
	const kind = open.find((column) => column.index === index)?.kind;
	return kind === 'text' || kind === 'integer';
}

function isOfError(index: number, columns: AgentColumns): boolean {
	const name = columns.open.find((column) => column.index === index)?.name;
	return isFreeText(index, columns) && !serviceFields.some((field) => field.name === name && field.group !== 'error');
}

function addPosition(positions: PositionRange[], position: number): void {
	const last = positions.at(-1);
	if (last?.to === position) {
		positions[positions.length - 1] = { from: last.from, to: position + 1 };
	} else {
		positions.push({ from: position, to: position + 1 });
	}
}
