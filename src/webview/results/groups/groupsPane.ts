import { DisposableOwner } from '../../../shared/disposables';
import { withoutGroup } from '../../../shared/groupFilters';
import { sameGroup } from '../../../shared/groupValue';
import type { Group } from '../../../shared/results';
import { workProgress } from '../../common/components/workProgress';
import { iconButton } from '../../common/dom/button';
import { element, fill, setAttribute } from '../../common/dom/element';
import { icon } from '../../common/dom/icon';
import { Latest } from '../../common/dom/latest';
import { oneStop } from '../../common/dom/oneStop';
import type { Anchor } from '../../common/dom/popover';
import { VirtualList } from '../../common/dom/virtualList';
import { groupChosen, groupsChosen, isChosen, isOfTrace } from '../../common/state/viewFilters';
import type { Context } from '../context/context';
import { isPaneShown, isTriage } from '../state/triage';
import type { State } from '../state/viewState';
import { describeDeobfuscated } from './describeDeobfuscated';
import { describeTotals } from './describeTotals';
import { GroupChoice } from './groupChoice';
import { keySelector, openOrderMenu } from './groupControls';
import { drawGroup } from './groupItem';
import { type CopyRecords, openGroupMenu } from './groupMenu';
import { GroupPages, groupQuestion } from './groupPages';
import { groupSearch } from './groupSearch';
import { GroupStates, promptTriage } from './groupStates';
import { findNewestVersion } from './newestVersion';
import { stateFilter } from './stateFilter';

/** Height of an item in CSS pixels. An item has two (`compact`) or three (`tall`) lines. */
const itemHeight = { compact: 44, tall: 62 };

export class GroupsPane extends DisposableOwner {
	readonly root: HTMLElement;
	private readonly pages: GroupPages;
	private readonly choice: GroupChoice;
	private readonly states: GroupStates;
	private readonly list: VirtualList;
	private readonly progress: ReturnType<typeof workProgress>;
	private readonly keySelect: ReturnType<typeof keySelector>;
	private readonly search: ReturnType<typeof groupSearch>;
	private readonly stateFilter: ReturnType<typeof stateFilter>;
	private readonly count = element('span', { class: 'pane-count' });
	private readonly placeButton = iconButton('below', '', () => this.togglePlace());
	private readonly closeButton: HTMLButtonElement;
	private readonly note = element('p', { class: 'pane-note dim', hidden: true });
	private readonly empty = element('p', { class: 'pane-empty dim', hidden: true });
	private readonly footer = element('div', { class: 'pane-foot dim' });
	/** Query that was sent last. */
	private requested = '';
	/** Query whose groups are displayed. */
	private answered = '';
	private readonly versioning = this.owned.add(new Latest());
	private newest: string | undefined;

	constructor(
		private readonly context: Context,
		private readonly copyRecords: CopyRecords,
		offer: HTMLElement,
	) {
		super();
		const { store, t, formats } = context;
		this.pages = this.owned.add(
			new GroupPages(context, {
				progressed: (share) => this.showProgress(share),
				answered: (before) => this.showAnswer(before),
				pageCame: () => {
					this.list.refresh();
					this.states.ask(this.pages.key, this.pages.values);
				},
				failed: (error) => {
					this.showWork(false);
					this.empty.hidden = true;
					store.dispatch({ kind: 'groupsAnswered' });
					context.fail(error);
				},
			}),
		);
		this.choice = this.owned.add(new GroupChoice(context, this.pages));
		this.states = this.owned.add(new GroupStates(context, () => this.list.refresh()));
		this.list = this.owned.add(this.createList());
		this.progress = workProgress(t('Grouping'), (percent) => t('Grouping… {0}', formats.share(percent, 100)));
		this.closeButton = iconButton('close', t('Hide Groups'), () =>
			store.dispatch({ kind: 'paneToggled', pane: 'groups', shown: false }),
		);
		this.keySelect = keySelector(context);
		this.stateFilter = stateFilter(context, () => this.ask());
		this.search = this.owned.add(groupSearch(context, () => this.ask()));
		this.root = element(
			'section',
			{ class: 'groups', 'aria-label': t('Groups') },
			this.createHead(),
			offer,
			this.note,
			this.search.root,
			this.stateFilter.root,
			this.progress.root,
			this.empty,
			this.list.root,
			this.footer,
		);
		this.updatePlace();
		this.ask();
		this.owned.add(store.subscribe((state, previous) => this.update(state, previous)));
	}

	focus(): void {
		this.list.root.focus();
	}

	/** Reloads groups that depend on stack traces. Must be called when traces are grouped differently. */
	groupsChanged(): void {
		if (isOfTrace(this.context.store.state.groupKey)) {
			this.ask();
		}
	}

