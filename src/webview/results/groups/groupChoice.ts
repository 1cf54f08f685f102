import type { Disposable } from '../../../shared/disposables';
import type { GroupValue } from '../../../shared/groupValue';
import type { Group, GroupKey, RecordFilter } from '../../../shared/results';
import { Latest } from '../../common/dom/latest';
import type { MenuItem } from '../../common/dom/menu';
import { visibleText } from '../../common/dom/visibleText';
import { describeGroup } from '../../common/format/describeGroup';
import { chooseGroups, groupsChosen, isChosen, toggleGroup, toggleInGroups } from '../../common/state/viewFilters';
import type { Context } from '../context/context';
import type { GroupPages } from './groupPages';

/** Maximum number of selected groups. Every query contains all of them. */
const maxGroups = 200;

type Modifiers = Pick<KeyboardEvent, 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

export class GroupChoice implements Disposable {
	private readonly loading = new Latest();
	private anchor = 0;

	constructor(
		private readonly context: Context,
		private readonly pages: GroupPages,
	) {}

	dispose(): void {
		this.loading.dispose();
	}

	/** Selects a group. Ctrl or Cmd adds it to the selection, Shift selects the range up to it, and Alt excludes it. */
	choose(index: number, { shiftKey, ctrlKey, metaKey, altKey }: Modifiers): void {
		const { key } = this.pages;
		const group = this.pages.at(index);
		if (!group) {
			return;
		}
		if (shiftKey) {
			this.selectUpTo(index);
			return;
		}
		this.anchor = index;
		if (altKey) {
			this.toggle(key, group, true);
		} else if (ctrlKey || metaKey) {
			this.toggle(key, group, false);
		} else {
			this.selectOnly(key, group);
		}
	}

	items(index: number): readonly MenuItem[] {
		const { filters } = this;
		const { t } = this.context;
		const { key } = this.pages;
		const group = this.pages.at(index);
		if (!group) {
			return [];
		}
		const isWanted = isChosen(filters, key, group.value, false);
		const isUnwanted = isChosen(filters, key, group.value, true);
		const others = groupsChosen(filters, key, false).length - (isWanted ? 1 : 0);
		const addition: MenuItem = {
			kind: 'item',
			label: isWanted ? t('Remove from Selection') : t('Add to Selection'),
			hint: 'Ctrl+Enter',
			run: () => this.toggle(key, group, false),
		};
		return [
			{
				kind: 'item',
				label: isWanted && others === 0 ? t('Show All Groups') : t('Show Only This Group'),
				hint: 'Enter',
				run: () => this.selectOnly(key, group),
			},
			...(others > 0 ? [addition] : []),
			{
				kind: 'item',
				label: isUnwanted ? t('Stop Excluding This Group') : t('Exclude This Group'),
				hint: 'Alt+Enter',
				run: () => this.toggle(key, group, true),
			},
		];
	}

	private get filters(): readonly RecordFilter[] {
		return this.context.store.state.view.filters;
	}

	private selectOnly(key: GroupKey, group: Group): void {
		this.set(toggleGroup(this.filters, key, group.value), key);
	}

	private toggle(key: GroupKey, group: Group, not: boolean): void {
		const { filters } = this;
		if (groupsChosen(filters, key, not).length >= maxGroups && !isChosen(filters, key, group.value, not)) {
			this.tellLimit();
			return;
		}
		this.set(toggleInGroups(filters, key, group.value, not), key);
	}

	private selectUpTo(index: number): void {
		const { pages, anchor } = this;
		const { key } = pages;
		const [start, end] = [Math.min(anchor, index), Math.max(anchor, index) + 1];
		this.loading.run(async (signal) => {
			const groups = await pages.range(start, Math.min(end, start + maxGroups), signal);
			if (end - start > maxGroups) {
				this.tellLimit();
			}
			const values = groups.map(({ value }) => value);
			this.set(chooseGroups(this.filters, key, values), key);
		}, this.context.fail);
	}

	private set(filters: readonly RecordFilter[], key: GroupKey): void {
		const { store, announce } = this.context;
		store.dispatch({ kind: 'filtersSet', filters });
		announce(describeChoice(this.filters, key, this.context));
	}

	private tellLimit(): void {
		const { t, showStatus, formats } = this.context;
		showStatus(t('You can select up to {0} groups.', formats.count(maxGroups)));
	}
}

function describeChoice(filters: readonly RecordFilter[], key: GroupKey, { t, formats }: Context): string {
	const name = (value: GroupValue) => visibleText(describeGroup(key, value, t));
	const [wanted, unwanted] = [groupsChosen(filters, key, false), groupsChosen(filters, key, true)];
	const [shown, excluded] = [wanted[0], unwanted[0]];
	const inclusion =
		shown === undefined
			? t('Showing all groups')
			: wanted.length === 1
				? t('Showing only the group {0}', name(shown))
				: formats.plural(wanted.length, { one: 'Showing only {0} group', other: 'Showing only {0} groups' });
	const exclusion =
		excluded === undefined
			? []
			: unwanted.length === 1
				? [t('excluding the group {0}', name(excluded))]
				: [formats.plural(unwanted.length, { one: 'excluding {0} group', other: 'excluding {0} groups' })];
	return [inclusion, ...exclusion].join(', ');
}
