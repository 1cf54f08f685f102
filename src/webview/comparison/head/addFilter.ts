import type { TopValues } from '../../../shared/results';
import { valueName, valueParts } from '../../common/components/valueParts';
import { textButton } from '../../common/dom/button';
import { element, fill } from '../../common/dom/element';
import { firstColumns } from '../../common/dom/firstColumns';
import { firstOfMany } from '../../common/dom/firstOfMany';
import { Latest, pause } from '../../common/dom/latest';
import { openPopover } from '../../common/dom/popover';
import { textBox } from '../../common/dom/textBox';
import { visibleText } from '../../common/dom/visibleText';
import { addFilter, toggleValue, valuesChosen } from '../../common/state/viewFilters';
import type { PageContext } from '../context/pageContext';

/** Maximum number of suggested values. The user can type text to find more values. */
const most = 50;

const debounceMs = 150;

export function openAddFilter(context: PageContext, anchor: HTMLElement): void {
	new AddFilterForm(context).open(anchor);
}

class AddFilterForm {
	private readonly asking = new Latest();
	private readonly input: HTMLInputElement;
	private readonly contains: HTMLButtonElement;
	private readonly facts = element('p', { class: 'dim panel-facts', role: 'status' });
	private readonly list = element('ul', { class: 'filter-values', tabindex: -1 });
	private column: number;
	private close = () => {};

	constructor(private readonly context: PageContext) {
		const { start, t } = context;
		this.column = start.sharedColumns[0] ?? 0;
		this.input = textBox(t('Filter values'), t('Filter values…'));
		this.input.addEventListener('input', () => this.ask(debounceMs));
		this.input.addEventListener('keydown', (event) => {
			if (event.key === 'Enter') {
				event.preventDefault();
				this.contains.click();
			}
		});
		this.contains = textButton(t('Filter by Text'), () => this.filterByText(), 'primary');
	}

	open(anchor: HTMLElement): void {
		const { start, t, formats } = this.context;
		const columns = firstOfMany({
			...firstColumns(t, formats.count),
			items: () => start.sharedColumns,
			getName: (each) => start.info.columns[each]?.name ?? '',
			draw: (offered) => this.columnChoice(offered),
			onDrawn: () => this.ask(debounceMs),
		});
		const content = element(
			'div',
			{ class: 'popover-form add-filter' },
			element('h2', { class: 'panel-title' }, t('Filter Both Sides')),
			columns,
			this.input,
			this.contains,
			this.facts,
			this.list,
		);
		const onClose = () => this.asking.dispose();
		const popover = openPopover(anchor, content, { label: t('Filter Both Sides'), onClose });
		this.close = () => popover.close();
		(columns instanceof HTMLSelectElement ? columns : this.input).focus();
		this.ask(0);
	}

	private filterByText(): void {
		const { context, column } = this;
		const text = this.input.value;
		if (text !== '') {
			this.close();
			context.setFilters(addFilter(context.store.state.asked.filters, { kind: 'contains', column, text }));
		}
	}

	private choose(value: string): void {
		const { context, column } = this;
		const { filters } = context.store.state.asked;
		this.close();
		if (!valuesChosen(filters, column, false).includes(value)) {
			context.setFilters(toggleValue(filters, column, value, false));
		}
	}

	private columnChoice(columns: readonly number[]): HTMLSelectElement {
		const { start, t } = this.context;
		const made = element(
			'select',
			{ class: 'select', 'aria-label': t('Column') },
			...columns.map((each) => element('option', { value: each }, visibleText(start.info.columns[each]?.name ?? ''))),
		);
		if (!columns.includes(this.column)) {
			this.column = columns[0] ?? this.column;
		}
		made.value = String(this.column);
		made.addEventListener('change', () => {
			this.column = Number(made.value);
			this.ask(0);
		});
		return made;
	}

	private ask(waitMs: number): void {
		const { context, column, input } = this;
		const { store, host, fail } = context;
		this.contains.disabled = input.value === '';
		this.asking.run(async (signal) => {
			await pause(waitMs, signal);
			const containing = input.value === '' ? {} : { containing: input.value };
			const asked = { asked: store.state.asked, column, limit: most, ...containing };
			this.show(await host.call('topValues', asked, { signal }));
		}, fail);
	}

	private show({ values, distinct, empty, records }: TopValues): void {
		const { t, formats } = this.context;
		const withEmpty = empty === 0 || this.input.value !== '' ? values : [...values, { value: '', records: empty }];
		const shown = withEmpty.toSorted((one, other) => other.records - one.records);
		fill(this.list, ...shown.map((each) => this.item(each, records)));
		this.facts.textContent = [
			distinct === undefined
				? t('too many distinct values to count')
				: formats.plural(distinct, { one: '{0} distinct value', other: '{0} distinct values' }),
			t('in {0}', formats.records(records)),
			...((distinct ?? 0) > values.length ? [t('showing the top {0}', formats.count(values.length))] : []),
		].join(' · ');
	}

	private item(entry: TopValues['values'][number], all: number): HTMLElement {
		const { context } = this;
		const title = valueName(entry.value, context.t);
		const onClick = () => this.choose(entry.value);
		return element(
			'li',
			{},
			element(
				'button',
				{ type: 'button', class: 'value', title, on: { click: onClick } },
				...valueParts(entry, all, context),
			),
		);
	}
}
