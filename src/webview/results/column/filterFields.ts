import type { Column, RecordFilter } from '../../../shared/results';
import type { Translate } from '../../common/format/translate';
import { secondsFromTyped, typedFromSeconds } from '../../common/format/typedTime';
import { sameFilter } from '../../common/state/viewFilters';
import { checkExpression } from '../state/columnFilterText';

export type FilterOperator = 'contains' | 'equals' | 'differs' | 'range' | 'empty' | 'notEmpty' | 'matches';

export interface FilterFields {
	readonly operator: FilterOperator;
	readonly text: string;
	/** Values to compare with, one per line. Used by the filter operators `equals` and `differs`. */
	readonly values: string;
	readonly from: string;
	readonly to: string;
}

type Built =
	| { readonly kind: 'filter'; readonly filter: RecordFilter }
	| { readonly kind: 'fault'; readonly message: string };

export interface FormColumn {
	readonly index: number;
	readonly column: Column | undefined;
	readonly timeZone: string;
}

export function buildFilter(fields: FilterFields, of: FormColumn, t: Translate): Built {
	const { operator, text } = fields;
	const column = of.index;
	switch (operator) {
		case 'contains':
			return text === '' ? fault('') : filter({ kind: 'contains', column, text });
		case 'equals':
		case 'differs': {
			const lines = [...new Set(fields.values.split('\n').map((line) => line.trim()))];
			const values = lines.length > 1 ? lines.filter((line) => line !== '') : lines;
			return filter({ kind: 'oneOf', column, values, ...(operator === 'differs' ? { not: true } : {}) });
		}
		case 'range':
			return buildRange(of, fields.from.trim(), fields.to.trim(), t);
		case 'empty':
			return filter({ kind: 'empty', column });
		case 'notEmpty':
			return filter({ kind: 'empty', column, not: true });
		case 'matches': {
			const checked = checkExpression(text, column);
			if (text === '' || checked.kind === 'none') {
				return fault('');
			}
			return checked.kind === 'filter' ? checked : fault(t('Invalid regular expression: {0}', checked.message));
		}
	}
}

/** Returns the form fields that represent exactly this filter, or undefined if the form can't represent it. */
export function fieldsThatSay(held: RecordFilter, of: FormColumn, t: Translate): FilterFields | undefined {
	const fields = { operator: 'contains', text: '', values: '', from: '', to: '', ...saidBy(held, of) } as const;
	const lines = [fields.text, fields.from, fields.to];
	if (lines.some((line) => /[\r\n]/.test(line)) || fields.values.includes('\r')) {
		return undefined;
	}
	const built = buildFilter(fields, of, t);
	return built.kind === 'filter' && sameFilter(built.filter, held) ? fields : undefined;
}

function saidBy(held: RecordFilter, { column, timeZone }: FormColumn): Partial<FilterFields> {
	switch (held.kind) {
		case 'contains':
			return { text: held.text };
		case 'oneOf':
			return { operator: held.not ? 'differs' : 'equals', values: held.values.join('\n') };
		case 'empty':
			return { operator: held.not ? 'notEmpty' : 'empty' };
		case 'matches':
			return { operator: 'matches', text: held.pattern };
		case 'range': {
			const show = (end = '') => (column?.kind === 'time' && end !== '' ? typedFromSeconds(end, timeZone) : end);
			return { operator: 'range', from: show(held.from), to: show(held.to) };
		}
		default:
			return {};
	}
}

function buildRange({ index, column, timeZone }: FormColumn, from: string, to: string, t: Translate): Built {
	if (from === '' && to === '') {
		return fault('');
	}
	const read = (text: string, end: 'from' | 'to') =>
		column?.kind === 'time' && text !== '' ? secondsFromTyped(text, end, timeZone) : text;
	const [first, last] = [read(from, 'from'), read(to, 'to')];
	if (first === undefined || last === undefined) {
		return fault(t('{0} is not a valid time. Use the format 2026-11-19 14:00.', first === undefined ? from : to));
	}
	const wrong = column?.kind === 'integer' ? [first, last].find((end) => !/^(-?\d+)?$/.test(end)) : undefined;
	if (wrong !== undefined) {
		return fault(t('{0} is not a whole number.', wrong));
	}
	return filter({
		kind: 'range',
		column: index,
		...(first === '' ? {} : { from: first }),
		...(last === '' ? {} : { to: last }),
	});
}

function filter(made: RecordFilter): Built {
	return { kind: 'filter', filter: made };
}

function fault(message: string): Built {
	return { kind: 'fault', message };
}
