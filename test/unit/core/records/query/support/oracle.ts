import type { ColumnKind, RecordFilter, SortKey } from '../../../../../../src/shared/results';
import type { TestTable } from './memoryTable';

/** Simplest possible implementation of the same queries: plain arrays, `BigInt`, complete texts and no index. */
export class Oracle {
	constructor(
		private readonly table: TestTable,
		private readonly getKey: (record: number, key: Extract<RecordFilter, { kind: 'group' }>['key']) => string,
	) {}

	value(record: number, column: number): string {
		return this.table.rows[record]?.[column] ?? '';
	}

	select(filters: readonly RecordFilter[]): number[] {
		return [...this.table.rows.keys()].filter((record) => filters.every((filter) => this.passes(record, filter)));
	}

	order(filters: readonly RecordFilter[], sort: readonly SortKey[]): number[] {
		return this.select(filters).sort((a, b) => {
			for (const { column, descending } of sort) {
				const [valueA, valueB] = [this.value(a, column), this.value(b, column)];
				if (valueA === '' || valueB === '') {
					if (valueA !== valueB) {
						return valueA === '' ? 1 : -1;
					}
					continue;
				}
				const difference = compareValues(this.kind(column), valueA, valueB);
				if (difference !== 0) {
					return descending ? -difference : difference;
				}
			}
			return a - b;
		});
	}

	private kind(column: number): ColumnKind {
		return this.table.columns[column]?.kind ?? 'text';
	}

	private passes(record: number, filter: RecordFilter): boolean {
		switch (filter.kind) {
			case 'positions': {
				const order = this.order(filter.of.filters, filter.of.sort);
				return filter.positions.some(({ from, to }) => order.slice(from, to).includes(record));
			}
			case 'broken':
				return this.table.broken?.has(record) === true;
			case 'anywhere':
				return this.table.columns.some(
					(_, column) =>
						(filter.columns?.includes(column) ?? true) &&
						folded(this.value(record, column)).includes(folded(filter.text)),
				);
			case 'group':
				return filter.values.some((value) => this.getKey(record, filter.key) === value) !== (filter.not ?? false);
			case 'contains':
				return folded(this.value(record, filter.column)).includes(folded(filter.text));
			case 'oneOf':
				return filter.values.includes(this.value(record, filter.column)) !== (filter.not === true);
			case 'sameAs':
				return (
					(this.value(record, filter.column) === this.value(filter.number, filter.column)) !== (filter.not === true)
				);
			case 'empty':
				return (this.value(record, filter.column) === '') !== (filter.not === true);
			case 'matches':
				return new RegExp(filter.pattern, 'iu').test(this.value(record, filter.column));
			case 'range': {
				const value = this.value(record, filter.column);
				const kind = this.kind(filter.column);
				return (
					value !== '' &&
					(filter.from === undefined || compareValues(kind, filter.from, value) <= (filter.fromOpen ? -1 : 0)) &&
					(filter.to === undefined || compareValues(kind, value, filter.to) <= (filter.toOpen ? -1 : 0))
				);
			}
		}
	}
}

export function folded(text: string): string {
	return text.normalize('NFC').toLowerCase().normalize('NFC').replace(/ς/g, 'σ');
}

export function compareValues(kind: ColumnKind, a: string, b: string): number {
	switch (kind) {
		case 'text':
			return Buffer.compare(Buffer.from(a), Buffer.from(b));
		case 'integer':
			return Number(BigInt(a) > BigInt(b)) - Number(BigInt(a) < BigInt(b));
		case 'time':
			return seconds(a) - seconds(b);
		case 'version': {
			// Handles only the versions of the random tables, which are numbers separated by dots.
			const [partsA, partsB] = [a.split('.').map(Number), b.split('.').map(Number)];
			const length = Math.max(partsA.length, partsB.length);
			const differences = Array.from({ length }, (_, index) => (partsA[index] ?? 0) - (partsB[index] ?? 0));
			return differences.find((difference) => difference !== 0) ?? 0;
		}
	}
}

export function seconds(text: string): number {
	return /^\d+$/.test(text) ? Number(text) : Date.parse(`${text.replace(' ', 'T')}Z`) / 1000;
}
