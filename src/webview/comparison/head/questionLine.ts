import { sameKey } from '../../../shared/groupFilters';
import type { ComparisonAsked, ComparisonState } from '../../../shared/protocols/comparisonProtocol';
import { columnsAtFirst, type GroupKey } from '../../../shared/results';
import { filterChips } from '../../common/components/filterChips';
import { textButton } from '../../common/dom/button';
import { element } from '../../common/dom/element';
import { icon } from '../../common/dom/icon';
import { textBox } from '../../common/dom/textBox';
import { visibleText } from '../../common/dom/visibleText';
import { describeGroupKey } from '../../common/format/describeFilter';
import { addFilter } from '../../common/state/viewFilters';
import type { PageContext } from '../context/pageContext';
import { openAddFilter } from './addFilter';

export class QuestionLine {
	readonly root: HTMLElement;
	private readonly keys: readonly GroupKey[];
	private readonly byKey: Choice;
	private readonly byExposure: Choice;
	private readonly order: Choice;
	private readonly search: HTMLInputElement;
	private readonly chips: ReturnType<typeof filterChips>;

	constructor(private readonly context: PageContext) {
		const { store, start, t } = context;
		this.keys = offeredKeys(context);
		this.byKey = this.chooseKey();
		this.byExposure = choice<ComparisonAsked['exposure']>(
			t('Normalize by'),
			[
				['time', t('duration')],
				['devices', t('total errors')],
			],
			(exposure) => this.ask({ exposure }),
		);
		this.byExposure.root.title = t('Counts of the two sides are compared relative to this value.');
		this.byExposure.root.hidden = !start.byTime;
		this.order = choice<ComparisonState['order']>(
			t('Sort by'),
			[
				['evidence', t('significance')],
				['before', t('records (before)')],
				['after', t('records (after)')],
			],
			(order) => store.dispatch({ order }),
		);
		const label = t('Search both sides (shows only matching records)');
		this.search = textBox(label, t('Search both sides…'), 'search-box');
		this.search.title = label;
		this.search.addEventListener('keydown', (event) => this.onSearchKey(event));
		const add = textButton(t('Add Filter…'), () => openAddFilter(context, add));
		add.hidden = start.sharedColumns.length === 0;
		this.chips = filterChips(context, {
			columns: () => start.info.columns,
			filters: () => store.state.asked.filters,
			set: context.setFilters,
		});
		this.root = element(
			'div',
			{ class: 'search-line question' },
			element('div', { class: 'choices' }, this.byKey.root, this.byExposure.root, this.order.root),
			element('div', { class: 'search', role: 'search', 'aria-label': label }, icon('search'), this.search),
			add,
			this.chips.root,
		);
		this.update();
	}

	focus(): void {
		this.search.focus();
	}

	update(): void {
		const { asked, order } = this.context.store.state;
		this.byKey.select.value = String(this.keys.findIndex((each) => sameKey(each, asked.key)));
		this.byExposure.select.value = asked.exposure;
		this.order.select.value = order;
		this.chips.update();
	}

	private ask(change: Partial<ComparisonAsked>): void {
		const { store } = this.context;
		store.dispatch({ asked: { ...store.state.asked, ...change } });
	}

	private chooseKey(): Choice {
		const { keys, context } = this;
		const { start, t } = context;
		const options = keys.map(
			(each, index) => [String(index), visibleText(describeGroupKey(each, start.info.columns, t))] as const,
		);
		return choice(t('Group by'), options, (index) => {
			const key = keys[Number(index)];
			if (key) {
				this.ask({ key });
			}
		});
	}

	private onSearchKey(event: KeyboardEvent): void {
		const { search, context } = this;
		const { value } = search;
		if (event.key === 'Enter' && value.trim() !== '') {
			event.preventDefault();
			search.value = '';
			context.setFilters(addFilter(context.store.state.asked.filters, { kind: 'anywhere', text: value }));
		} else if (event.key === 'Escape' && value !== '') {
			event.stopPropagation();
			search.value = '';
		}
	}
}

interface Choice {
	readonly root: HTMLElement;
	readonly select: HTMLSelectElement;
}

function offeredKeys({ store, start }: PageContext): readonly GroupKey[] {
	const { key } = store.state.asked;
	const offered = start.sharedColumns.slice(0, columnsAtFirst);
	const chosen = key.kind === 'column' && !offered.includes(key.column) ? [key.column] : [];
	return [
		{ kind: 'frames' },
		{ kind: 'name' },
		{ kind: 'message' },
		{ kind: 'topFrame' },
		...[...offered, ...chosen].map((column): GroupKey => ({ kind: 'column', column })),
	];
}

function choice<Value extends string>(
	label: string,
	options: readonly (readonly [Value, string])[],
	onChange: (value: Value) => void,
): Choice {
	const select = element(
		'select',
		{ class: 'select' },
		...options.map(([value, words]) => element('option', { value }, words)),
	);
	select.addEventListener('change', () => onChange(select.value as Value));
	return { select, root: element('label', { class: 'choice' }, element('span', { class: 'dim' }, label), select) };
}