	/** Edits the triage state of the selected groups, or of the active group if no group is selected. */
	editTriage(): void {
		const { context, pages, list } = this;
		const { key } = pages;
		const selected = groupsChosen(context.store.state.view.filters, key, false);
		const active = pages.at(list.active)?.value;
		const values = selected.length > 0 || active === undefined ? selected : [active];
		if (values.length > 0) {
			promptTriage(context, key, values);
		}
	}

	/** Reloads the triage states. Must be called when triage files change. */
	statesChanged(): void {
		if (this.stateFilter.of(this.pages.key)) {
			this.ask();
		} else {
			this.askStates();
		}
	}

	private askStates(): void {
		this.states.forget();
		this.states.ask(this.pages.key, this.pages.values);
	}

	private createList(): VirtualList {
		const { store, t } = this.context;
		return new VirtualList({
			label: t('Groups'),
			itemHeight: itemHeight[store.state.density],
			draw: (item, index) => this.drawItem(item, index),
			onRange: (start, end) => this.pages.want(start, end),
			multiple: true,
			onKey: (event) => this.onKey(event),
			onChoose: (index, event) => this.choose(index, event),
			onMenu: (index, place) => this.openMenu(index, place),
		});
	}

	private createHead(): HTMLElement {
		const { context } = this;
		const { t } = context;
		const head = element(
			'div',
			{ class: 'pane-head', role: 'toolbar', 'aria-label': t('Groups') },
			element('h2', { class: 'pane-title' }, t('Groups')),
			this.count,
			this.keySelect.root,
			element('span', { class: 'spring' }),
			this.stateFilter.button,
			iconButton('sort', t('Sort groups'), ({ currentTarget }) => openOrderMenu(context, currentTarget as HTMLElement)),
			iconButton('more', t('Group Actions'), ({ currentTarget }) =>
				this.openMenu(this.list.active, currentTarget as HTMLElement),
			),
			this.placeButton,
			this.closeButton,
		);
		oneStop(head);
		return head;
	}

	private drawItem(item: HTMLElement, index: number): void {
		const { pages, context } = this;
		const group = pages.at(index);
		const { key } = pages;
		const { filters } = context.store.state.view;
		const is = (not: boolean) => group !== undefined && isChosen(filters, key, group.value, not);
		const twins = group ? pages.twins(group.value) : [];
		const triage = isTriage(context.store.state);
		const state = group && this.states.of(group.value);
		const fix = group && this.states.fixOf(group.value);
		const standing = { triage, newest: this.newest, chosen: is(false), excluded: is(true), twins, state, fix };
		drawGroup(item, key, group, pages.total.records, standing, context);
	}

	/** Clicking a selected group in the triage layout keeps it selected, so that a double-click doesn't deselect it. */
	private choose(index: number, event: MouseEvent | KeyboardEvent): void {
		const { store } = this.context;
		const { view, groupKey } = store.state;
		const modified = event.shiftKey || event.ctrlKey || event.metaKey || event.altKey;
		const chosen = groupChosen(view.filters, groupKey);
		const value = this.pages.at(index)?.value;
		const isSame = chosen !== undefined && value !== undefined && sameGroup(chosen, value);
		if (!isTriage(store.state) || modified || !isSame) {
			this.choice.choose(index, event);
		}
	}

	/** Handles keys in the triage layout. Typing searches for a group, and Escape shows all groups. */
	private onKey(event: KeyboardEvent): boolean {
		const { store } = this.context;
		const { view, groupKey } = store.state;
		const isModified = event.ctrlKey || event.metaKey || event.altKey;
		if (!isTriage(store.state) || isModified) {
			return false;
		}
		const filters = withoutGroup(view.filters, groupKey);
		if (event.key === 'Escape' && filters !== view.filters) {
			store.dispatch({ kind: 'filtersSet', filters });
			return true;
		}
		if (event.key.length === 1 && event.key !== ' ' && !this.search.root.hidden) {
			// The browser then inserts the character into the search box, because the search box has the focus.
			this.search.focus();
		}
		return false;
	}

	/** Finds the newest version for the groups' badges, which are added after the groups have been shown. */
	private findNewest(): void {
		const { context } = this;
		const { state } = context.store;
		if (isTriage(state)) {
			const { view } = groupQuestion(state);
			this.versioning.run(async (signal) => {
				this.newest = await findNewestVersion(context, view, signal);
				this.list.refresh();
			}, context.fail);
		}
	}

	private openMenu(index: number, place: Anchor): void {
		const group = this.pages.at(index);
		if (group) {
			const choices = this.choice.items(index);
			const { value } = group;
			const { key } = this.pages;
			const selected = groupsChosen(this.context.store.state.view.filters, key, false);
			const values = selected.some((one) => sameGroup(one, value)) ? selected : [value];
			const hasIssue = (this.states.of(value)?.issue ?? '') !== '';
			const menu = { key, value, values, hasIssue, choices, list: this.list.root };
			openGroupMenu(this.context, this.copyRecords, menu, place);
		}
	}

