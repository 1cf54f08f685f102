import type { Group, GroupKey } from '../../../shared/results';
import { Latest } from '../../common/dom/latest';
import type { MenuItem } from '../../common/dom/menu';
import { visibleText } from '../../common/dom/visibleText';
import { chooseGroups, groupsChosen, isChosen, toggleGroup, toggleInGroups } from '../../common/state/viewFilters';
import { describeGroup } from '../../common/words/describeGroup';
import type { Context } from '../context/context';
import type { GroupPages } from './groupPages';

/** Every question about the view carries the groups that are chosen. */
const mostAtOnce = 200;

type Modifiers = Pick<KeyboardEvent, 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

interface GroupChoice {
	/** What Enter or a click does to the group there: alone it; with Ctrl or Cmd it too; with Shift all up to it; with Alt not it. */
	choose(index: number, modifiers: Modifiers): void;
	/** The same as items of a menu. */
	items(index: number): readonly MenuItem[];
	dispose(): void;
}

/** Which groups are shown and which are left out. Both are filters. */
export function groupChoice(context: Context, pages: GroupPages): GroupChoice {
	const { store, t, formats } = context;
	const bringing = new Latest();
	/** Where a range begins. */
	let anchor = 0;
	const filters = () => store.state.view.filters;

	const announce = (key: GroupKey) => {
		const [wanted, unwanted] = [groupsChosen(filters(), key, false), groupsChosen(filters(), key, true)];
		const name = (value: Group['value'] | undefined) => visibleText(describeGroup(key, value ?? '', t));
		const shown =
			wanted.length === 1
				? t('Only the group {0}', name(wanted[0]))
				: wanted.length > 1
					? t('Only {0} groups', formats.count(wanted.length))
					: t('All groups');
		const without =
			unwanted.length === 1
				? [t('without the group {0}', name(unwanted[0]))]
				: unwanted.length > 1
					? [t('without {0} groups', formats.count(unwanted.length))]
					: [];
		context.announce([shown, ...without].join(', '));
	};
	const set = (next: ReturnType<typeof filters>, key: GroupKey) => {
		store.dispatch({ kind: 'filtersSet', filters: next });
		announce(key);
	};
	const only = (key: GroupKey, group: Group) => set(toggleGroup(filters(), key, group.value), key);
	const toggle = (key: GroupKey, group: Group, not: boolean) => {
		if (groupsChosen(filters(), key, not).length >= mostAtOnce && !isChosen(filters(), key, group.value, not)) {
			context.tell(t('No more than {0} groups at once.', formats.count(mostAtOnce)));
			return;
		}
		set(toggleInGroups(filters(), key, group.value, not), key);
	};
	const upTo = (index: number) => {
		const { key } = pages;
		const [start, end] = [Math.min(anchor, index), Math.max(anchor, index) + 1];
		bringing.run(async (signal) => {
			const groups = await pages.range(start, Math.min(end, start + mostAtOnce), signal);
			if (end - start > mostAtOnce) {
				context.tell(t('No more than {0} groups at once.', formats.count(mostAtOnce)));
			}
			set(
				chooseGroups(
					filters(),
					key,
					groups.map(({ value }) => value),
				),
				key,
			);
		}, context.fail);
	};
	return {
		choose: (index, { shiftKey, ctrlKey, metaKey, altKey }) => {
			const group = pages.at(index);
			if (!group) {
				return;
			}
			if (shiftKey) {
				upTo(index);
				return;
			}
			anchor = index;
			if (altKey) {
				toggle(pages.key, group, true);
			} else if (ctrlKey || metaKey) {
				toggle(pages.key, group, false);
			} else {
				only(pages.key, group);
			}
		},
		items: (index) => {
			const group = pages.at(index);
			const { key } = pages;
			if (!group) {
				return [];
			}
			const wanted = groupsChosen(filters(), key, false);
			const isWanted = isChosen(filters(), key, group.value, false);
			const isUnwanted = isChosen(filters(), key, group.value, true);
			const others = wanted.length - (isWanted ? 1 : 0);
			return [
				{
					kind: 'item',
					label: isWanted && others === 0 ? t('Show all groups') : t('Show only this group'),
					hint: 'Enter',
					run: () => only(key, group),
				},
				...(others > 0
					? [
							{
								kind: 'item',
								label: isWanted ? t('Take this group out') : t('Show this group too'),
								hint: 'Ctrl+Enter',
								run: () => toggle(key, group, false),
							} as const,
						]
					: []),
				{
					kind: 'item',
					label: isUnwanted ? t('Do not exclude this group') : t('Exclude this group'),
					hint: 'Alt+Enter',
					run: () => toggle(key, group, true),
				},
			];
		},
		dispose: () => bringing.dispose(),
	};
}
