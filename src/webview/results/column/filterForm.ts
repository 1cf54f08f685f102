import type { RecordFilter } from '../../../shared/results';
import { textButton } from '../../common/dom/button';
import { element } from '../../common/dom/element';
import { textBox } from '../../common/dom/textBox';
import type { Translate } from '../../common/format/translate';
import { addFilter, replaceFilter, setRange } from '../../common/state/viewFilters';
import type { Context } from '../context/context';
import { buildFilter, type FilterFields, type FilterOperator, type FormColumn } from './filterFields';

interface FilterForm {
	readonly root: HTMLFormElement;
	/** Switches the form from adding a new filter to editing the given filter. */
	edit(filter: RecordFilter, fields: FilterFields): void;
}

/** Creates a form for a column filter. Input errors are shown while the user types. */
export function filterForm({ store, t }: Context, of: FormColumn, done: () => void): FilterForm {
	const { index, column } = of;
	let edited: RecordFilter | undefined;
	const operator = element(
		'select',
		{ class: 'select', 'aria-label': t('Condition') },
		...operators(t).map(([value, label]) => element('option', { value }, label)),
	);
	const text = textBox(t('Text'));
	const values = element('textarea', {
		class: 'input',
		rows: 3,
		'aria-label': t('Values, one per line'),
		placeholder: t('one value per line'),
	});
	const from = textBox(t('From'));
	const to = textBox(t('To'));
	if (column?.kind === 'time') {
		from.placeholder = to.placeholder = t('YYYY-MM-DD hh:mm');
	}
	const range = element('div', { class: 'form-range' }, from, element('span', { class: 'dim' }, '–'), to);
	const fault = element('p', { class: 'form-fault', role: 'alert' });
	const apply = textButton(t('Add Filter'), () => {}, 'primary');
	apply.type = 'submit';

	const build = () =>
		buildFilter(
			{
				operator: operator.value as FilterOperator,
				text: text.value,
				values: values.value,
				from: from.value,
				to: to.value,
			},
			of,
			t,
		);
	const update = () => {
		const chosen = operator.value as FilterOperator;
		text.hidden = chosen !== 'contains' && chosen !== 'matches';
		values.hidden = chosen !== 'equals' && chosen !== 'differs';
		range.hidden = chosen !== 'range';
		const built = build();
		fault.textContent = built.kind === 'fault' ? built.message : '';
		apply.disabled = built.kind === 'fault';
		apply.textContent = edited ? t('Update Filter') : t('Add Filter');
	};
	const submit = (built: RecordFilter) => {
		const { filters } = store.state.view;
		const changed = edited && replaceFilter(filters, edited, built);
		const added = built.kind === 'range' ? setRange(filters, index, built.from, built.to) : addFilter(filters, built);
		store.dispatch({ kind: 'filtersSet', filters: changed ?? added });
		done();
	};
	const root = element(
		'form',
		{
			class: 'filter-form',
			on: {
				input: update,
				submit: (event) => {
					event.preventDefault();
					const built = build();
					if (built.kind === 'filter') {
						submit(built.filter);
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
	return {
		root,
		edit: (filter, fields) => {
			edited = filter;
			operator.value = fields.operator;
			text.value = fields.text;
			values.value = fields.values;
			from.value = fields.from;
			to.value = fields.to;
			update();
			([text, values, from].find((input) => !input.hidden && !input.parentElement?.hidden) ?? operator).focus();
		},
	};
}

function operators(t: Translate): readonly (readonly [FilterOperator, string])[] {
	return [
		['contains', t('contains')],
		['equals', t('is one of')],
		['differs', t('is not one of')],
		['range', t('is between')],
		['empty', t('is empty')],
		['notEmpty', t('is not empty')],
		['matches', t('matches regular expression')],
	];
}
