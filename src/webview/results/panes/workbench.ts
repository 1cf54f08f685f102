import { DisposableOwner } from '../../../shared/disposables';
import { element } from '../../common/dom/element';
import { listen } from '../../common/dom/listen';
import { splitter } from '../../common/dom/splitter';
import type { Context } from '../context/context';
import { isPaneShown, isTriage, showsAllGroups, tabOf } from '../state/triage';
import type { State } from '../state/viewState';

/** Width in CSS pixels below which the panes are always stacked. */
const narrow = 700;

interface WorkbenchPanes {
	readonly chart: HTMLElement;
	readonly groups: HTMLElement;
	readonly detail: HTMLElement;
	readonly grid: HTMLElement;
	readonly record: HTMLElement;
	readonly summary: HTMLElement;
}

/** Arranges the panes. In the triage layout, the style sheet arranges them. */
export class Workbench extends DisposableOwner {
	readonly root: HTMLElement;
	private readonly middle: HTMLElement;
	private readonly groupsBorder: ReturnType<typeof splitter>;
	private readonly recordBorder: ReturnType<typeof splitter>;

	constructor(
		private readonly context: Context,
		private readonly view: HTMLElement,
		private readonly parts: WorkbenchPanes,
	) {
		super();
		const { store, t } = context;
		this.groupsBorder = splitter({
			label: t('Resize groups'),
			size: () => store.state.panes[this.groupsSizeName()] ?? sizeOf(parts.groups, this.groupsBeside()),
			limits: () => this.room(this.groupsBeside()),
			side: () => (this.groupsBeside() ? 'left' : 'above'),
			onResize: (size) => store.dispatch({ kind: 'panesLaidOut', panes: { [this.groupsSizeName()]: size } }),
		});
		this.recordBorder = splitter({
			label: t('Resize record details'),
			size: () => store.state.panes.recordSize ?? sizeOf(parts.record, this.recordBeside()),
			limits: () => this.room(this.recordBeside()),
			side: () => (this.recordBeside() ? 'right' : 'below'),
			onResize: (recordSize) => store.dispatch({ kind: 'panesLaidOut', panes: { recordSize } }),
		});
		this.middle = element('div', { class: 'middle' }, parts.groups, this.groupsBorder.root, parts.detail, parts.grid);
		this.root = element('main', { class: 'workbench' }, this.middle, this.recordBorder.root, parts.record);
		this.owned.add(listen(window, 'resize', () => this.update(store.state)));
		this.owned.add(
			store.subscribe((state, previous) => {
				if (layoutDiffers(state, previous)) {
					this.update(state);
				}
			}),
		);
	}

	/** Starts arranging the panes. Must be called once, after `root` has been added to the document. */
	start(): void {
		this.update(this.context.store.state);
	}

	private groupsBeside(): boolean {
		const { state } = this.context.store;
		return innerWidth >= narrow && (isTriage(state) || state.panes.groupsPlace === 'beside');
	}

	private recordBeside(): boolean {
		return innerWidth >= narrow && this.context.store.state.panes.recordPlace === 'beside';
	}

	private groupsSizeName(): 'listWidth' | 'listHeight' | 'groupsSize' {
		if (!isTriage(this.context.store.state)) {
			return 'groupsSize';
		}
		return this.groupsBeside() ? 'listWidth' : 'listHeight';
	}

	private room(beside: boolean) {
		const triage = isTriage(this.context.store.state);
		const whole = triage ? this.view : this.root;
		const most = beside ? whole.clientWidth * 0.7 : whole.clientHeight * 0.76;
		return { least: beside ? 220 : triage ? 162 : 96, most: Math.max(220, most) };
	}

	private update(state: State): void {
		const { parts, view, root } = this;
		const triage = isTriage(state);
		const nothing = state.info.total === 0 && state.reading.kind !== 'reading';
		parts.groups.hidden = this.groupsBorder.root.hidden = nothing || !isPaneShown(state, 'groups');
		parts.record.hidden = nothing || !isPaneShown(state, 'record');
		parts.chart.hidden = triage && !isPaneShown(state, 'histogram');
		this.recordBorder.root.hidden = triage || parts.record.hidden;
		view.classList.toggle('triage', triage);
		view.classList.toggle('all-groups', showsAllGroups(state));
		view.classList.toggle('record-hidden', parts.record.hidden);
		// The hidden grid remains laid out, so that it keeps its size and scroll position.
		parts.grid.classList.toggle('covered', triage && tabOf(state) !== 'records');
		this.placeChart(triage);
		this.placeSummary();
		this.middle.classList.toggle('above', !this.groupsBeside());
		root.classList.toggle('beside', this.recordBeside());
		setSize(root, '--groups-size', state.panes.groupsSize);
		setSize(root, '--record-size', state.panes.recordSize);
		setSize(view, '--list-width', state.panes.listWidth);
		setSize(view, '--list-height', state.panes.listHeight);
		this.groupsBorder.update();
		this.recordBorder.update();
	}

	/** Moves the chart in the DOM, so that the Tab key follows the displayed order. */
	private placeChart(triage: boolean): void {
		const { chart, grid } = this.parts;
		const next = triage ? grid : this.root;
		if (chart.nextElementSibling !== next) {
			next.before(chart);
		}
	}

	/** Moves the top values below the stack trace if the list of groups is above both. */
	private placeSummary(): void {
		const { record, summary } = this.parts;
		if (this.groupsBeside() && record.firstElementChild !== summary) {
			record.prepend(summary);
		} else if (!this.groupsBeside() && record.lastElementChild !== summary) {
			record.append(summary);
		}
	}
}

function layoutDiffers(state: State, previous: State): boolean {
	return (
		state.panes !== previous.panes ||
		state.reading.kind !== previous.reading.kind ||
		state.groupsShown !== previous.groupsShown ||
		state.recordShown !== previous.recordShown ||
		showsAllGroups(state) !== showsAllGroups(previous) ||
		tabOf(state) !== tabOf(previous) ||
		isTriage(state) !== isTriage(previous)
	);
}

function sizeOf(pane: HTMLElement, beside: boolean): number {
	return beside ? pane.offsetWidth : pane.offsetHeight;
}

/** Sets a pane's size in CSS pixels. If the size is undefined, the style sheet determines it. */
function setSize(root: HTMLElement, property: string, size: number | undefined): void {
	if (size === undefined) {
		root.style.removeProperty(property);
	} else {
		root.style.setProperty(property, `${size}px`);
	}
}