	private update(state: State, previous: State): void {
		if (state.panes.groupsPlace !== previous.panes.groupsPlace) {
			this.updatePlace();
		}
		this.keySelect.update(state, previous);
		if (state.groupKey !== previous.groupKey) {
			this.search.clear();
		}
		if (state.density !== previous.density) {
			this.list.setItemHeight(itemHeight[state.density]);
		}
		const sameQuestion = JSON.stringify(groupQuestion(previous)) === JSON.stringify(groupQuestion(state));
		const changesLayout = isTriage(state) !== isTriage(previous);
		if (changesLayout) {
			this.updatePlace();
			this.list.refresh();
		}
		if (
			!sameQuestion ||
			state.reading.kind !== previous.reading.kind ||
			isPaneShown(state, 'groups') !== isPaneShown(previous, 'groups') ||
			changesLayout
		) {
			this.ask();
		} else if (state.view.filters !== previous.view.filters) {
			this.list.refresh();
		}
	}

	private ask(): void {
		const { store, t } = this.context;
		this.pages.forget();
		this.showWork(false);
		if (!isPaneShown(store.state, 'groups')) {
			return;
		}
		if (store.state.reading.kind === 'reading') {
			this.empty.textContent = t('Groups appear after the file is loaded.');
			this.empty.hidden = false;
			return;
		}
		this.showWork(true);
		const containing = this.search.text === '' ? {} : { containing: this.search.text };
		const states = this.stateFilter.of(store.state.groupKey);
		const question = { ...groupQuestion(store.state), ...containing, ...(states && { states }) };
		this.requested = JSON.stringify(question);
		this.pages.ask(question);
	}

	private showProgress(share: number): void {
		const words = this.progress.reached(share);
		if (words !== undefined) {
			(this.pages.total.groups === 0 ? this.empty : this.footer).textContent = words;
		}
	}

	private showWork(working: boolean): void {
		const { pages, empty } = this;
		this.progress.show(working);
		this.footer.textContent = describeTotals(pages.total, pages.key, this.context);
		if (working && pages.total.groups === 0) {
			empty.textContent = this.context.t('Grouping…');
			empty.hidden = false;
		}
		empty.classList.toggle('late', working);
		setAttribute(this.list.root, 'aria-busy', working ? 'true' : undefined);
	}

	private showAnswer(before: (index: number) => Group | undefined): void {
		const { t, formats } = this.context;
		const { total } = this.pages;
		this.showWork(false);
		this.count.textContent = `${total.approximate ? '≈ ' : ''}${formats.count(total.groups)}`;
		const forms = { one: '{0} group from {1}', other: '{0} groups from {1}' };
		setAttribute(this.count, 'title', formats.plural(total.groups, forms, formats.records(total.records)));
		const listed = total.listed ?? total.groups;
		this.empty.textContent = total.groups > 0 ? t('No matching groups') : t('No groups');
		this.empty.hidden = listed > 0;
		this.search.answered(total);
		this.stateFilter.answered(this.pages.key, total);
		this.context.store.dispatch({ kind: 'groupsAnswered' });
		this.askStates();
		this.findNewest();
		this.putBack(listed, before);
		const { deobfuscated } = total;
		const description = deobfuscated && describeDeobfuscated(deobfuscated, t, formats);
		this.note.textContent = description?.text ?? '';
		setAttribute(this.note, 'title', description?.files.join('\n') || undefined);
		this.note.hidden = description === undefined;
	}

	/** Preserves the scroll position and the active group when a query is repeated, for example after deobfuscation. */
	private putBack(count: number, before: (index: number) => Group | undefined): void {
		const { list, pages } = this;
		const isSame = this.requested === this.answered;
		this.answered = this.requested;
		const { view, groupKey } = this.context.store.state;
		const active = isSame ? before(list.active)?.value : groupChosen(view.filters, groupKey);
		list.reset(count, !isSame);
		const index = active === undefined ? -1 : pages.indexOf(active);
		if (index >= 0 && index !== list.active) {
			list.activate(index);
		}
	}

	private togglePlace(): void {
		const { store } = this.context;
		const groupsPlace = store.state.panes.groupsPlace === 'beside' ? 'above' : 'beside';
		store.dispatch({ kind: 'panesLaidOut', panes: { groupsPlace, groupsSize: undefined } });
	}

	private updatePlace(): void {
		const { store, t } = this.context;
		const triage = isTriage(store.state);
		this.placeButton.hidden = this.closeButton.hidden = triage;
		const isBeside = store.state.panes.groupsPlace === 'beside';
		const label = isBeside ? t('Move Above Records') : t('Move Beside Records');
		this.placeButton.title = label;
		setAttribute(this.placeButton, 'aria-label', label);
		fill(this.placeButton, icon(isBeside ? 'below' : 'beside'));
	}
}
