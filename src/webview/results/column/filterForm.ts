import type { RecordFilter } from '../../../shared/results';
import { textButton } from '../../common/dom/button';
import { element } from '../../common/dom/element';
import { textBox } from '../../common/dom/textBox';
import type { Translate } from '../../common/format/translate';
import { addFilter, replaceFilter, setRange } from '../../common/state/viewFilters';
import type { Context } from '../context/context';
import { buildFilter, type FilterFields, type FilterOperator, type FormColumn } from './filterFields';

export class FilterForm {
	readonly root: HTMLFormElement;
	private readonly operator: HTMLSelectElement;
	private readonly text: HTMLInputElement;
	private readonly values: HTMLTextAreaElement;
	private readonly from: HTMLInputElement;
	private readonly to: HTMLInputElement;
	private readonly range: HTMLElement;
	private readonly fault = element('p', { class: 'form-fault', role: 'alert' });
	private readonly apply: HTMLButtonElement;
	private edited: RecordFilter | undefined;

	constructor(
		private readonly context: Context,
		private readonly of: FormColumn,
		private readonly done: () => void,
	) {
		const { t } = context;
		this.operator = element(
			'select',
			{ class: 'select', 'aria-label': t('Condition') },
			...operators(t).map(([value, label]) => element('option', { value }, label)),
		);
		this.text = textBox(t('Text'));
		this.values = element('textarea', {
			class: 'input',
			rows: 3,
			'aria-label': t('Values, one per line'),
			placeholder: t('one value per line'),
		});
		this.from = textBox(t('From'));
		this.to = textBox(t('To'));
		if (of.column?.kind === 'time') {
			this.from.placeholder = this.to.placeholder = t('YYYY-MM-DD hh:mm');
		}
		const dash = element('span', { class: 'dim' }, '–');
		this.range = element('div', { class: 'form-range' }, this.from, dash, this.to);
		this.apply = textButton(t('Add Filter'), () => {}, 'primary');
		this.apply.type = 'submit';
		this.root = element(
			'form',
			{ class: 'filter-form', on: { input: () => this.update(), submit: (event) => this.onSubmit(event) } },
			this.operator,
			this.text,
			this.values,
			this.range,
			this.fault,
			this.apply,
		);
		if (of.column && of.column.kind !== 'text') {
			this.operator.value = 'range';
		}
		this.update();
	}

	edit(filter: RecordFilter, fields: FilterFields): void {
		const { operator, text, values, from, to } = this;
		this.edited = filter;
		operator.value = fields.operator;
		text.value = fields.text;
		values.value = fields.values;
		from.value = fields.from;
		to.value = fields.to;
		this.update();
		([text, values, from].find((input) => !input.hidden && !input.parentElement?.hidden) ?? operator).focus();
	}

	private build(): ReturnType<typeof buildFilter> {
		const { text, values, from, to } = this;
		return buildFilter(
			{ operator: this.chosen, text: text.value, values: values.value, from: from.value, to: to.value },
			this.of,
			this.context.t,
		);
	}

	private get chosen(): FilterOperator {
		return this.operator.value as FilterOperator;
	}

	private update(): void {
		const { chosen, fault, apply } = this;
		const { t } = this.context;
		this.text.hidden = chosen !== 'contains' && chosen !== 'matches';
		this.values.hidden = chosen !== 'equals' && chosen !== 'differs';
		this.range.hidden = chosen !== 'range';
		const built = this.build();
		fault.textContent = built.kind === 'fault' ? built.message : '';
		apply.disabled = built.kind === 'fault';
		apply.textContent = this.edited ? t('Update Filter') : t('Add Filter');
	}

	private onSubmit(event: SubmitEvent): void {
		event.preventDefault();
		const built = this.build();
		if (built.kind === 'filter') {
			this.submit(built.filter);
		}
	}

	private submit(built: RecordFilter): void {
		const { store } = this.context;
		const { filters } = store.state.view;
		const changed = this.edited && replaceFilter(filters, this.edited, built);
		const added =
			built.kind === 'range' ? setRange(filters, this.of.index, built.from, built.to) : addFilter(filters, built);
		store.dispatch({ kind: 'filtersSet', filters: changed ?? added });
		this.done();
	}
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
