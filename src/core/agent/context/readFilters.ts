import { parseCivil, toUtc } from '../../../shared/civilTime';
import type { RecordFilter } from '../../../shared/results';
import type { FilterFault } from '../tools/filterFault';
import { AgentRefusal } from '../tools/refusal';
import { type AgentColumns, columnNames, type PlacedColumn } from './nonPersonalColumns';
import { getTerms, type Term } from './terms';

const shortNames: Readonly<Record<string, string>> = {
	version: 'app_version_name',
	os: 'os_name',
	model: 'device_model',
	country: 'country_iso_code',
	name: 'error_name',
};

/** @throws AgentRefusal if a term can't be parsed or a filter refers to a column with personal data */
export function readFilters(
	text: string,
	columns: AgentColumns,
	timeColumn: number | undefined,
	free: 'anywhere' | 'none',
): readonly RecordFilter[] {
	const { open, personal } = columns;
	return getTerms(text).map((term) => {
		if (term.field === undefined) {
			if (free === 'none' || term.value === 'OR') {
				throw fault(term.value === 'OR' ? 'or' : 'noField', term);
			}
			if (term.negated) {
				throw fault('negation', term);
			}
			// The search skips columns with personal data, because the number of matches would reveal their values.
			const only = personal.length > 0 ? { columns: open.map(({ index }) => index) } : {};
			return { kind: 'anywhere', text: term.value, ...only };
		}
		return filterOf(term, getColumn(term.field, columns, timeColumn));
	});
}

function getColumn(field: string, columns: AgentColumns, timeColumn: number | undefined): PlacedColumn {
	const named = (name: string | undefined) => columns.open.find((column) => column.name === name);
	const found =
		named(field) ??
		named(shortNames[field]) ??
		(field === 'when' ? columns.open.find(({ index }) => index === timeColumn) : undefined);
	if (found) {
		return found;
	}
	const isPersonal = field === 'device' || columns.personal.some(({ name }) => name === field);
	throw new AgentRefusal(
		isPersonal ? { kind: 'personalColumn' } : { kind: 'unknownColumn', columns: columnNames(columns) },
	);
}

function filterOf(term: Term, column: PlacedColumn): RecordFilter {
	const { index } = column;
	const { negated, test } = term;
	const not = negated ? { not: true } : {};
	if (test === 'values') {
		return { kind: 'oneOf', column: index, values: term.values, ...not };
	}
	const { value } = term;
	if (test === 'quoted') {
		return { kind: 'oneOf', column: index, values: [value], ...not };
	}
	if (value === '') {
		throw fault('noValue', term);
	}
	if (value === '*') {
		return { kind: 'empty', column: index, ...(negated ? {} : { not: true }) };
	}
	const other = otherTest(value, term, column);
	if (other && negated) {
		throw fault('negation', term);
	}
	return other ?? { kind: 'oneOf', column: index, values: [value], ...not };
}

function otherTest(value: string, term: Term, column: PlacedColumn): RecordFilter | undefined {
	const { index } = column;
	if (value.startsWith('~') && value.length > 1) {
		return { kind: 'contains', column: index, text: value.slice(1) };
	}
	if (value.startsWith('/') && value.endsWith('/') && value.length > 2) {
		const pattern = value.slice(1, -1);
		if (!isPattern(pattern)) {
			throw fault('expression', term);
		}
		return { kind: 'matches', column: index, pattern };
	}
	const end = (text: string, edge: 'start' | 'end') => endOf(text, edge, term, column);
	const sign = /^(>=|<=|>|<)(.+)$/s.exec(value);
	if (sign) {
		const [, sort = '', text = ''] = sign;
		const isOpen = sort.length === 1;
		// In a filter with a day, such as `>2026-03-01`, the range starts after the last second of the day.
		return sort.startsWith('>')
			? { kind: 'range', column: index, from: end(text, isOpen ? 'end' : 'start'), ...(isOpen && { fromOpen: true }) }
			: { kind: 'range', column: index, to: end(text, isOpen ? 'start' : 'end'), ...(isOpen && { toOpen: true }) };
	}
	const dots = value.indexOf('..');
	if (dots !== -1 && value.length > 2 && column.kind !== 'text') {
		const [from, to] = [value.slice(0, dots), value.slice(dots + 2)];
		return {
			kind: 'range',
			column: index,
			...(from !== '' && { from: end(from, 'start') }),
			...(to !== '' && { to: end(to, 'end') }),
		};
	}
	return column.kind === 'time'
		? { kind: 'range', column: index, from: end(value, 'start'), to: end(value, 'end') }
		: undefined;
}

function isPattern(pattern: string): boolean {
	try {
		// Made at run time: only validates the syntax. The engine runs the pattern with a time limit.
		new RegExp(pattern, 'iu');
		return true;
	} catch {
		return false;
	}
}

function endOf(text: string, edge: 'start' | 'end', term: Term, { kind }: PlacedColumn): string {
	if (kind === 'integer' && !/^-?\d+$/.test(text)) {
		throw fault('number', term);
	}
	if (kind !== 'time' || /^-?\d{6,12}$/.test(text)) {
		return text;
	}
	const read = parseCivil(text, edge);
	if (!read.ok) {
		throw fault('time', term);
	}
	return String(toUtc(read.time) / 1000);
}

function fault(kind: FilterFault, { start }: Pick<Term, 'start'>): AgentRefusal {
	return new AgentRefusal({ kind: 'filter', fault: kind, at: start });
}
