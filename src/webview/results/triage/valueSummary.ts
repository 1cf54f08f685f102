import { DisposableOwner } from '../../../shared/disposables';
import { withGroup, withoutGroup } from '../../../shared/groupFilters';
import type { RecordFilter, TopValues } from '../../../shared/results';
import { valueName, valueParts } from '../../common/components/valueParts';
import { linkButton } from '../../common/dom/button';
import { element, fill, setAttribute } from '../../common/dom/element';
import { Latest, pause } from '../../common/dom/latest';
import { visibleText } from '../../common/dom/visibleText';
import { groupChosen, toggleValue, unsorted, valuesChosen, withFilters } from '../../common/state/viewFilters';
import type { Context } from '../context/context';
import { openBreakdown } from '../groups/breakdown';
import { traitItem } from '../groups/commonTraits';
import { filterInGroup } from '../groups/filterInGroup';
import { isPaneShown, isTriage } from '../state/triage';
import type { State } from '../state/viewState';

/** Number of values in the summary of each column. The breakdown lists all values. */
const valuesShown = 3;

/**
 * Delay in milliseconds before values are counted. For groups that the user only moves past, values are not counted.
 */
const delayMs = 60;

interface SummaryColumn {
	readonly column: number;
	readonly label: string;
	/** CSS class that sets the width of the column's box. */
	readonly kind: '' | 'names';
}

export class ValueSummary extends DisposableOwner {
	readonly root: HTMLElement;
	private readonly counting = this.owned.add(new Latest());
	private readonly comparing = this.owned.add(new Latest());
	private shown: State['view']['filters'] | undefined;

	constructor(private readonly context: Context) {
		super();
		const { store, t } = context;
		this.root = element('div', { class: 'summary', role: 'group', 'aria-label': t('Top values') });
		this.ask();
		this.owned.add(
			store.subscribe((state, previous) => {
				if (isTriage(state) !== isTriage(previous) || state.info.columns.length !== previous.info.columns.length) {
					this.shown = undefined;
				}
				this.ask();
			}),
		);
	}

	private ask(): void {
		const { store, t } = this.context;
		const { state } = store;
		const { view } = state;
		const columns = this.columns(state);
		const shows = isTriage(state) && isPaneShown(state, 'record') && state.groupsAnswered;
		this.root.hidden = !isTriage(state) || columns.length === 0;
		if (!shows || view.filters === this.shown) {
			return;
		}
		this.shown = view.filters;
		const boxes = columns.map(({ label, kind }) => this.createBox(label, kind));
		const traits = this.createBox(t('Common Traits'), 'traits');
		const group = groupChosen(view.filters, state.groupKey);
		fill(this.root, ...boxes.map(({ root }) => root), group !== undefined && traits.root);
		this.counting.run(async (signal) => {
			await pause(delayMs, signal);
			await Promise.all(
				columns.map(async ({ column, label }, index) => {
					const params = { view: unsorted(view), column, limit: valuesShown };
					const found = await this.context.host.call('topValues', params, { signal });
					const box = boxes[index];
					if (box) {
						this.showValues(box, found, column, label);
					}
				}),
			);
		}, this.context.fail);
		if (group === undefined) {
			this.comparing.dispose();
		} else {
			this.showTraits(traits, state, group);
		}
	}

	private columns({ info }: State): readonly SummaryColumn[] {
		const { t } = this.context;
		const of = (name: string) => info.columns.findIndex((column) => column.name === name);
		const columns: readonly SummaryColumn[] = [
			{ column: info.versionColumn ?? -1, label: t('Versions'), kind: '' },
			{ column: of('os_version') < 0 ? of('os_name') : of('os_version'), label: t('OS'), kind: '' },
			{ column: of('device_model'), label: t('Models'), kind: 'names' },
		];
		return columns.filter(({ column }) => column >= 0);
	}

	private createBox(label: string, kind: string) {
		const list = element('ul', { class: 'summary-values', 'aria-label': label });
		const head = element('h3', { class: 'summary-title' }, label);
		return { root: element('div', { class: `summary-box ${kind}` }, head, list), head, list };
	}

	private showValues(
		box: ReturnType<ValueSummary['createBox']>,
		found: TopValues,
		column: number,
		label: string,
	): void {
		const { store, t, formats } = this.context;
		const { filters } = store.state.view;
		const item = (entry: TopValues['values'][number]) => {
			const title = valueName(entry.value, t);
			const isHeld = valuesChosen(filters, column, false).includes(entry.value);
			return element(
				'li',
				{},
				element(
					'button',
					{
						type: 'button',
						class: 'value breakdown-value',
						title,
						'aria-pressed': String(isHeld),
						on: { click: () => this.filter(column, entry.value) },
					},
					...valueParts(entry, found.records, this.context),
				),
			);
		};
		fill(box.list, ...found.values.map(item));
		const more = (found.distinct ?? found.values.length) - found.values.length;
		const { groupKey } = store.state;
		const group = groupChosen(filters, groupKey);
		if (more > 0 && group !== undefined) {
			const button = linkButton(t('{0} more…', formats.count(more)), () =>
				openBreakdown(this.context, groupKey, group, button, column),
			);
			setAttribute(button, 'aria-label', t('{0}: {1} more…', label, formats.count(more)));
			box.head.append(button);
		}
	}

	private filter(column: number, value: string): void {
		const { store } = this.context;
		const { view, groupKey } = store.state;
		const group = groupChosen(view.filters, groupKey);
		if (group === undefined) {
			store.dispatch({ kind: 'filtersSet', filters: toggleValue(view.filters, column, value, false) });
			return;
		}
		const isHeld = valuesChosen(view.filters, column, false).includes(value);
		if (isHeld) {
			const filters = withGroup(toggleValue(view.filters, column, value, false), groupKey, group);
			store.dispatch({ kind: 'filtersSet', filters });
		} else {
			filterInGroup(this.context, groupKey, group, { column, value });
		}
	}

	private showTraits(
		{ list }: ReturnType<ValueSummary['createBox']>,
		{ view, groupKey }: State,
		value: NonNullable<ReturnType<typeof groupChosen>>,
	): void {
		const { context } = this;
		const { host, timeZone, t } = context;
		const filters: readonly RecordFilter[] = withoutGroup(view.filters, groupKey);
		fill(list, element('li', { class: 'value dim' }, t('Comparing with other records…')));
		this.comparing.run(async (signal) => {
			await pause(delayMs, signal);
			const others = withFilters(unsorted(view), filters);
			const params = { view: others, key: groupKey, value, timeZone };
			const { lines, note } = await host.call('commonTraits', params, { signal });
			const items = lines.map((line) =>
				traitItem(line, () => line.filter && filterInGroup(context, groupKey, value, line.filter)),
			);
			const noted = element('li', { class: 'value note dim' }, element('span', {}, visibleText(note)));
			fill(list, ...(items.length > 0 ? items : [noted]));
		}, context.fail);
	}
}
