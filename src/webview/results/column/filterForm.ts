import type { Column, RecordFilter } from '../../../shared/results';
import type { Context } from '../context/context';
import { textButton } from '../dom/button';
import { element } from '../dom/element';
import { checkExpression } from '../state/columnFilterText';
import { addFilter, setRange } from '../state/filters';
import { secondsFromTyped } from '../words/civilTime';
import { zoneOfColumn } from '../words/clock';
import type { Translate } from '../words/translate';

type Operator = 'contains' | 'equals' | 'differs' | 'range' | 'empty' | 'notEmpty' | 'matches';

type Built =
	| { readonly kind: 'filter'; readonly filter: RecordFilter }
	| { readonly kind: 'fault'; readonly message: string };

/** Builds one filter of a column; what is wrong with it is said below while it is typed. */
export function filterForm(context: Context, index: number, done: () => void): HTMLFormElement {
	const { store, t } = context;
	const column = store.state.info.columns[index];
	const operator = element(
		'select',
		{ class: 'select', 'aria-label': t('Condition') },
		...operators(t).map(([value, label]) => element('option', { value }, label)),
	);
	const text = field(t('Text'));
	const values = element('textarea', {
		class: 'input',
		rows: 3,
		'aria-label': t('Values, one per line'),
		placeholder: t('one value per line'),
	});
	const from = field(t('From'));
	const to = field(t('To'));
	if (column?.kind === 'time') {
		from.placeholder = to.placeholder = t('yyyy-mm-dd hh:mm');
	}
	const range = element('div', { class: 'form-range' }, from, element('span', { class: 'dim' }, '–'), to);
	const fault = element('p', { class: 'form-fault', role: 'alert' });
	const apply = textButton(t('Add filter'), () => {}, 'primary');
	apply.type = 'submit';

	const build = (): Built => {
		switch (operator.value as Operator) {
			case 'contains':
				return text.value === ''
					? { kind: 'fault', message: '' }
					: { kind: 'filter', filter: { kind: 'contains', column: index, text: text.value } };
			case 'equals':
			case 'differs': {
				const not = operator.value === 'differs';
				const lines = [...new Set(values.value.split('\n').map((line) => line.trim()))];
				const chosen = lines.length > 1 ? lines.filter((line) => line !== '') : lines;
				return { kind: 'filter', filter: { kind: 'oneOf', column: index, values: chosen, ...(not ? { not } : {}) } };
			}
			case 'range':
				return buildRange(index, column, from.value.trim(), to.value.trim(), zoneOfColumn(column, context.timeZone), t);
			case 'empty':
				return { kind: 'filter', filter: { kind: 'empty', column: index } };
			case 'notEmpty':
				return { kind: 'filter', filter: { kind: 'empty', column: index, not: true } };
			case 'matches': {
				const checked = checkExpression(text.value, index);
				if (text.value === '' || checked.kind === 'none') {
					return { kind: 'fault', message: '' };
				}
				return checked.kind === 'filter'
					? checked
					: { kind: 'fault', message: t('Not a regular expression: {0}', checked.message) };
			}
		}
	};
	const update = () => {
		const chosen = operator.value as Operator;
		text.hidden = chosen !== 'contains' && chosen !== 'matches';
		values.hidden = chosen !== 'equals' && chosen !== 'differs';
		range.hidden = chosen !== 'range';
		const built = build();
		fault.textContent = built.kind === 'fault' ? built.message : '';
		apply.disabled = built.kind === 'fault';
	};
	const form = element(
		'form',
		{
			class: 'filter-form',
			on: {
				input: update,
				submit: (event) => {
					event.preventDefault();
					const built = build();
					if (built.kind === 'filter') {
						const { filters } = store.state.view;
						store.dispatch({
							kind: 'filtersSet',
							filters:
								built.filter.kind === 'range'
									? setRange(filters, index, built.filter.from, built.filter.to)
									: addFilter(filters, built.filter),
						});
						done();
					}
				},
			},
		},
		operator,
		text,
		values,
		range,
		fault,
		apply,
	);
	if (column && column.kind !== 'text') {
		operator.value = 'range';
	}
	update();
	return form;
}

function buildRange(
	index: number,
	column: Column | undefined,
	from: string,
	to: string,
	timeZone: string,
	t: Translate,
): Built {
	if (from === '' && to === '') {
		return { kind: 'fault', message: '' };
	}
	const read = (text: string, end: 'from' | 'to') =>
		column?.kind === 'time' && text !== '' ? secondsFromTyped(text, end, timeZone) : text;
	const [first, last] = [read(from, 'from'), read(to, 'to')];
	if (first === undefined || last === undefined) {
		return {
			kind: 'fault',
			message: t('{0} is no time. Write it as 2026-11-19 14:00.', first === undefined ? from : to),
		};
	}
	const wrong = column?.kind === 'integer' ? [first, last].find((end) => !/^(-?\d+)?$/.test(end)) : undefined;
	if (wrong !== undefined) {
		return { kind: 'fault', message: t('{0} is no whole number.', wrong) };
	}
	return {
		kind: 'filter',
		filter: {
			kind: 'range',
			column: index,
			...(first === '' ? {} : { from: first }),
			...(last === '' ? {} : { to: last }),
		},
	};
}

function operators(t: Translate): readonly (readonly [Operator, string])[] {
	return [
		['contains', t('contains')],
		['equals', t('is one of')],
		['differs', t('is none of')],
		['range', t('is in the range')],
		['empty', t('is empty')],
		['notEmpty', t('is not empty')],
		['matches', t('matches the regular expression')],
	];
}

function field(label: string): HTMLInputElement {
	return element('input', {
		type: 'text',
		class: 'input',
		'aria-label': label,
		placeholder: label,
		autocomplete: 'off',
		spellcheck: 'false',
	});
}
